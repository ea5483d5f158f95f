package import MomentumCompiler
package import MomentumDiagnostics
package import MomentumModel
package import MomentumQuery
package import MomentumSQL
package import MomentumSQLite
internal import MomentumStore

/// A store whose objects are changed by requests in text form. Like `NSBatchUpdateRequest` and
/// `NSBatchDeleteRequest`, it changes many objects by one statement, without reading them.
///
/// If the store has a persistent history, each request is a transaction in it, with a change for
/// each row.
///
/// Programs with generated types call `Store.update(_:set:)` and `Store.delete(_:)` instead.
package final class BatchSession {
  /// How many objects a batch update or delete changed.
  package struct Result: Hashable {
    /// The number of objects that the request matches.
    package var matched: Int
    /// The number of further objects that the delete rule *Cascade* deleted.
    package var cascaded = 0
    /// The objects that the request matches, if ``BatchSession/collectsRows`` is set: `Z_ENT` by
    /// key.
    package var rows: [Int64: Int64] = [:]
  }

  /// Called with each statement before it runs; a test makes it throw to let the statement fail.
  package var observe: ((SQLText) throws -> Void)?
  /// Whether all changes are rolled back at the end.
  package var isDryRun = false
  package var rules = BatchRules.ofSave
  /// Whether ``Result/rows`` contains the matched objects; otherwise it is empty.
  package var collectsRows = false
  /// Who makes the changes and in which context, for the persistent history.
  package var author: String?
  package var contextName: String?

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
      try connection.makeListTables((0..<8).map { "_Z_intarray\($0)" })
    } catch { throw .sqlite(error) }
    return BatchSession(compiled: stored.model, connection: connection)
  }

  /// - Parameters:
  ///   - compiled: The model, with the names of tables and columns that the store has.
  ///   - connection: An open connection without a transaction.
  package init(compiled: CompiledModel, connection: Connection) {
    self.compiled = compiled
    self.connection = connection
    writer = GraphWriter(connection: connection, compiled: compiled)
  }

  /// Sets properties of all objects of a request. If one fails, none is changed.
  package func update(
    _ fetch: CompiledFetch, set assignments: [BatchAssignment]
  ) throws(StoreFailure) -> Result {
    do { return try updateThrowing(fetch.request, set: assignments) } catch {
      throw StoreFailure(change: error)
    }
  }

  /// Deletes all objects of a request, following the model's delete rules. If one fails, none is
  /// deleted.
  package func delete(_ fetch: CompiledFetch) throws(StoreFailure) -> Result {
    do { return try deleteThrowing(fetch.request) } catch { throw StoreFailure(change: error) }
  }

  /// Does the same as ``update(_:set:)``, but throws errors of SQLite unchanged.
  package func updateThrowing(
    _ request: FetchRequest, set assignments: [BatchAssignment]
  ) throws -> Result {
    try change { history in
      let root = compiled.model.root(of: request.entity)
      var rows: [Int64: Int64] = [:]
      if collectsRows || history != nil {
        // Read the keys before the UPDATE runs: the request's condition may use a property that it
        // sets.
        rows = try self.rows(BatchKeys(request, compiled).rows(of: writer.table(of: root)))
      }
      let update = BatchUpdate(
        request: request, assignments: assignments, compiled: compiled, writer: writer,
        checksRules: rules.checksValues, explainsConstraints: rules.explainsConstraints,
        observe: { [self] in try observe?($0) })
      let matched = try update.run()
      note(assignments, root, rows.keys)
      try history?.write(from: writer, known: [root: rows])
      return Result(matched: matched, rows: collectsRows ? rows : [:])
    }
  }

  /// Does the same as ``delete(_:)``, but throws errors of SQLite unchanged.
  package func deleteThrowing(_ request: FetchRequest) throws -> Result {
    try change { history in
      let root = compiled.model.root(of: request.entity)
      let sql = try BatchKeys(request, compiled).rows(of: writer.table(of: root))
      return try delete(try rows(sql), root, history)
    }
  }

  /// Deletes the objects that have these keys, following the model's delete rules. A key without a
  /// row is ignored.
  package func deleteThrowing(_ keys: [Int64], of entity: EntityID) throws -> Result {
    try change { history in
      let root = compiled.model.root(of: entity)
      var found: [Int64: Int64] = [:]
      for row in try writer.rows(
        KeySet(keys),
        { set in
          "SELECT Z_PK, Z_ENT FROM \(name: writer.table(of: root)) WHERE Z_PK \(sql: set.condition)"
        })
      {
        if let key = row[0].key { found[key] = row[1].key ?? 0 }
      }
      return try delete(found, root, history)
    }
  }

  // MARK: - Parts

  private func rows(_ sql: SQLText) throws -> [Int64: Int64] {
    try observe?(sql)
    return try writer.entityNumbers(sql)
  }

  private func delete(
    _ rows: [Int64: Int64], _ root: EntityID, _ history: BatchHistory?
  ) throws -> Result {
    writer.willRun = { [self] in try observe?(SQLText(text: $0)) }
    writer.willDelete = history.map { history in
      { [self] entity, keys in try history.noteDeleted(entity, keys, writer) }
    }
    defer {
      if !rules.observesTransactions { writer.willRun = nil }
      writer.willDelete = nil
    }
    let count = try writer.delete(root, rows)
    try history?.write(from: writer, known: [:])
    return Result(
      matched: rows.count, cascaded: count - rows.count, rows: collectsRows ? rows : [:])
  }

  /// Records the changed attributes of rows for the persistent history. To-one relationships are
  /// recorded by ``GraphWriter``, which sets them.
  private func note(
    _ assignments: [BatchAssignment], _ root: EntityID, _ keys: some Sequence<Int64>
  ) {
    guard writer.log?.recordsProperties == true else { return }
    let attributes = assignments.compactMap { assignment -> ChangedProperty? in
      guard case .attribute(let id, _) = assignment.target else { return nil }
      return .attribute(id)
    }
    for key in keys {
      for attribute in attributes { writer.log?.note(attribute, RowKey(root: root, key: key)) }
    }
  }

  /// Thrown at the end of a dry run, so that the transaction is rolled back.
  private struct DryRunEnd: Error { var result: Result }

  private func change(_ body: (BatchHistory?) throws -> Result) throws -> Result {
    writer.checksRules = rules.checksRelationships
    writer.checksDenials = rules.checksDenials
    writer.refusesRequiredInverses = rules.refusesRequiredInverses
    if rules.observesTransactions {
      writer.willRun = { [self] in try observe?(SQLText(text: $0)) }
    }
    defer { writer.willRun = nil }
    do {
      return try writer.transaction {
        let history = BatchHistory(
          connection, compiled, author: author, contextName: contextName,
          willRun: { [self] in try observe?($0) })
        if history != nil { writer.log?.recordsProperties = true }
        let result = try body(history)
        guard isDryRun else { return result }
        // A commit checks the rules of relationships. A dry run does not commit, so check them
        // here.
        try writer.checkRelationships()
        throw DryRunEnd(result: result)
      }
    } catch let end as DryRunEnd {
      return end.result
    }
  }
}
