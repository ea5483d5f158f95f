internal import MomentumSQL
internal import MomentumStore

/// The names that the server has for constraints, indexes and sequences of a model's tables, where
/// they are others than in a database that was just made.
package struct ServerNames: Sendable, Hashable {
  /// The actual name of a constraint by its table and by the name in a fresh database.
  package var constraints: [String: [String: String]] = [:]
  /// The actual name of an index by the name in a fresh database.
  package var indexes: [String: String] = [:]
  /// The sequence of each table's key.
  package var sequences: [String: String] = [:]
  /// Whether rows were copied from a store, with details by the names of tables.
  package var hasStoreRows = false
  /// Whether the rows have versions, which contexts need.
  package var hasVersions = false

  package init() {}

  func constraint(_ name: String, of table: String) -> String {
    constraints[table]?[name] ?? name
  }

  func index(_ name: String) -> String { indexes[name] ?? name }
}

/// The names that PostgreSQL itself gives to constraints without one: `venue_rank_check`,
/// `venue_rank_check1`, `venue_pkey`.
///
/// Observed, servers 12 to 18, and compared with the server's own by a test: the table, the column
/// if the condition has one alone, and the kind; a number where the schema has the name already; the
/// longer of both names cut until the whole has 63 bytes.
struct AutomaticNames {
  private var used: Set<String> = []

  init() {}

  /// `venue_rank_check`
  mutating func take(_ table: String, _ column: String?, _ label: String) -> String {
    var number = 0
    while true {
      let ending = number == 0 ? label : label + String(number)
      let name = Self.joined(table, column, ending)
      if used.insert(name).inserted { return name }
      number += 1
    }
  }

  mutating func insert(_ name: String) { used.insert(name) }

  static func joined(_ first: String, _ second: String?, _ label: String) -> String {
    var (left, right) = (Array(first.utf8), Array((second ?? "").utf8))
    let room = 63 - (1 + label.utf8.count) - (second == nil ? 0 : 1)
    var (leftCount, rightCount) = (left.count, right.count)
    while leftCount + rightCount > room {
      if leftCount > rightCount { leftCount -= 1 } else { rightCount -= 1 }
    }
    left = clipped(left, leftCount)
    right = clipped(right, rightCount)
    let parts = second == nil ? [left] : [left, right]
    let words = parts.map { String(decoding: $0, as: UTF8.self) } + [label]
    return words.joined(separator: "_")
  }

  /// The bytes without a character of which only a part fits.
  private static func clipped(_ bytes: [UInt8], _ count: Int) -> [UInt8] {
    var end = min(count, bytes.count)
    while end < bytes.count, end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return Array(bytes[..<end])
  }
}

/// The names of one table's constraints in a database that was just made.
struct FreshNames {
  /// The checks in the order of the statement, each with its name; those that PostgreSQL cannot
  /// express have none.
  private(set) var checks: [String: [(name: String, check: PlainConstraint)]] = [:]
  /// The name of each foreign key by its table and column.
  private(set) var keys: [String: [String: String]] = [:]
  private(set) var primaryKeys: [String: String] = [:]
  private(set) var sequences: [String: String] = [:]

  init(_ schema: PlainSchema) {
    var names = AutomaticNames()
    var made: Set<String> = []
    for table in schema.tables {
      made.insert(table.name)
      for check in table.columns.flatMap(\.checks) + table.checks
      where check.condition(.postgreSQL) != nil {
        let columns = Set(check.columns)
        let name = names.take(table.name, columns.count == 1 ? columns.first : nil, "check")
        checks[table.name, default: []].append((name, check))
      }
      // The server makes indexes after checks, and foreign keys last.
      primaryKeys[table.name] = names.take(table.name, nil, "pkey")
      for constraint in table.uniqueConstraints { names.insert(constraint.name) }
      if case .entity = table.kind, let key = table.primaryKey.first {
        sequences[table.name] = AutomaticNames.joined(table.name, key, "seq")
      }
      for key in table.foreignKeys where made.contains(key.table) {
        keys[table.name, default: [:]][key.column] = names.take(table.name, key.column, "fkey")
      }
    }
    for table in schema.tables {
      for key in table.foreignKeys where keys[table.name]?[key.column] == nil {
        keys[table.name, default: [:]][key.column] = key.name
      }
    }
  }
}
