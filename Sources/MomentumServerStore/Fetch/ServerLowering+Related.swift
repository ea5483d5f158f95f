internal import MomentumModel
package import MomentumQuery
package import MomentumRuntime
internal import MomentumSQL
internal import MomentumStore

extension ServerLowering {
  /// The rows of a relationship's objects, for their owners: all columns of an object, and last the
  /// key by which its owner finds it.
  ///
  ///     SELECT …, t0.venue_id FROM tip t0 WHERE t0.venue_id = ANY ($1) ORDER BY t0.venue_id, t0.id
  ///
  /// - Parameter keys: For a to-one relationship the keys of the objects to read, for a to-many one
  ///   the keys of their owners.
  package func related(
    _ plan: RelationshipPlan, keys: some Sequence<Int64>
  ) -> LoweredFetchRequest {
    let destination = plan.relationship.destination
    var lowered = lower(FetchRequest(entity: destination))
    lowered.select.condition = nil
    let identity = self.identity(of: destination)
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
            .inner, halves(join),
            on: .comparison(.column(SQLColumn("t1", "destination")), .equal, identity))
        ]
      }
    }
    let values = Set(keys).sorted().map { SQLValue.integer($0) }
    lowered.select.condition = .isInText(link, values, .integer)
    lowered.select.order = [link, place, identity].compactMap { $0.map { SQLOrderTerm($0) } }
    lowered.select.columns.append(link)
    lowered.columns.append(.primaryKey)
    return lowered
  }

  /// The pairs of a join table, as ``ServerTables/pairs(_:)`` makes them.
  private func halves(_ join: RelationshipPlan.Join) -> SQLSource {
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
