package import MomentumCompiler
internal import MomentumPostgreSQL
internal import MomentumRuntime
internal import MomentumSQL
internal import MomentumSQLite
internal import MomentumStore
internal import MomentumVersionHash

/// Copies a Core Data store into new tables of the plain layout on a server.
///
///     let result = try await CopyToServer(
///       store: "app.sqlite", of: compiled, named: "App", to: address
///     ).run { print($0.rowsDone, $0.rowsTotal) }
///
/// Rows travel by COPY in binary form, in chunks; each chunk is a transaction that also notes how
/// far the copy has come. A copy that was ended goes on at the next chunk. Foreign keys and indexes are
/// made when all rows are there and equal on both sides.
package struct CopyToServer: Sendable {
  let compiled: CompiledModel
  let path: String
  let modelName: String
  let address: ServerAddress
  /// A chunk ends with the row that reaches this size.
  package var chunkBytes = 4 << 20
  /// Whether a large binary whose file is missing is copied as no value, instead of an error. The
  /// copy back refers to the same file again.
  package var allowsMissingFiles = false

  /// - Parameter modelName: The name that the database keeps: that of the bundle.
  package init(
    store path: String, of compiled: CompiledModel, named modelName: String,
    to address: ServerAddress
  ) {
    self.compiled = compiled
    self.path = path
    self.modelName = modelName
    self.address = address
  }

  /// Copies and compares; throws ``ServerError``, or `StoreError` if the store cannot be read.
  package func run(
    _ report: @escaping @Sendable (CopyProgress) -> Void = { _ in }
  ) async throws -> CopyResult {
    let store = try CopiedStore(path: path, compiled, allowsMissingFiles: allowsMissingFiles)
    // All rows are those of one moment, even if an app saves meanwhile.
    try store.connection.execute("BEGIN")
    let plan = CopyPlan(compiled, store: store.schema)
    try plan.requireLinksOnBothSides(store.connection)
    return try await ServerConnection.with(address) { database in
      try await database.connection.withAdvisoryLock(ServerConnection.lockName) { _ in
        try await run(plan, store, database, report)
      }
    }
  }

  private func run(
    _ plan: CopyPlan, _ store: CopiedStore, _ database: ServerConnection,
    _ report: @escaping @Sendable (CopyProgress) -> Void
  ) async throws -> CopyResult {
    let source = "\(store.uuid) \(compiled.hashes.digest)"
    let found = try await database.copyPlaces(source: source)
    // A copy that was ended after its last step, before it could say so, is compared once more.
    let facts = try await database.storeFacts()
    let isWhole = found == nil && facts?.uuid == store.uuid
    if found == nil, !isWhole { try await begin(plan, store, database, source) }
    var progress = CopyProgress(table: "", rowsDone: 0, rowsTotal: 0)
    for table in plan.tables { progress.rowsTotal += try store.count(table.counting) }
    let total = progress.rowsTotal
    progress.rowsTotal *= 2
    for table in plan.tables {
      progress.table = table.name
      var upload = TableUpload(
        table: table, store: store, database: database, chunkBytes: chunkBytes)
      let place = found?[table.name] ?? CopyPlace()
      if place.isDone || isWhole {
        progress.rowsDone += try store.count(table.counting)
      } else {
        try await upload.run(from: place) { rows in
          progress.rowsDone += rows
          report(progress)
        }
      }
    }
    let missingFiles = try await CopyComparison(store: store, database: database, target: .server)
      .run(plan.tables) { table, rows in
        progress.table = table
        progress.rowsDone += rows
        report(progress)
      }
    if !isWhole { try await finish(plan, store, database) }
    let details = try await database.rows(
      "SELECT count(*) FROM \(name: CopyTablesOnServer.rows)")
    return CopyResult(
      tables: plan.tables.count, rows: total, isResumed: found != nil || isWhole,
      detailedRows: Int(try details.first?.integer(at: 0) ?? 0), missingFiles: missingFiles)
  }

  /// Makes the tables without foreign keys and indexes: rows come in any order, and an index is made
  /// faster when they are there.
  private func begin(
    _ plan: CopyPlan, _ store: CopiedStore, _ database: ServerConnection, _ source: String
  ) async throws {
    try await database.connection.transaction { connection in
      try await database.requireNone(of: plan.plain)
      for statement in plan.plain.dividedStatements(.postgreSQL).tables {
        _ = try await connection.execute(script: statement)
      }
      for statement in CopyTablesOnServer.creation { try await database.run(statement) }
      for table in plan.tables {
        try await database.rows(
          """
          INSERT INTO \(name: CopyTablesOnServer.progress) (table_name, source, is_done)
          VALUES ($1, $2, false)
          """, [.text(table.name), .text(source)])
      }
      try await database.rows(
        """
        INSERT INTO \(name: CopyTablesOnServer.store)
          (uuid, metadata, model, framework_version, has_history) VALUES ($1, $2, $3, $4, $5)
        """, store.facts)
    }
  }

  /// Makes what follows when the rows are there, in one transaction.
  private func finish(
    _ plan: CopyPlan, _ store: CopiedStore, _ database: ServerConnection
  ) async throws {
    let lastKeys = try store.lastKeys()
    try await database.connection.transaction { connection in
      for statement in plan.plain.dividedStatements(.postgreSQL).rest {
        _ = try await connection.execute(script: statement)
      }
      try await database.setLastKeys(lastKeys, plan.tables)
      try await database.record(compiled, named: modelName)
      try await database.run("DROP TABLE \(name: CopyTablesOnServer.progress)")
    }
  }
}
