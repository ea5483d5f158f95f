import MomentumSQL

// Parts of statements that several planners use.

/// Tests an entity number: `Z_ENT IN (3, 4)`, or `Z_ENT = 3` for one number.
func numberTest(_ column: SQLFragment, _ numbers: [Int]) -> SQLFragment {
  numbers.count == 1
    ? "\(sql: column) = \(number: numbers[0])" : "\(sql: column) IN (\(numbers: numbers))"
}

/// A name in the form in which SQLite compares names: ASCII letters in lower case, all others
/// unchanged.
func folded(_ name: String) -> String {
  String(
    decoding: name.utf8.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }, as: UTF8.self)
}
