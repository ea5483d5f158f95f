internal import CLibPQ

/// A statement that the server keeps for a connection.
final class PreparedStatement: Sendable {
  /// The server's name for it, a C string.
  let name: [CChar]
  let sql: String
  let parameters: [PostgreSQLForm]
  let columns: PostgreSQLColumns

  /// - Parameter described: The server's answer to a request to describe the statement.
  init(name: String, sql: String, described: ResultHandle) {
    self.name = Array(name.utf8CString)
    self.sql = sql
    parameters = (0..<PQnparams(described.pointer)).map { index in
      PostgreSQLType(rawValue: PQparamtype(described.pointer, index)).form
    }
    columns = PostgreSQLColumns(described)
  }
}

/// The statements of one connection; the one that was used longest ago goes first.
struct StatementCache {
  private struct Entry {
    var statement: PreparedStatement
    var lastUse: UInt64
  }

  private let countMax: Int
  private var entries: [String: Entry] = [:]
  private var uses: UInt64 = 0
  private var names: UInt64 = 0

  init(countMax: Int) { self.countMax = max(1, countMax) }

  /// The number of statements that are kept.
  var count: Int { entries.count }

  mutating func statement(_ sql: String) -> PreparedStatement? {
    guard let index = entries.index(forKey: sql) else { return nil }
    uses += 1
    entries.values[index].lastUse = uses
    return entries.values[index].statement
  }

  /// A name that no statement of the connection has had, so that one that could not be removed does
  /// not stand in the way.
  mutating func newName() -> String {
    names += 1
    return "momentum_\(names)"
  }

  mutating func insert(_ statement: PreparedStatement) {
    uses += 1
    entries[statement.sql] = Entry(statement: statement, lastUse: uses)
  }

  mutating func remove(_ sql: String) { entries[sql] = nil }

  /// The statement to remove before another one is kept; `nil` while there is room.
  func oldest() -> PreparedStatement? {
    guard entries.count >= countMax else { return nil }
    return entries.values.min { $0.lastUse < $1.lastUse }?.statement
  }
}
