/// The five characters by which PostgreSQL names an error; the first two are its class.
///
/// Documented: <https://www.postgresql.org/docs/current/errcodes-appendix.html>.
package struct SQLState: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  package var rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  package var description: String { rawValue }
  /// `23` for every violated constraint.
  package var errorClass: String { String(rawValue.prefix(2)) }

  package static let featureNotSupported = SQLState(rawValue: "0A000")
  package static let restrictViolation = SQLState(rawValue: "23001")
  package static let notNullViolation = SQLState(rawValue: "23502")
  package static let foreignKeyViolation = SQLState(rawValue: "23503")
  package static let uniqueViolation = SQLState(rawValue: "23505")
  package static let checkViolation = SQLState(rawValue: "23514")
  package static let exclusionViolation = SQLState(rawValue: "23P01")
  package static let readOnlyTransaction = SQLState(rawValue: "25006")
  package static let failedTransaction = SQLState(rawValue: "25P02")
  package static let invalidStatementName = SQLState(rawValue: "26000")
  package static let invalidPassword = SQLState(rawValue: "28P01")
  package static let serializationFailure = SQLState(rawValue: "40001")
  package static let deadlock = SQLState(rawValue: "40P01")
  package static let undefinedObject = SQLState(rawValue: "42704")
  package static let undefinedTable = SQLState(rawValue: "42P01")
  package static let tooManyConnections = SQLState(rawValue: "53300")
  package static let lockNotAvailable = SQLState(rawValue: "55P03")
  /// A request to cancel, or a timeout of the server.
  package static let queryCancelled = SQLState(rawValue: "57014")
  package static let adminShutdown = SQLState(rawValue: "57P01")
  package static let crashShutdown = SQLState(rawValue: "57P02")
  package static let cannotConnectNow = SQLState(rawValue: "57P03")

  /// Whether the same transaction may succeed when it runs again.
  package var isRetryable: Bool { self == .serializationFailure || self == .deadlock }

  /// Whether a row refers to one that does not exist, or would after a deletion.
  ///
  /// From PostgreSQL 18 on, a deletion that ON DELETE RESTRICT refuses has the state 23001; before, it
  /// had 23503 as every other violation of a foreign key (observed: 17.10, 18.6).
  package var isForeignKeyViolation: Bool {
    self == .foreignKeyViolation || self == .restrictViolation
  }

  /// Whether the server's message may quote a value of a row or a parameter: `invalid input syntax
  /// for type integer: "…"`.
  var mayQuoteValues: Bool { errorClass == "22" }
}
