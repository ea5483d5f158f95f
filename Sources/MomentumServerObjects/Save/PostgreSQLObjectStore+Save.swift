package import MomentumObjects
internal import MomentumPostgreSQL
internal import MomentumPropertyList
internal import MomentumSQL
internal import MomentumServerStore

extension PostgreSQLObjectStore {
  /// How often a save runs: two of them may wait for each other, and the server then ends one.
  private static let attemptsMax = 4

  /// Writes all changes in one transaction: cleared keys and deleted join rows, deleted rows, new
  /// rows, changed rows, new join rows, positions, metadata.
  ///
  /// All statements are sent at once. If a row violates a constraint, the transaction is rolled
  /// back and runs again one statement after another, to find out which rows are to blame, or to
  /// write them in another order.
  package func save(_ changes: StoreChanges) throws {
    let metadata = unwrittenMetadata
    guard !changes.isEmpty || metadata != nil else { return }
    try checkIsWritable()
    var plan = try SavePlanner(source, changes).made()
    if let metadata { plan.links.append(writing(metadata)) }
    let statements = plan
    try call(.save) { [source] link in
      do {
        do {
          try await Self.attempt(link) {
            try await ServerSave(source, link, changes, statements).run()
          }
        } catch let error as PostgreSQLError where error.isOfConstraint {
          try await Self.attempt(link) {
            try await ServerSave(source, link, changes, statements).runCarefully()
          }
        }
      } catch let stop as ServerSave.Stop {
        throw try await Self.conflict(stop, source, link)
      }
    }
    if let metadata { didWrite(metadata) }
  }

  /// Runs a transaction, again if the server has ended it because of another one.
  static func attempt<Value>(
    _ link: ServerLink, _ body: () async throws -> Value
  ) async throws -> Value {
    try await link.connection.transaction(PostgreSQLTransaction(attemptsMax: attemptsMax)) { _ in
      try await body()
    }
  }

  /// Makes the error of a save with conflicts. The transaction was rolled back before, so the rows
  /// that the error contains lack the changes of this save.
  private static func conflict(
    _ stop: ServerSave.Stop, _ source: ObjectSource, _ link: ServerLink
  ) async throws -> StoreConflict {
    switch stop {
    case .violations(let found):
      return .constraints(try await Violation.merged(found, source, link))
    case .conflicts(let ids):
      var rows: [(id: ObjectID, present: RowSnapshot?)] = []
      for id in ids { rows.append((id: id, present: try await source.row(id, link))) }
      return .rows(rows)
    }
  }

  /// `UPDATE momentum_objects SET metadata = $1 WHERE model = $2`
  private func writing(_ metadata: StoreInformation) -> SaveStatement {
    SaveStatement(
      "UPDATE \(name: ObjectTables.table) SET metadata = \(bind: .null) WHERE model = \(bind: .null)",
      [.bytes(BinaryPropertyListWriter.write(.dictionary(metadata.values))), .text(name)])
  }
}
