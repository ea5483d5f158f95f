/// A value in one of SQLite's storage classes (documented: <https://sqlite.org/datatype3.html>).
public enum SQLValue: Sendable, Hashable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
}

/// What a placeholder of a statement stands for.
public enum SQLBinding: Sendable, Hashable {
  case value(SQLValue)
  /// A parameter that the caller gives a value to, named without sigil: `NAME` for `$NAME`.
  case parameter(String)
}

/// Values that a statement reads as a table of one column, because they are too many for placeholders.
public struct SQLValueArray: Sendable, Hashable {
  /// The table's name: `_Z_intarray0`. Arrays of one statement have different names.
  public var name: String
  public var values: [SQLValue]

  public init(name: String, values: [SQLValue]) {
    self.name = name
    self.values = values
  }
}

/// A statement as text with its bindings apart: the n-th binding belongs to the n-th placeholder.
///
/// Values never enter the text.
public struct SQLText: Sendable, Hashable {
  public var text: String
  public var bindings: [SQLBinding]
  /// Where the placeholders stand in the text, as UTF-8 offsets.
  public var placeholders: [Int]
  /// The tables of values that have to be there when the statement runs.
  public var arrays: [SQLValueArray]
  /// Whether the text would be longer than ``SQLPrinter/bytesMax``; then it is empty and no statement.
  public var isTooLong = false

  public init(
    text: String, bindings: [SQLBinding] = [], placeholders: [Int] = [],
    arrays: [SQLValueArray] = []
  ) {
    self.text = text
    self.bindings = bindings
    self.placeholders = placeholders
    self.arrays = arrays
  }
}
