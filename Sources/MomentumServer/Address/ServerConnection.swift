internal import MomentumPostgreSQL
internal import MomentumSQL

/// A connection to the database of an address, in whose first schema the tables of a model are.
struct ServerConnection {
  let address: ServerAddress
  let connection: PostgreSQLConnection
  /// The schema in which new tables are made: `public`, unless the search path names another one.
  let schema: String

  /// Opens a connection, which the caller closes; errors of the server name the address.
  static func open(_ address: ServerAddress) async throws -> ServerConnection {
    var options = address.options
    // A command that a person waits for finds out that its server is gone.
    options.settings["client_min_messages"] = "warning"
    let connection: PostgreSQLConnection
    do { connection = try await PostgreSQLConnection.open(options) } catch {
      throw ServerError.server(error, address: address.shown)
    }
    do {
      let row = try await connection.query("SELECT CAST(current_schema() AS text)")
      guard let schema = try row.first?.text(at: 0) else {
        throw ServerError.noSchema(address: address.shown)
      }
      return ServerConnection(address: address, connection: connection, schema: schema)
    } catch {
      await connection.close()
      if let error = error as? PostgreSQLError {
        throw ServerError.server(error, address: address.shown)
      }
      throw error
    }
  }

  /// Opens a connection, runs `body`, and closes it; errors of the server name the address.
  static func with<Value>(
    _ address: ServerAddress, _ body: (ServerConnection) async throws -> Value
  ) async throws -> Value {
    let database = try await open(address)
    let value: Value
    do { value = try await body(database) } catch {
      await database.connection.close()
      throw database.named(error)
    }
    await database.connection.close()
    return value
  }

  /// Runs `body`; errors of the server name the address.
  func naming<Value>(_ body: () async throws -> Value) async throws -> Value {
    do { return try await body() } catch { throw named(error) }
  }

  /// An error of the server with the address; every other error unchanged.
  func named(_ error: any Error) -> any Error {
    (error as? PostgreSQLError).map { ServerError.server($0, address: address.shown) } ?? error
  }

  /// The lock that everything takes which changes tables, so that two of them never interleave.
  static let lockName = "momentum"

  @discardableResult
  func rows(
    _ sql: SQLFragment, _ values: [PostgreSQLValue] = []
  ) async throws -> PostgreSQLRows {
    try await connection.query(sql.text(in: .postgreSQL), values)
  }

  /// Runs statements without values and ignores their rows.
  func run(_ sql: SQLFragment) async throws {
    _ = try await connection.execute(script: sql.text(in: .postgreSQL))
  }

  /// Which of these tables, views, sequences or indexes the schema has, sorted.
  func existing(_ names: [String]) async throws -> [String] {
    let rows = try await rows(
      """
      SELECT CAST(c.relname AS text) FROM pg_catalog.pg_class c
      JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = $1 AND c.relname = ANY ($2)
      """, [.text(schema), .array(names.map { .text($0) })])
    return try rows.compactMap { try $0.text(at: 0) }.sorted()
  }
}
