import MomentumSQL

extension PlainTable {
  /// The table without the rules that a dialect cannot enforce; comments in the SQL list these
  /// rules.
  func adapted(to dialect: SQLDialect) -> PlainTable {
    var table = self
    if !dialect.tables.checksKeysSetToNull { table.dropChecksOfKeysSetToNull() }
    if !dialect.tables.hasPartialIndexes { table.dropIndexConditions() }
    return table
  }

  private mutating func dropChecksOfKeysSetToNull() {
    let keys = Set(foreignKeys.filter { $0.onDelete == .setNull }.map(\.column))
    for index in columns.indices where keys.contains(columns[index].name) {
      let sentences = columns[index].checks.compactMap { check -> String? in
        switch check {
        case .reserved(_, _, let entities):
          "Not enforced: only \(entities.joined(separator: ", ")) may have a value."
        case .required(_, _, let entities):
          "Not enforced: \(entities.joined(separator: ", ")) must have a value, others none."
        case .range, .length, .matches, .entity, .ordered: nil
        }
      }
      let all = [columns[index].comment].compactMap { $0 } + sentences
      columns[index].comment = all.isEmpty ? nil : all.joined(separator: " ")
      columns[index].checks = []
    }
  }

  /// Makes an index with a condition an index of all rows, which still finds the rows of the
  /// condition. A unique index is removed instead: it would refuse rows that do not meet the
  /// condition.
  private mutating func dropIndexConditions() {
    for index in indexes where index.isUnique && index.condition != nil {
      let names = index.terms.map(\.column).joined(separator: ", ")
      notes.append("Not enforced: \(names) is unique among some rows.")
    }
    indexes.removeAll { $0.isUnique && $0.condition != nil }
    for position in indexes.indices { indexes[position].condition = nil }
  }
}
