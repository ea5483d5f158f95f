import MomentumSQL
import MomentumSQLite

/// Reads a store that does not change meanwhile, and keeps each result: some checks of a plan have
/// the same statements as its invariants, and each statement reads a whole table.
final class SourceReader {
  let connection: Connection
  private let faults: FaultPoint
  private var values: [SQLFragment: SQLValue?] = [:]

  init(_ connection: Connection, _ faults: FaultPoint) {
    self.connection = connection
    self.faults = faults
  }

  /// The first value of the first row; `nil` if there is no row.
  func value(_ sql: SQLFragment) throws -> SQLValue? {
    if let value = values[sql] { return value }
    let value = try SourceReader.value(sql, connection, faults)
    values[sql] = value
    return value
  }

  func number(_ sql: SQLFragment) throws -> Int64? { try value(sql).flatMap(SourceReader.number) }

  /// Reads the first value of the first row without keeping it, for a database that changes.
  static func value(
    _ sql: SQLFragment, _ connection: Connection, _ faults: FaultPoint
  ) throws -> SQLValue? {
    try faults.willCall(.read, sql.text)
    return try connection.firstValue(sql)
  }

  static func number(
    _ sql: SQLFragment, _ connection: Connection, _ faults: FaultPoint
  ) throws -> Int64? {
    try value(sql, connection, faults).flatMap(number)
  }

  private static func number(_ value: SQLValue) -> Int64? {
    guard case .integer(let number) = value else { return nil }
    return number
  }

  func willRead(_ sql: SQLFragment) throws(MigrationError) { try faults.willCall(.read, sql.text) }
}
