internal import MomentumCompiler
internal import MomentumPostgreSQL
public import MomentumRuntime
internal import MomentumSQL
internal import MomentumStore
internal import MomentumVersionHash

extension StoredModel {
  /// Opens a database that has the tables of this version of the model.
  ///
  /// ```swift
  /// let store = try await BubbleTea.open(server: "postgresql://app@db.example.org/tea")
  /// ```
  ///
  /// - Parameter address: A connection string of libpq: `postgresql://user@host/database`,
  ///   `host=… dbname=…`, `service=…`.
  /// - Throws: `.otherModel` if the database has no tables of the model, or those of another version;
  ///   `.unavailable` if the server cannot be reached.
  public static func open(
    server address: String, options: ServerOptions = ServerOptions()
  ) async throws(StoreFailure) -> ServerStore<Self> {
    try await opened(address, options) { record, database throws(StoreFailure) in
      try await database.check(record)
    }
  }

  /// Makes the tables of the model in a database that does not have them, and opens it.
  public static func create(
    server address: String, options: ServerOptions = ServerOptions()
  ) async throws(StoreFailure) -> ServerStore<Self> {
    try await opened(address, options) { record, database throws(StoreFailure) in
      guard try await database.createTables(record) else {
        throw StoreFailure(.store, "the database already has tables of the model '\(record.model)'")
      }
    }
  }

  /// Opens a database, and first makes the tables of the model if it has none.
  ///
  /// If several processes do so at the same time, one of them makes the tables and all open them.
  public static func openOrCreate(
    server address: String, options: ServerOptions = ServerOptions()
  ) async throws(StoreFailure) -> ServerStore<Self> {
    try await opened(address, options) { record, database throws(StoreFailure) in
      if try await !database.createTables(record) {
        try await database.check(record)
      }
    }
  }

  private static func opened(
    _ address: String, _ options: ServerOptions,
    _ prepare: (PlainModelRecord, ServerDatabase) async throws(StoreFailure) -> Void
  ) async throws(StoreFailure) -> ServerStore<Self> {
    let compiled = try model.compiled.get()
    let pool: PostgreSQLPool
    do { pool = try options.pool(address) } catch let error as PostgreSQLError {
      throw StoreFailure(error, nil)
    } catch let error as StoreFailure { throw error } catch {
      throw StoreFailure(.store, "the connection cannot be set up: \(type(of: error))")
    }
    let database = ServerDatabase(pool: pool, compiled: compiled, observe: options.observe)
    let hashes = compiled.hashes.entities.map { ($0.name, $0.hexadecimal) }
    let record = PlainModelRecord(
      model: model.name, hashes: Dictionary(hashes) { first, _ in first })
    do throws(StoreFailure) { try await prepare(record, database) } catch {
      await pool.close()
      throw error
    }
    return ServerStore(database)
  }
}

extension ServerDatabase {
  /// Throws unless the database has the tables of the record.
  fileprivate func check(_ wanted: PlainModelRecord) async throws(StoreFailure) {
    let records: [PlainModelRecord]
    do {
      records = try await pool.withConnection { try await self.records($0) }
    } catch { throw failure(error) }
    guard let found = records.first(where: { $0.model == wanted.model }) else {
      let others = records.map { "'\($0.model)'" }.joined(separator: ", ")
      throw StoreFailure(
        .otherModel,
        "the database has no tables of the model '\(wanted.model)'"
          + (others.isEmpty ? "" : ", but of \(others)"))
    }
    guard found.layout == wanted.layout else {
      throw StoreFailure(
        .otherModel, "another version of Momentum made the tables of the model '\(wanted.model)'")
    }
    let different = found.entitiesDiffering(from: wanted)
    guard different.isEmpty else {
      let entities = different.map { entity in
        if found.hashes[entity] == nil { return "the database has no entity '\(entity)'" }
        return wanted.hashes[entity] == nil
          ? "the model has no entity '\(entity)'" : "entity '\(entity)' is another one"
      }
      throw StoreFailure(
        .otherModel,
        "the database has another version of the model '\(wanted.model)': "
          + entities.joined(separator: ", "))
    }
  }

  /// The records of the database; none if it has no table for them.
  private func records(
    _ connection: PostgreSQLConnection
  ) async throws(PostgreSQLError) -> [PlainModelRecord] {
    let rows: PostgreSQLRows
    do {
      rows = try await query(
        PlainModelRecord.reading.text(in: .postgreSQL), [], on: connection)
    } catch {
      guard error.state == .undefinedTable else { throw error }
      return []
    }
    var read: [(model: String, entity: String, hash: String, layout: Int64)] = []
    for row in rows {
      read.append(
        (
          try row.text(at: 0) ?? "", try row.text(at: 1) ?? "", try row.text(at: 2) ?? "",
          try row.integer(at: 3) ?? 0
        ))
    }
    return PlainModelRecord.records(read)
  }

  /// Makes the tables and the record in one transaction; returns `false` if the database has a
  /// record of the model, of whatever version.
  fileprivate func createTables(_ record: PlainModelRecord) async throws(StoreFailure) -> Bool {
    let script = compiled.plainSchema.creationScript(.postgreSQL)
    do {
      return try await pool.transaction { connection in
        // Two processes that create tables at the same time would both find none.
        _ = try await connection.query(
          "SELECT pg_advisory_xact_lock(hashtext('momentum ' || coalesce(current_schema(), '')))")
        _ = try await connection.execute(
          script: PlainModelRecord.creation.text(in: .postgreSQL))
        let known = try await self.records(connection)
        guard !known.contains(where: { $0.model == record.model }) else { return false }
        _ = try await connection.execute(script: script)
        for statement in record.writing {
          _ = try await connection.query(
            statement.text(in: .postgreSQL), try ServerValue.parameters(of: statement.bindings))
        }
        return true
      }
    } catch { throw failure(error) }
  }
}
