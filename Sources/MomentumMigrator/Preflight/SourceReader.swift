import MomentumSQL
import MomentumSQLite

/// Reads a store that does not change meanwhile: each statement runs once, since some of a plan's checks
/// ask what its invariants ask too, and each reads a whole table.
final class SourceReader {
  let connection: Connection
  private let gate: CallGate
  private var known: [String: SQLValue?] = [:]

  init(_ connection: Connection, _ gate: CallGate) {
    self.connection = connection
    self.gate = gate
  }

  /// The first value of the first row.
  func value(_ sql: String) throws -> SQLValue? {
    if let value = known[sql] { return value }
    let value = try SourceReader.value(sql, connection, gate)
    known[sql] = value
    return value
  }

  func number(_ sql: String) throws -> Int64? { try value(sql).flatMap(SourceReader.number) }

  /// The same of a database that changes.
  static func value(
    _ sql: String, _ connection: Connection, _ gate: CallGate
  ) throws -> SQLValue? {
    try gate.pass(.read, sql)
    return try connection.firstValue(sql)
  }

  static func number(
    _ sql: String, _ connection: Connection, _ gate: CallGate
  ) throws -> Int64? {
    try value(sql, connection, gate).flatMap(number)
  }

  private static func number(_ value: SQLValue) -> Int64? {
    guard case .integer(let number) = value else { return nil }
    return number
  }

  func pass(_ sql: String) throws(MigrationError) { try gate.pass(.read, sql) }
}
