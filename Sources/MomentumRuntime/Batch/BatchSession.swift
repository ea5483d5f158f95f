package import MomentumCompiler
package import MomentumDiagnostics
internal import MomentumModel
internal import MomentumQuery
package import MomentumSQL
package import MomentumSQLite
internal import MomentumStore

/// A store whose objects are changed by requests in text form. Like `NSBatchUpdateRequest` and
/// `NSBatchDeleteRequest`, it changes many objects by one statement, without reading them.
///
/// Programs with generated types call `Store.update(_:set:)` and `Store.delete(_:)` instead.
package final class BatchSession {
  /// How many objects a batch update or delete changed.
  package struct Result: Hashable {
    /// The number of objects that the request matches.
    package var matched: Int
    /// The number of further objects that the delete rule *Cascade* deleted.
    package var cascaded = 0
  }

  /// Called with each statement before it runs.
  package var observe: ((SQLText) -> Void)?
  /// Whether all changes are rolled back at the end.
  package var isDryRun = false
  /// Whether the update fails if a computed value breaks a rule that a save would check.
  package var checksRules = true

  package let compiled: CompiledModel
  private let connection: Connection
  private let writer: GraphWriter

  /// Opens a store. Returns `nil` with a diagnostic if it was made with another version of the
  /// model.
  package static func open(
    _ path: String, model: CompiledModel, options: ConnectionOptions = ConnectionOptions(),
    _ diagnostics: inout Diagnostics
  ) throws(StoreError) -> BatchSession? {
    let connection: Connection
    do throws(SQLiteError) {
      connection = try Connection(path: path, access: .readWrite, options: options)
    } catch { throw .sqlite(error) }
    let metadata = try StoreMetadata.read(from: connection)
    guard model.mismatches(metadata).isEmpty else {
      diagnostics.report(StoreMessage.otherModel, notes: model.mismatchNotes(metadata))
      return nil
    }
    let stored = try model.inStore(connection, metadata)
    try stored.checkForWriting(path)
    do throws(SQLiteError) {
      if try connection.hasTable("ATRANSACTION") { diagnostics.report(BatchMessage.keepsHistory) }
      try connection.makeListTables((0..<8).map { "_Z_intarray\($0)" })
    } catch { throw .sqlite(error) }
    return BatchSession(compiled: stored.model, connection: connection)
  }

  private init(compiled: CompiledModel, connection: Connection) {
    self.compiled = compiled
    self.connection = connection
    writer = GraphWriter(connection: connection, compiled: compiled)
  }

  /// Sets properties of all objects of a request. If one fails, none is changed.
  package func update(
    _ fetch: CompiledFetch, set assignments: [BatchAssignment]
  ) throws(StoreFailure) -> Result {
    try change { () throws in
      let update = BatchUpdate(
        request: fetch.request, assignments: assignments, compiled: compiled, writer: writer,
        checksRules: checksRules, observe: { [self] in observe?($0) })
      return Result(matched: try update.run())
    }
  }

  /// Deletes all objects of a request, following the model's delete rules. If one fails, none is
  /// deleted.
  package func delete(_ fetch: CompiledFetch) throws(StoreFailure) -> Result {
    try change { () throws in
      let root = compiled.model.root(of: fetch.request.entity)
      let sql = try BatchKeys(fetch.request, compiled).rows(of: writer.table(of: root))
      observe?(sql)
      let rows = try writer.entityNumbers(sql)
      writer.willRun = { [self] in observe?(SQLText(text: $0)) }
      defer { writer.willRun = nil }
      let count = try writer.delete(root, rows)
      return Result(matched: rows.count, cascaded: count - rows.count)
    }
  }

  /// Thrown at the end of a dry run, so that the transaction is rolled back.
  private struct DryRunEnd: Error { var result: Result }

  private func change(_ body: () throws -> Result) throws(StoreFailure) -> Result {
    do {
      return try writer.transaction {
        let result = try body()
        guard isDryRun else { return result }
        // Checks the rules that a commit checks, which a dry run never reaches.
        try writer.checkRelationships()
        throw DryRunEnd(result: result)
      }
    } catch let end as DryRunEnd {
      return end.result
    } catch {
      throw StoreFailure(change: error)
    }
  }
}
