internal import Foundation
internal import MomentumCompiler
internal import MomentumModel
package import MomentumObjects
internal import MomentumPostgreSQL
internal import MomentumPropertyList
internal import MomentumRuntime

/// A store of objects in a PostgreSQL database with the tables of the plain layout.
///
///     let store = try PostgreSQLObjectStore("postgresql://app@db.example.org/shop", model: plan)
///     let rows = try store.rows(StoreFetch(FetchRequest(entity: venue.id)))
///
/// Each call has a connection for itself and blocks its thread until the server answers.
package final class PostgreSQLObjectStore: ObjectStore {
  /// The type in descriptions and metadata.
  package static let typeName = "PostgreSQL"

  package let type = PostgreSQLObjectStore.typeName
  /// The address without password and settings.
  package let path: String?
  package let identifier: String
  package let configuration: String?
  package let isReadOnly: Bool
  package let timeout: Double
  let source: ObjectSource
  let connections: ServerConnections
  /// The name under which the database has the model.
  let name: String
  let willRun: (@Sendable (String) throws -> Void)?
  private let held: Set<EntityID>?
  private let information: Locked<(current: StoreInformation, written: StoreInformation)>

  /// Connects to a database that has the tables of the model with versions of rows.
  ///
  /// - Parameter address: A connection string of libpq: `postgresql://user@host/database`,
  ///   `host=… dbname=…`, `service=…`.
  package init(
    _ address: String, model: ModelPlan,
    options: ServerObjectStoreOptions = ServerObjectStoreOptions()
  ) throws {
    let shown = ShownAddress.text(address)
    let members = try model.members(of: options.configuration)
    let connections = try ServerFailure.mapping(.open, shown, nil) {
      ServerConnections(
        try Self.connectionOptions(address, options), connectionsMax: options.connectionsMax,
        timeout: options.timeout)
    }
    let opening = DatabaseOpening(
      model: model, preparesTables: options.preparesTables, isReadOnly: options.isReadOnly,
      shown: shown)
    let opened = try ServerFailure.mapping(.open, shown, nil) {
      try connections.with { try await opening.open($0) }
    }
    path = shown
    configuration = options.configuration
    isReadOnly = options.isReadOnly
    timeout = options.timeout
    willRun = options.willRun
    identifier = opened.identifier
    name = opened.name
    held = members
    self.connections = connections
    source = ObjectSource(model, identifier: opened.identifier)
    var information = StoreInformation(opened.metadata)
    ModelInformation(model, entities: members).write(to: &information)
    information["NSStoreUUID"] = .string(opened.identifier)
    information["NSStoreType"] = .string(Self.typeName)
    self.information = Locked((information, information))
  }

  private static func connectionOptions(
    _ address: String, _ options: ServerObjectStoreOptions
  ) throws -> PostgreSQLOptions {
    var result = try PostgreSQLOptions(address)
    result.settings["lock_timeout"] = milliseconds(options.timeout)
    result.settings["client_min_messages"] = "warning"
    if let seconds = options.statementSeconds {
      result.settings["statement_timeout"] = milliseconds(seconds)
    }
    if let schema = options.schema {
      guard let name = PostgreSQLName.quoted(schema) else {
        throw StoreFailure(.store, "a schema has a name without NUL characters")
      }
      result.settings["search_path"] = name
    }
    return result
  }

  /// The setting of a time: at least 1, since 0 would mean no limit, and at most what it can be.
  private static func milliseconds(_ seconds: Double) -> String {
    let exact = (seconds * 1000).rounded(.up)
    return String(Int32(exactly: max(1, min(exact, 2e9))) ?? 1)
  }

  package var places: ObjectPlaces { source.places }

  package var metadata: StoreInformation {
    get { information.withLock { $0.current } }
    set { information.withLock { $0.current = newValue } }
  }

  package var wantsEmptySaves: Bool { unwrittenMetadata != nil }

  /// The metadata if it has changes that the database lacks; otherwise `nil`.
  var unwrittenMetadata: StoreInformation? {
    information.withLock { $0.current == $0.written ? nil : $0.current }
  }

  func didWrite(_ metadata: StoreInformation) { information.withLock { $0.written = metadata } }

  package func holds(_ entity: EntityPlan) -> Bool { held?.contains(entity.id) ?? true }

  package func close() { connections.close() }

  // MARK: - Calls

  /// Runs statements on a connection of the call's own; errors get the codes of Core Data.
  func call<Value: Sendable>(
    _ operation: ServerFailure.Operation,
    _ body: @escaping @Sendable (ServerLink) async throws -> Value
  ) throws -> Value {
    try ServerFailure.mapping(operation, path ?? "", source.lowering) { [connections, willRun] in
      try connections.with { connection in
        try await body(ServerLink(connection: connection, willRun: willRun))
      }
    }
  }
}
