internal import MomentumSQL
internal import MomentumSQLite

/// The keys that a statement selects by: a single key is bound as a value, several keys as a
/// virtual table of values.
struct KeySet {
  let keys: [Int64]

  init(_ keys: [Int64]) { self.keys = keys }

  /// The condition that follows the name of a column: `= ?` or `IN (SELECT * FROM _Z_intarray0)`.
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
      // Do not keep this statement: its keys are bound to it, so the next run would use them again.
      statement = try connection.prepare(
        SQLText(text: text, arrays: [SQLValueArray(name: "_Z_intarray0", values: values)]))
    }
    defer { statement.reset() }
    var rows: [[SQLValue]] = []
    while let row = try statement.nextRow() { rows.append(row) }
    return rows
  }
}
