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
    var lowered = lower(request)
    // Pages have to be the same for each call, also where objects are equal in all sort keys: the
    // server returns equal rows in any order.
    if request.limit != nil || request.offset != nil,
      request.resultType == .managedObjects
        || request.resultType == .managedObjectIDs
    {
      lowered.select.order.append(SQLOrderTerm(identity(of: request.entity)))
    }
    return statement(lowered, of: request.entity)
  }

  func statement(_ lowered: LoweredFetchRequest, of entity: EntityID) -> ServerStatement {
    ServerStatement(
      sql: SQLPrinter.print(lowered.select, dialect: layout.dialect), entity: entity,
      columns: lowered.columns)
  }

  /// A request for the tables of the server. A row of objects has the columns that a row of Core
  /// Data's store has, in the same order; those that no table here has are 0.
  func lower(_ request: FetchRequest) -> LoweredFetchRequest {
    // A join over a to-many relationship multiplies rows, and DISTINCT would compare whole rows.
    let rules = Set(QueryRule.allCases).subtracting([.joinForAny])
    var lowered = FetchRequestLowering(layout: layout, options: QueryOptions(rules: rules))
      .lower(request)
    guard request.resultType == .managedObjects else { return lowered }
    let columns = FetchRequest(
      entity: request.entity, includesSubentities: request.includesSubentities,
      propertiesToFetch: request.propertiesToFetch)
    lowered.columns = FetchRequestLowering(layout: rowLayout).lower(columns).columns
    lowered.select.columns = lowered.columns.map { column($0, request.entity) }
    return lowered
  }

  /// The key of the fetched object: `t0.id`.
  func identity(of entity: EntityID) -> SQLExpression {
    .column(SQLColumn("t0", tables.place(of: entity).identity))
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
    var lowered = lower(FetchRequest(entity: destination))
    lowered.select.condition = nil
    let identity = identity(of: destination)
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

  // MARK: - Columns

  private func column(_ column: FetchColumn, _ entity: EntityID) -> SQLExpression {
    switch column {
    case .primaryKey: return identity(of: entity)
    case .attribute(let id): return self.column(id, [])
    case .compositeElement(let id, let path, _): return self.column(id, path)
    case .toOne(let id):
      guard let plan = tables.plan(for: id) else { return Self.nothing }
      switch plan.storage {
      case .sourceKey(let key): return .column(SQLColumn("t0", key.column))
      case .destinationKey(let key):
        return .select(
          SQLSelect(
            columns: [
              .column(SQLColumn("k0", tables.place(of: plan.relationship.destination).identity))
            ], source: .table(key.table, alias: "k0"),
            condition: .comparison(
              .column(SQLColumn("k0", key.column)), .equal, identity(of: entity))))
      case .join: return Self.nothing
      }
    case .constant, .entityNumber, .optimisticLock, .toOneEntity, .value, .count:
      return .integer(0)
    }
  }

  private func column(_ id: AttributeID, _ path: [String]) -> SQLExpression {
    tables.schema.attributeColumns[id]?.first { $0.path == path }
      .map { .column(SQLColumn("t0", $0.column)) } ?? Self.nothing
  }

  /// In place of a property that no column has.
  private static let nothing = SQLExpression.placeholder(.value(.null), .text)
}
