internal import MomentumSQL
internal import MomentumText

/// How columns are compared and dates told in an export.
enum ExportedColumn {
  /// SQLite keeps a whole REAL of a numeric column as an INTEGER, which is one value.
  static func isSame(_ left: SQLValue, _ right: SQLValue) -> Bool {
    switch (left, right) {
    case (.real(let real), .integer(let integer)), (.integer(let integer), .real(let real)):
      Int64(exactly: real) == integer
    // By bytes: Swift's `==` takes `é` in one and in two scalars for equal, and the export would not be exact.
    case (.text(let one), .text(let other)): one.utf8.elementsEqual(other.utf8)
    case (.null, _), (.integer, _), (.real, _), (.text, _), (.blob, _): left == right
    }
  }

  static func date(_ seconds: Double) -> String? { ISODate.text(seconds) }
}
