internal import MomentumModel
internal import MomentumPredicate
internal import MomentumQuery
internal import MomentumRuntime
internal import MomentumSQL
internal import MomentumStore

/// A request as a statement for the server, whose columns generated code can read.
struct ServerStatement {
  var sql: SQLText
  var entity: EntityID
  /// The meaning of each column.
  var columns: [FetchColumn]
}

extension ServerDatabase {
  /// The statement of a request.
  func statement(_ request: FetchRequest) -> ServerStatement {
    var lowered = lowering.lower(request)
    // Pages have to be the same for each call, also where objects are equal in all sort keys: the
    // server returns equal rows in any order.
    if request.limit != nil || request.offset != nil,
      request.resultType == .managedObjects
        || request.resultType == .managedObjectIDs
    {
      lowered.select.order.append(lowering.keyOrder(of: request.entity))
    }
    return statement(lowered, of: request.entity)
  }

  func statement(_ lowered: LoweredFetchRequest, of entity: EntityID) -> ServerStatement {
    ServerStatement(
      sql: lowering.print(lowered), entity: entity, columns: lowered.columns)
  }

  /// The rows of a relationship's objects, for their owners: all columns of an object, and last the
  /// key by which its owner finds it.
  ///
  ///     SELECT …, t0.venue_id FROM tip t0 WHERE t0.venue_id = ANY ($1) ORDER BY t0.venue_id, t0.id
  ///
  /// - Parameter keys: For a to-one relationship the keys of the objects to read, for a to-many one
  ///   the keys of their owners.
  func statement(_ plan: RelationshipPlan, keys: some Sequence<Int64>) -> ServerStatement {
    let destination = plan.relationship.destination
    var lowered = lowering.lower(FetchRequest(entity: destination))
    lowered.select.condition = nil
    let identity = lowering.identity(of: destination)
    var link = identity
    var place: SQLExpression?
    if plan.relationship.isToMany {
      switch plan.storage {
      case .sourceKey: break
      case .destinationKey(let key):
        link = .column(SQLColumn("t0", key.column))
        place = key.orderColumn.map { .column(SQLColumn("t0", $0)) }
      case .join(let join):
        link = .column(SQLColumn("t1", "source"))
        place = join.order.map { _ in .column(SQLColumn("t1", "place")) }
        lowered.select.joins = [
          SQLJoin(
            .inner, pairs(join),
            on: .comparison(.column(SQLColumn("t1", "destination")), .equal, identity))
        ]
      }
    }
    let values = Set(keys).sorted().map { SQLValue.integer($0) }
    lowered.select.condition = .isInText(link, values, .integer)
    lowered.select.order = [link, place, identity].compactMap { $0.map { SQLOrderTerm($0) } }
    lowered.select.columns.append(link)
    lowered.columns.append(.primaryKey)
    return statement(lowered, of: destination)
  }

  /// The pairs of a join table, as ``ServerTables/pairs(_:)`` makes them.
  private func pairs(_ join: RelationshipPlan.Join) -> SQLSource {
    func half(_ source: String, _ destination: String) -> SQLSelect {
      var columns: [SQLExpression] = [
        .named(.name(source), "source"), .named(.name(destination), "destination"),
      ]
      if let order = join.order { columns.append(.named(.name(order), "place")) }
      return SQLSelect(columns: columns, source: .table(join.table, alias: nil))
    }
    let straight = half(join.source, join.destination)
    return tables.hasPairsOnce(join)
      ? .union(straight, half(join.destination, join.source), alias: "t1")
      : .select(straight, alias: "t1")
  }
}
