/// An operation that PostgreSQL, the network or the pool refused.
///
/// Holds SQL with placeholders and names of the schema, never a stored value and never a password.
/// The server's DETAIL quotes values, so it is kept only where
/// ``PostgreSQLOptions/keepsDetail`` asks for it.
package struct PostgreSQLError: Error, Sendable, Hashable {
  /// The operation that failed, as it is written after "cannot".
  package enum Operation: String, Sendable, Hashable {
    case connect
    case prepare
    case execute
    case copy
    case begin
    case commit
    case rollBack = "roll back"
    case listen
    case read = "read a value"
    case lend = "lend a connection"
  }

  /// The reason, as far as a caller may want to react to it.
  package enum Reason: String, Sendable, Hashable {
    case badConnectionString = "the connection string cannot be read"
    case libraryMissing = "libpq is not installed (in Debian and Ubuntu, the package libpq5)"
    case cannotConnect = "the server cannot be reached"
    case unsupportedServer = "the server is older than PostgreSQL 12"
    case timedOut = "the time is over"
    case connectionLost = "the connection is lost"
    case closed = "the connection or the pool is closed"
    case cancelled = "the task was cancelled"
    case poolExhausted = "all connections are in use"
    /// The server refused: see ``PostgreSQLError/state``.
    case server = "the server refused"
    /// A connection that copies rows runs no other statement.
    case copyUnderWay = "the connection is copying rows"
    case notACopy = "the statement is not COPY in this direction"
    case valueCount = "the number of values differs from the number of placeholders"
    case valueType = "a value does not fit the type of its placeholder"
    case valueOutOfRange = "a value is outside the range of its type"
    case malformedValue = "the server's bytes are not a value of the column's type"
    case zeroByte = "the statement has a NUL character"
    /// The connection was lost while COMMIT ran: the changes are there or not.
    case unsettled = "it is not known whether the transaction was committed"
    /// A statement had failed before COMMIT, so the server rolled back.
    case rolledBack = "the transaction was rolled back, since a statement in it had failed"
  }

  package var operation: Operation
  package var reason: Reason
  package var state: SQLState?
  /// The server's message, or ours if the server sent none or one that quotes values.
  package var message: String
  package var names = Names()
  /// The statement, with placeholders for its values.
  package var sql: String?
  /// The server's DETAIL, which quotes values; only if the options ask for it.
  package var detail: String?

  /// The names that the server sends with an error.
  package struct Names: Sendable, Hashable {
    package var schema: String?
    package var table: String?
    package var column: String?
    package var dataType: String?
    package var constraint: String?
  }

  package init(
    _ operation: Operation, _ reason: Reason, state: SQLState? = nil, message: String? = nil,
    sql: String? = nil
  ) {
    self.operation = operation
    self.reason = reason
    self.state = state
    self.message = message ?? reason.rawValue
    self.sql = sql
  }

  /// Whether the same transaction may succeed when it runs again.
  package var isRetryable: Bool { state?.isRetryable == true && reason == .server }
}

extension PostgreSQLError: CustomStringConvertible {
  /// The error in one line: `cannot execute: duplicate key value violates unique constraint "venue_pkey"
  /// (SQLSTATE 23505, table 'venue', constraint 'venue_pkey'); statement: INSERT …`.
  package var description: String {
    var text = "cannot \(operation.rawValue): \(message)"
    let facts: [(String, String?)] = [
      ("SQLSTATE", state?.rawValue), ("schema", names.schema), ("table", names.table),
      ("column", names.column), ("type", names.dataType), ("constraint", names.constraint),
    ]
    let shown = facts.compactMap { name, value in
      value.map { name == "SQLSTATE" ? "\(name) \($0)" : "\(name) '\($0)'" }
    }
    if !shown.isEmpty { text += " (\(shown.joined(separator: ", ")))" }
    if let need { text += "; \(need)" }
    if let detail { text += "; detail: \(detail)" }
    if let sql { text += "; statement: \(sql)" }
    return text
  }

  /// What the server lacks, where its message alone does not say so: `collation "und-x-icu" for
  /// encoding "UTF8" does not exist`.
  ///
  /// Documented: <https://www.postgresql.org/docs/current/collation.html>, "ICU Collations": they
  /// exist if the server was built with ICU, in databases whose encoding ICU supports.
  private var need: String? {
    guard state == .undefinedObject, message.contains("-x-icu") else { return nil }
    return "such a sort order needs a server that was built with ICU, and a database in an "
      + "encoding that ICU supports"
  }
}
