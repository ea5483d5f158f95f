import Foundation
import MomentumPostgreSQL
import MomentumRuntime
import MomentumServerStore
import MomentumTestSupport
import Testing

/// A schema of its own on the server of the tests, removed at the end.
struct ServerTest {
  /// Like the tests of MomentumPostgreSQL, these wait for sockets in tasks, and run in a process of
  /// their own, which sets the second variable.
  static let isEnabled =
    PostgreSQLServer.shared != nil
    && ProcessInfo.processInfo.environment["MOMENTUM_TEST_LIBPQ"] != nil

  static let reason: Comment =
    "set MOMENTUM_TEST_POSTGRES, and MOMENTUM_TEST_LIBPQ=1 to run MomentumServerStoreTests alone"

  let address: String
  let schema: String
  /// Sets the database up and looks at it past the store.
  let observer: PostgreSQLConnection

  var options: ServerOptions { ServerOptions(connectionsMax: 4, schema: schema) }

  static func with(_ body: (ServerTest) async throws -> Void) async throws {
    let address = try #require(PostgreSQLServer.shared).connection
    let schema = "Test \(UUID().uuidString)"
    var options = try PostgreSQLOptions(address)
    options.settings["search_path"] = "\"\(schema)\""
    let observer = try await PostgreSQLConnection.open(options)
    try await observer.execute(script: "CREATE SCHEMA \"\(schema)\"")
    let test = ServerTest(address: address, schema: schema, observer: observer)
    do { try await body(test) } catch {
      try await test.remove()
      throw error
    }
    try await test.remove()
  }

  private func remove() async throws {
    try await observer.execute(
      script: "SET client_min_messages = warning; DROP SCHEMA \"\(schema)\" CASCADE")
    await observer.close()
  }

  /// Runs `body` with a database that has the empty tables of a model.
  static func withStore<Model: StoredModel>(
    of model: Model.Type, _ options: (inout ServerOptions) -> Void = { _ in },
    _ body: (ServerStore<Model>, ServerTest) async throws -> Void
  ) async throws {
    try await with { test in
      var chosen = test.options
      options(&chosen)
      let store = try await Model.create(server: test.address, options: chosen)
      do { try await body(store, test) } catch {
        await store.close()
        throw error
      }
      await store.close()
    }
  }
}

/// The failure that `body` throws; `nil` if it throws none, or another error.
func failure<Value>(_ body: () async throws -> Value) async -> StoreFailure? {
  do {
    _ = try await body()
    return nil
  } catch { return error as? StoreFailure }
}
