internal import MomentumModel
internal import MomentumSQL
internal import MomentumSQLite

extension GraphWriter {
  /// Writes those values of an object that differ from its row, and updates inverse relationships.
  /// Writes nothing if no value differs.
  func update(_ plan: RowPlan, _ key: Int64, _ values: [SQLValue]) throws {
    try plan.check(values)
    try transaction {
      guard let row = try firstRow(plan.select, [.integer(key)]),
        case .integer(let number) = row[0], entity(numbered: number, in: plan.entity) != nil
      else { throw missing(plan) }
      try updateKeys(plan, key, row, values)
      try updateAttributes(plan, key, row, values)
    }
  }

  func missing(_ plan: RowPlan) -> StoreFailure {
    StoreFailure(.noObject, "no object of entity '\(plan.name)' has the given key")
  }

  private func updateKeys(
    _ plan: RowPlan, _ key: Int64, _ row: [SQLValue], _ values: [SQLValue]
  ) throws {
    for (index, relationship, column) in plan.toOnes {
      do {
        try setToOne(
          relationship, column, source: key, old: row[index + 1].key, to: values[index].key)
      } catch let error as SQLiteError { throw plan.failure(for: error) }
    }
  }

  /// Writes attributes: `UPDATE ZVENUE SET ZNAME = ?, Z_OPT = Z_OPT + 1 WHERE Z_PK = ?`.
  private func updateAttributes(
    _ plan: RowPlan, _ key: Int64, _ row: [SQLValue], _ values: [SQLValue]
  ) throws {
    var columns: [SQLFragment] = []
    var changed: [SQLValue] = []
    for (index, rule) in plan.attributes where !row[index + 1].isSame(as: values[index]) {
      columns.append("\(name: rule.column) = ?")
      changed.append(values[index])
      log?.note(.attribute(rule.id), RowKey(root: plan.root, key: key))
    }
    guard !columns.isEmpty else { return }
    if log?.touch(RowKey(root: plan.root, key: key)) == true {
      columns.append("Z_OPT = Z_OPT + 1")
    }
    do {
      try run(
        "UPDATE \(name: plan.table) SET \(list: columns) WHERE Z_PK = ?",
        changed + [.integer(key)])
    } catch let error as SQLiteError { throw plan.failure(for: error) }
  }
}

extension SQLValue {
  /// The value as a foreign key; `nil` if it is not an integer.
  var key: Int64? { if case .integer(let key) = self { key } else { nil } }

  /// Whether the value is NULL. It is faster than `== .null`, which would compare whole values.
  var isNull: Bool { if case .null = self { true } else { false } }

  /// Whether a column that was written with one value reads as the other one. In a column with
  /// numeric affinity, SQLite stores a REAL without fraction as an INTEGER.
  func isSame(as other: SQLValue) -> Bool {
    switch (self, other) {
    case (.integer(let integer), .real(let real)), (.real(let real), .integer(let integer)):
      Double(exactly: integer) == real
    // Compare bytes. Swift's `==` would treat another Unicode spelling of an accent as equal and
    // not store it.
    case (.text(let text), .text(let other)): text.utf8.elementsEqual(other.utf8)
    case (.null, _), (.integer, _), (.real, _), (.text, _), (.blob, _): self == other
    }
  }
}
