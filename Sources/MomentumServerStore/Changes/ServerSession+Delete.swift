internal import MomentumModel
internal import MomentumPostgreSQL
internal import MomentumQuery
internal import MomentumRuntime
internal import MomentumSQL

extension ServerSession {
  /// Deletes objects, and those that the delete rule *Cascade* reaches from them.
  func delete(_ root: EntityID, _ rows: [Int64: EntityID]) async throws {
    let deletion = ServerDeletion(
      tables, run: { [self] in try await run($0, $1) }, check: { [self] in check($0, $1) })
    try await deletion.delete(root, rows)
  }

  /// The objects with some keys, with their entities. Keys of other entities are left out.
  ///
  /// The rows are locked. Until the transaction ends, nobody else changes them, and if they are to be
  /// deleted, nobody inserts a row that refers to them.
  func objects(
    _ plan: ServerRowPlan, _ keys: [Int64], willBeDeleted: Bool
  ) async throws -> [Int64: EntityID] {
    let place = plan.place
    let column: SQLFragment = place.entity.map { "\(name: $0)" } ?? "NULL"
    var condition: SQLFragment = "\(name: place.identity) = ANY (\(bind: .null))"
    var parameters: [PostgreSQLValue] = [.keys(keys)]
    if let column = place.entity, let names = plan.familyNames {
      condition += " AND \(name: column) = ANY (\(bind: .null))"
      parameters.append(.array(names.map { .text($0) }))
    }
    return try tables.objects(
      try await run(
        "SELECT \(name: place.identity), \(sql: column) FROM \(name: place.table) "
          + "WHERE \(sql: condition) \(sql: willBeDeleted ? "FOR UPDATE" : "FOR NO KEY UPDATE")",
        parameters), plan.root)
  }
}
