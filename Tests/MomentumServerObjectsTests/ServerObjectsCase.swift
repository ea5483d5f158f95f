import Foundation
import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumObjects
import MomentumObjectsProof
import MomentumPostgreSQL
import MomentumSQL
import MomentumServerObjects
import MomentumStore
import MomentumTestSupport
import Testing

/// A schema of its own with the tables of a model, removed at the end.
final class ServerObjectsCase {
  /// Calls of a store wait for a server: beside thousands of other tests each wait would last as
  /// long as all of them, so these run in a process of their own, which sets the second variable.
  static let isEnabled =
    PostgreSQLServer.shared != nil
    && ProcessInfo.processInfo.environment["MOMENTUM_TEST_LIBPQ"] != nil

  static let reason: Comment =
    "set MOMENTUM_TEST_POSTGRES, and MOMENTUM_TEST_LIBPQ=1 to run MomentumServerObjectsTests alone"

  let server: PostgreSQLServer
  let schema: String
  let model: ModelPlan

  static func with(
    _ entities: String, hasVersions: Bool = true, _ body: (ServerObjectsCase) throws -> Void
  ) throws {
    let model = ModelPlan(try ProofModel.compile(entities))
    let test = try ServerObjectsCase(model, hasVersions: hasVersions)
    let outcome = Result { try body(test) }
    try test.remove()
    try outcome.get()
  }

  /// A schema without tables.
  init(empty model: ModelPlan) throws {
    self.model = model
    server = try #require(PostgreSQLServer.shared)
    schema = "Test é \(UUID().uuidString)"
    _ = try server.rows("CREATE SCHEMA \"\(schema)\"")
  }

  convenience init(_ model: ModelPlan, hasVersions: Bool = true) throws {
    try self.init(empty: model)
    let versions = hasVersions ? ServerObjects.script(for: model.compiled) : ""
    try rows(model.compiled.plainSchema.creationScript(.postgreSQL) + versions)
  }

  func remove() throws {
    _ = try server.rows("SET client_min_messages = warning; DROP SCHEMA \"\(schema)\" CASCADE")
  }

  /// Runs a script past the store.
  @discardableResult
  func rows(_ script: String) throws -> [[String?]] {
    try server.rows("SET search_path = \"\(schema)\";\n" + script)
  }

  /// The name of the sessions of this case.
  var application: String { "objects-\(schema.suffix(36))" }

  /// Ends all sessions of the stores, as an administrator does.
  func endSessions() throws {
    _ = try server.rows(
      "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
        + "WHERE application_name = '\(application)'")
  }

  func store(
    _ change: (inout ServerObjectStoreOptions) -> Void = { _ in }
  ) throws -> PostgreSQLObjectStore {
    var options = ServerObjectStoreOptions()
    options.schema = schema
    options.timeout = 20
    change(&options)
    return try PostgreSQLObjectStore(
      server.connection + " application_name=\(application)", model: model, options: options)
  }

  /// A context over a store of its own: no other context of the process knows what it saves.
  func context(
    _ change: (inout ServerObjectStoreOptions) -> Void = { _ in }
  ) throws -> ObjectContext {
    let coordinator = StoreCoordinator(model)
    try coordinator.add(store(change))
    return ObjectContext(coordinator)
  }
}

extension ManagedObject {
  func text(_ key: String) -> String? {
    if case .attribute(.string(let text)) = self[key] { text } else { nil }
  }

  func number(_ key: String) -> Int64? {
    if case .attribute(.integer(let number)) = self[key] { number } else { nil }
  }
}
