internal import MomentumSQL
internal import MomentumText

/// Compares columns and writes dates for an export.
enum ExportedColumn {
  /// Whether two columns have the same value: SQLite stores a whole REAL of a numeric column as an
  /// INTEGER.
  static func isSame(_ left: SQLValue, _ right: SQLValue) -> Bool {
    switch (left, right) {
    case (.real(let real), .integer(let integer)), (.integer(let integer), .real(let real)):
      Int64(exactly: real) == integer
    // Compare bytes: Swift's `==` treats `é` as one and as two scalars as equal, and the export
    // would change the text.
    case (.text(let one), .text(let other)): one.utf8.elementsEqual(other.utf8)
    case (.null, _), (.integer, _), (.real, _), (.text, _), (.blob, _): left == right
    }
  }

  static func date(_ seconds: Double) -> String? { ISODate.text(seconds) }
}
