import MomentumSQL

// Pieces of statements that a plan is made of. Names of a model may be hostile: each goes through `sqlName`.

/// A name, quoted where it is not plain.
func sqlName(_ name: String) -> String { SQLPrinter.identifier(name) }

/// A text in quotes.
func sqlText(_ text: String) -> String { SQLPrinter.literal(text) }

/// `3, 4, 7`
func numberList(_ numbers: [Int]) -> String { numbers.map(String.init).joined(separator: ", ") }

/// `Z_ENT IN (3, 4)`; `Z_ENT = 3` for one.
func numberTest(_ column: String, _ numbers: [Int]) -> String {
  numbers.count == 1 ? "\(column) = \(numbers[0])" : "\(column) IN (\(numberList(numbers)))"
}

/// A name as SQLite compares it: ASCII letters without case, all others as they are.
func folded(_ name: String) -> String {
  String(
    decoding: name.utf8.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }, as: UTF8.self)
}
