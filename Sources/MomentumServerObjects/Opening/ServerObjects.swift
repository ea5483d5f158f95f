public import MomentumCompiler
public import MomentumObjects
internal import MomentumSQL
internal import MomentumServerStore

/// How containers open stores in PostgreSQL databases.
///
/// ```swift
/// container.coordinator.register(ServerObjects(connectionsMax: 8))
/// container.descriptions = [.postgreSQL("postgresql://app@db.example.org/shop")]
/// try container.openStores()
/// ```
///
/// The database has the tables of the model, as `momentum create MODEL postgresql://…` makes them,
/// with versions of rows: ``script(for:)``.
public struct ServerObjects: Sendable {
  /// The most connections that a store has open at once. A call that finds all of them in use waits.
  public var connectionsMax: Int
  /// After how many seconds the server ends a statement; `nil` for the setting of the server.
  public var statementSeconds: Double?
  /// The schema with the tables; `nil` for the first one of the server's search path.
  public var schema: String?
  /// Whether opening a store adds the versions of rows to tables that lack them.
  public var preparesTables: Bool

  /// Makes options; by default a store has up to 4 connections and changes no tables.
  public init(
    connectionsMax: Int = 4, statementSeconds: Double? = nil, schema: String? = nil,
    preparesTables: Bool = false
  ) {
    self.connectionsMax = connectionsMax
    self.statementSeconds = statementSeconds
    self.schema = schema
    self.preparesTables = preparesTables
  }

  /// The SQL that adds versions of rows to the tables of a model: a column and a trigger for each
  /// table, and a table for the metadata of the store. Without them a context could not see that
  /// others have changed a row, so opening fails. It may run again.
  public static func script(for model: CompiledModel) -> String {
    ObjectTables(schema: model.plainSchema).statements
      .map { $0.text(in: .postgreSQL) + ";\n" }.joined()
  }
}

extension StoreCoordinator {
  /// Lets descriptions name PostgreSQL databases: ``StoreDescription/postgreSQL(_:)``.
  public func register(_ servers: ServerObjects) {
    register(
      PostgreSQLObjectStore.typeName,
      ModuleStoreType(
        open: { model, description in
          guard case .custom(_, let address?) = description.kind else {
            throw ObjectError(
              .init(rawValue: 134_080), "a store of PostgreSQL needs the address of its database")
          }
          return try PostgreSQLObjectStore(
            address, model: model, options: ServerObjectStoreOptions(servers, description))
        }, shown: { ShownAddress.text($0) }))
  }
}

extension StoreDescription {
  /// A description of a store in a PostgreSQL database.
  ///
  /// - Parameter address: A connection string of libpq: `postgresql://user@host/database`,
  ///   `host=… dbname=…`, `service=…`.
  public static func postgreSQL(_ address: String) -> StoreDescription {
    StoreDescription(.custom(type: PostgreSQLObjectStore.typeName, path: address))
  }
}

extension ServerObjectStoreOptions {
  fileprivate init(_ servers: ServerObjects, _ description: StoreDescription) {
    self.init()
    configuration = description.configuration
    isReadOnly = description.isReadOnly
    timeout = description.timeout
    connectionsMax = servers.connectionsMax
    statementSeconds = servers.statementSeconds
    schema = servers.schema
    preparesTables = servers.preparesTables
  }
}
