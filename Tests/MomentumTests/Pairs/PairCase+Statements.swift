import Foundation
import Momentum
import MomentumCompiler
import MomentumQuery
import MomentumSQL
import MomentumSQLite
import MomentumStore
import MomentumTestSupport

extension PairCase {
  // MARK: - Statements on rows

  func statement(_ compiled: CompiledModel) throws -> String {
    let statements = StoreStatements(model: compiled.model, schema: compiled.schema)
    let statement: StoreStatement?
    switch words[0] {
    case "begin": statement = StoreStatements.begin
    case "highest-key": statement = StoreStatements.highestKey
    case "allocate-keys": statement = StoreStatements.allocateKeys
    case "after-save": statement = StoreStatements.afterSave[Int(try number(1))]
    case "opening":
      statement = StoreStatements.opening(framework: compiled.framework)[Int(try number(1))]
    case "delete": statement = statements.delete(try entity(word(1), compiled))
    case "fault": statement = statements.toManyFault(try relationship(word(1), compiled))
    case "delete-join-row":
      statement = statements.deleteJoinRow(
        try relationship(word(1), compiled),
        StoreStatements.Pair(source: try number(2), destination: try number(3)))
    case "batch-insert":
      let conflict = StoreStatements.BatchConflict.allCases.first { "\($0)" == words.last }
      statement = statements.batchInsert(
        try entity(word(1), compiled), conflict: conflict ?? .fail)
    case "batch":
      var request = try batchedRequest(compiled)
      request.batchSize = Int(try number(2))
      let lowered = FetchRequestLowering(model: compiled.model, schema: compiled.schema)
        .lowerBatch(of: request, keys: [1, 2])
      statement = StoreStatement(.select(lowered.select))
    case "prefetch":
      let prefetch = FetchRequestLowering(model: compiled.model, schema: compiled.schema)
        .lowerPrefetch(of: try relationship(word(1), compiled), keys: [1, 2])
      statement = prefetch.map { StoreStatement(.select($0.statement.select)) }
    case _: throw Failure(description: "\(self): no operation '\(words[0])'")
    }
    guard let statement else { throw Failure(description: "\(self): no such statement") }
    return statement.sql.text
  }

  // MARK: - Definitions

  /// What makes a table, an index or a trigger; `stored` is what SQLite has of it after a migration.
  func definition(_ compiled: CompiledModel) throws -> String {
    let name = try word(1)
    switch words[0] {
    case "run-trigger":
      let trigger = compiled.schema.tables.flatMap(\.triggers).first { $0.name == name }
      guard let trigger else { throw Failure(description: "\(self): no such trigger") }
      return trigger.conditionalStatement
    case "derive":
      let table = compiled.schema.tables.first { $0.name == name }
      guard let table, table.derivations.indices.contains(Int(try number(2))) else {
        throw Failure(description: "\(self): no such derivation")
      }
      return table.derivations[Int(try number(2))].sql.text
    case "stored": return try stored(name, compiled)
    case _:
      let kinds: Set<Substring> = ["CREATE", "UNIQUE", "TABLE", "INDEX", "TRIGGER"]
      let found = compiled.schema.creationStatements(framework: compiled.framework).filter {
        $0.split(separator: " ").first { !kinds.contains($0) } == Substring(name)
      }
      guard found.count == 1 else {
        throw Failure(description: "\(self): \(found.count) statements make '\(name)'")
      }
      return found[0]
    }
  }

  private func stored(_ name: String, _ compiled: CompiledModel) throws -> String {
    let connection = try Connection.inMemory()
    for statement in compiled.schema.creationStatements(framework: compiled.framework) {
      try connection.execute(sql: statement)
    }
    for line in (file["migration"] ?? "").split(separator: "\n") {
      try connection.execute(sql: String(line))
    }
    let sql = try connection.firstValue(
      "SELECT sql FROM sqlite_master WHERE name = ?", [.text(name)])
    guard case .text(let text) = sql else {
      throw Failure(description: "\(self): the store has no '\(name)'")
    }
    return text
  }
}
