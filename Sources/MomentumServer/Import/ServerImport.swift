internal import Foundation
package import MomentumCompiler
internal import MomentumPostgreSQL
internal import MomentumRuntime
internal import MomentumSQL
internal import MomentumSQLite
internal import MomentumServerStore
internal import MomentumStore

/// Inserts objects into the tables of a model on a server, all or none.
///
///     let insertion = try await ServerImport.begin(address, model: compiled)
///     // import a file into the store at insertion.storePath
///     try await insertion.finish(isDryRun: false)
///
/// The objects first become an empty store in a temporary folder, by the same rules as every import,
/// and then travel by COPY. One transaction; until its end others can read, and wait if they write.
package struct ServerImport: Sendable {
  /// The store to which objects are added; new objects get keys that are free on the server.
  package let storePath: String
  let compiled: CompiledModel
  let database: ServerConnection
  private let folder: URL
  private let plan: CopyPlan

  /// Connects, begins the transaction, and makes the store.
  package static func begin(
    _ address: ServerAddress, model: CompiledModel
  ) async throws -> ServerImport {
    let database = try await ServerConnection.open(address)
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("momentum-import-\(UUID().uuidString)")
    let insertion = ServerImport(
      storePath: folder.appendingPathComponent("objects.sqlite").path, compiled: model,
      database: database, folder: folder, plan: CopyPlan(model, store: model.schema))
    do {
      try await database.requireTables(of: model)
      try await database.run("BEGIN")
      let tables = insertion.plan.tables.map(\.name)
      try await database.run("LOCK TABLE \(names: tables) IN SHARE ROW EXCLUSIVE MODE")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try model.createStore(at: insertion.storePath)
      try await insertion.takeKeys()
    } catch {
      await insertion.cancel()
      throw database.named(error)
    }
    return insertion
  }

  /// Tells the store which keys are taken on the server.
  private func takeKeys() async throws {
    let connection = try Connection(path: storePath, access: .readWrite)
    for table in plan.tables {
      guard let last = try await database.lastKey(of: table) else { continue }
      try connection.execute(
        "UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?",
        [.integer(last), .integer(table.rootNumber)])
    }
  }

  /// Sends the objects of the store and commits; a dry run rolls back.
  ///
  /// - Throws: `StoreFailure` if an object breaks a rule that the server checks,
  ///   ``ServerError/keyTaken(table:address:)`` if an object has the key of another one.
  package func finish(isDryRun: Bool) async throws {
    do {
      try await send()
      try await database.run(isDryRun ? "ROLLBACK" : "COMMIT")
    } catch let error as PostgreSQLError {
      await cancel()
      throw failure(error)
    } catch {
      await cancel()
      throw error
    }
    await cancel()
  }

  /// Ends without a change, and removes the store.
  package func cancel() async {
    await database.connection.close()
    do { try FileManager.default.removeItem(at: folder) } catch {
      // The folder was not made yet; or it stays among temporary files, which the system removes.
    }
  }

  private func send() async throws {
    let store = try CopiedStore(path: storePath, compiled, allowsMissingFiles: false)
    try plan.requireLinksOnBothSides(store.connection)
    let keepsDetails = try await !database.existing([CopyTablesOnServer.rows]).isEmpty
    for table in plan.tables {
      // One COPY for all rows: a row may refer to a later one of the same table.
      try await send(table, .rows, by: table.copyIn)
      if keepsDetails, table.isOfObjects {
        try await send(table, .details, by: TableUpload.detailCopy)
      }
    }
    try await database.setLastKeys(store.lastKeys(), plan.tables)
  }

  private func send(
    _ table: CopyTable, _ content: ImportedRows.Content, by sql: SQLFragment
  ) async throws {
    let rows = ImportedRows(
      path: storePath, compiled: compiled, table: table, content: content)
    _ = try await database.connection.copy(in: sql.text(in: .postgreSQL), from: rows)
  }

  private func failure(_ error: PostgreSQLError) -> any Error {
    if error.state == .uniqueViolation, let table = error.names.table,
      error.names.constraint == "\(table)_pkey"
    {
      return ServerError.keyTaken(table: table, address: database.address.shown)
    }
    let failure = ServerLowering(compiled, entities: .zero).failure(error)
    switch failure.reason {
    case .validation, .noObject: return failure
    case .model, .store, .otherModel, .row, .conflict, .unavailable, .unsettled, .cancelled,
      .request:
      return database.named(error)
    }
  }
}
