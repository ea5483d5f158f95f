/// How a store in a PostgreSQL database is opened.
package struct ServerObjectStoreOptions: Sendable {
  /// The configuration whose entities the store has; `nil` for all entities.
  package var configuration: String?
  package var isReadOnly = false
  /// The most connections that are open at once. A call that finds all of them in use waits.
  package var connectionsMax = 4
  /// The seconds that a call waits for a connection, and a statement for a lock.
  package var timeout = 240.0
  /// After how many seconds the server ends a statement; `nil` for the setting of the server.
  package var statementSeconds: Double?
  /// The schema with the tables; `nil` for the first one of the server's search path.
  package var schema: String?
  /// Whether opening adds the versions of rows to the tables, if they lack them.
  package var preparesTables = false
  /// Called before each statement of a call; an error that it throws is the statement's.
  package var willRun: (@Sendable (String) throws -> Void)?

  package init() {}
}
