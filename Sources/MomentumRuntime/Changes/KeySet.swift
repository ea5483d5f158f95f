internal import MomentumSQL
internal import MomentumSQLite

/// The keys that one statement is about: a single key is bound as a value, several as a table of
/// values.
struct KeySet {
  let keys: [Int64]

  init(_ keys: [Int64]) { self.keys = keys }

  /// `= ?` or `IN (SELECT * FROM _Z_intarray0)`, to follow a column.
  var condition: SQLFragment {
    keys.count == 1 ? "= ?" : "IN (SELECT * FROM _Z_intarray0)"
  }
}

extension GraphWriter {
  /// Runs a statement for a set of keys. Does nothing for an empty set.
  func run(_ set: KeySet, _ sql: (KeySet) -> SQLFragment) throws {
    _ = try rows(set, sql)
  }

  func rows(_ set: KeySet, _ sql: (KeySet) -> SQLFragment) throws -> [[SQLValue]] {
    guard let first = set.keys.first else { return [] }
    let fragment = sql(set)
    let text = fragment.text
    try willRun?(text)
    let values = set.keys.map { SQLValue.integer($0) }
    let statement: Statement
    if set.keys.count == 1 {
      statement = try self.statement(fragment)
      try statement.bind([.integer(first)])
    } else {
      // Do not keep this statement: it is bound to its list, and would use the old keys for another
      // list.
      statement = try connection.prepare(
        SQLText(text: text, arrays: [SQLValueArray(name: "_Z_intarray0", values: values)]))
    }
    defer { statement.reset() }
    var rows: [[SQLValue]] = []
    while let row = try statement.nextRow() { rows.append(row) }
    return rows
  }
}
