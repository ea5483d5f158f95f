import Foundation
import MomentumPostgreSQL
import MomentumTestSupport
import Testing

extension PostgreSQLServer {
  /// Tests of this module wait for sockets in tasks. Beside thousands of other tests on a thread for
  /// each processor a wait lasts as long as all of them, and the server closes a connection that says
  /// nothing for a minute. So they run in a process of their own, which sets this variable.
  static let isAlone =
    shared != nil && ProcessInfo.processInfo.environment["MOMENTUM_TEST_LIBPQ"] != nil

  static let aloneReason: Comment =
    "set MOMENTUM_TEST_POSTGRES, and MOMENTUM_TEST_LIBPQ=1 to run MomentumPostgreSQLTests alone"
}

/// A schema of its own on the server of the tests, removed at the end.
struct TestDatabase {
  let schema: String
  let options: PostgreSQLOptions
  /// Connects to the server, and sets it up and looks at it past whatever is tested.
  let observer: PostgreSQLConnection

  /// Runs `body` with an empty schema, which is the search path of the options.
  static func with(
    server: PostgreSQLServer? = PostgreSQLServer.shared, _ script: String = "",
    _ body: (TestDatabase) async throws -> Void
  ) async throws {
    let connection = try #require(server).connection
    let schema = "test_\(UUID().uuidString.lowercased())"
    var options = try PostgreSQLOptions(connection)
    options.settings["search_path"] = schema
    let observer = try await PostgreSQLConnection.open(options)
    try await observer.execute(script: "CREATE SCHEMA \"\(schema)\"; \(script)")
    let database = TestDatabase(schema: schema, options: options, observer: observer)
    do { try await body(database) } catch {
      try await database.remove()
      throw error
    }
    try await database.remove()
  }

  private func remove() async throws {
    // After a restart of the server the observer is lost; its schema went with a server of its own.
    guard await observer.isOpen else { return }
    try await observer.execute(
      script: "SET client_min_messages = warning; DROP SCHEMA \"\(schema)\" CASCADE")
    await observer.close()
  }

  func connect() async throws -> PostgreSQLConnection { try await .open(options) }

  func count(_ table: String) async throws -> Int64? {
    try await observer.query("SELECT count(*) FROM \(table)").first?.integer(at: 0)
  }

  /// Waits until a session runs a statement with this text.
  func waitUntilRuns(_ text: String) async throws {
    let sql = """
      SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND position($1 IN query) > 0
        AND pid <> pg_backend_pid()
      """
    while try await observer.query(sql, [.text(text)]).first?.integer(at: 0) == 0 {
      try await Task.sleep(for: .milliseconds(5))
    }
  }
}

/// The error that `body` throws; `nil` if it throws none, or another kind.
func postgreSQLError<Value>(_ body: () async throws -> Value) async -> PostgreSQLError? {
  do {
    _ = try await body()
    return nil
  } catch { return error as? PostgreSQLError }
}
