package import MomentumCompiler
internal import MomentumModel
internal import MomentumPostgreSQL
internal import MomentumRuntime
internal import MomentumSQL
internal import MomentumSQLite
internal import MomentumStore
internal import MomentumVersionHash

/// Copies the tables of a model on a server into a new Core Data store.
///
///     let result = try await CopyFromServer(
///       address, of: compiled, toStore: "app.sqlite"
///     ).run { print($0.rowsDone, $0.rowsTotal) }
///
/// The store is written to a file beside it, with a note of how far the copy has come; a copy that was
/// ended goes on there. The file gets its name when its rows equal those on the server.
package struct CopyFromServer: Sendable {
  let compiled: CompiledModel
  let address: ServerAddress
  let path: String
  /// The number of rows that SQLite writes in one transaction.
  package var chunkRows = 50_000

  package init(
    _ address: ServerAddress, of compiled: CompiledModel, toStore path: String
  ) {
    self.compiled = compiled
    self.address = address
    self.path = path
  }

  /// Copies and compares; throws ``ServerError``, or `StoreError` if the file cannot be written.
  package func run(
    _ report: @escaping @Sendable (CopyProgress) -> Void = { _ in }
  ) async throws -> CopyResult {
    try StoreWriter.checkPlace(path)
    return try await ServerConnection.with(address) { database in
      // All rows are those of one moment.
      let options = PostgreSQLTransaction(.repeatableRead, isReadOnly: true)
      return try await database.connection.transaction(options) { _ in
        try await run(database, report)
      }
    }
  }

  private func run(
    _ database: ServerConnection, _ report: @escaping @Sendable (CopyProgress) -> Void
  ) async throws -> CopyResult {
    let facts = try await database.storeFacts()
    let laidOut = compiled.laidOut(facts)
    let plan = CopyPlan(laidOut, store: laidOut.schema)
    try await requireTables(plan, database)
    let source = try await database.identity(compiled)
    let file = try PartialStore(path: path, laidOut, facts, source: source, plan)
    let isResumed = file.wasThere
    var progress = CopyProgress(table: "", rowsDone: 0, rowsTotal: 0)
    for table in plan.tables {
      let rows = try await database.rows("SELECT count(*) FROM \(name: table.name)")
      progress.rowsTotal += try rows.first?.integer(at: 0).map { Int($0) } ?? 0
    }
    let total = progress.rowsTotal
    progress.rowsTotal *= 2
    var details = 0
    for table in plan.tables where !file.isFinished {
      progress.table = table.name
      let download = TableDownload(
        table: table, file: file, database: database, hasDetails: facts != nil,
        chunkRows: chunkRows)
      details += try await download.run { rows in
        progress.rowsDone += rows
        report(progress)
      }
    }
    progress.rowsDone = total
    try await finish(file, plan, database)
    let store = try CopiedStore(
      path: file.path, laidOut, external: file.external, allowsMissingFiles: true)
    let missingFiles = try await CopyComparison(store: store, database: database, target: .store)
      .run(plan.tables) { table, rows in
        progress.table = table
        progress.rowsDone += rows
        report(progress)
      }
    try file.publish()
    return CopyResult(
      tables: plan.tables.count, rows: total, isResumed: isResumed, detailedRows: details,
      missingFiles: missingFiles)
  }

  private func requireTables(_ plan: CopyPlan, _ database: ServerConnection) async throws {
    let wanted = plan.plain.tables.map(\.name)
    let missing = Set(wanted).subtracting(try await database.existing(wanted)).sorted()
    guard missing.isEmpty else {
      throw ServerError.tablesMissing(missing, address: address.shown)
    }
  }

  private func finish(
    _ file: PartialStore, _ plan: CopyPlan, _ database: ServerConnection
  ) async throws {
    guard !file.isFinished else { return }
    var lastKeys: [Int64: Int64] = [:]
    for table in plan.tables {
      lastKeys[table.rootNumber] = try await database.lastKey(of: table)
    }
    try file.finish(plan, lastKeys)
  }
}

/// What the server keeps of the store that was copied to it.
struct StoreFacts: Sendable {
  var uuid: String
  var metadata: [UInt8]
  var model: [UInt8]?
  var frameworkVersion: Int?
  var hasHistory: Bool
}

extension ServerConnection {
  /// `nil` if the tables were not filled by a copy.
  func storeFacts() async throws -> StoreFacts? {
    guard try await existing([CopyTablesOnServer.store]).isEmpty == false else { return nil }
    let rows = try await rows(
      """
      SELECT uuid, metadata, model, framework_version, has_history
      FROM \(name: CopyTablesOnServer.store)
      """)
    guard let row = rows.first else { return nil }
    let metadata: [UInt8] =
      if case .bytes(let bytes) = try row.value(at: 1) { bytes } else { [] }
    let model: [UInt8]? = if case .bytes(let bytes) = try row.value(at: 2) { bytes } else { nil }
    return StoreFacts(
      uuid: try row.text(at: 0) ?? "", metadata: metadata, model: model,
      frameworkVersion: try row.integer(at: 3).map { Int($0) },
      hasHistory: try row.bool(at: 4) ?? false)
  }

  /// A text by which a resumed copy knows its source again.
  func identity(_ compiled: CompiledModel) async throws -> String {
    let rows = try await rows(
      """
      SELECT CAST(oid AS bigint), CAST(datname AS text) FROM pg_catalog.pg_database
      WHERE datname = current_database()
      """)
    guard let row = rows.first else { return schema }
    let number = try row.integer(at: 0) ?? 0
    return "\(number) \(try row.text(at: 1) ?? "") \(schema) \(compiled.hashes.digest)"
  }
}

extension CompiledModel {
  /// The model with the layout of the version of Core Data that wrote the copied store.
  func laidOut(_ facts: StoreFacts?) -> CompiledModel {
    guard let facts else { return self }
    let checked = CheckedModel(syntax: syntax, model: model, storedRequests: storedRequests)
    return CompiledModel(
      checked, frameworkVersion: facts.frameworkVersion, keepsHistory: facts.hasHistory)
  }
}
