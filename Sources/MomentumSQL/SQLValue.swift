/// A value in one of SQLite's storage classes (documented: <https://sqlite.org/datatype3.html>).
///
/// ```swift
/// if case .text(let name) = try context.value("name", of: venue) { print(name) }
/// ```
public enum SQLValue: Sendable, Hashable {
  /// NULL.
  case null
  /// An INTEGER.
  case integer(Int64)
  /// A REAL.
  case real(Double)
  /// A TEXT.
  case text(String)
  /// A BLOB.
  case blob([UInt8])
}

/// The replacement of a placeholder in a statement.
///
/// ```swift
/// for case .value(let value) in statement.bindings { print(value) }
/// ```
public enum SQLBinding: Sendable, Hashable {
  /// A value that is known.
  case value(SQLValue)
  /// A parameter whose value the caller supplies. The name has no sigil: `NAME` for `$NAME`.
  case parameter(String)
}

/// Values that a statement reads as a table with one column, because they are too many for
/// placeholders.
package struct SQLValueArray: Sendable, Hashable {
  /// The table's name, such as `_Z_intarray0`. Each array of a statement has another name.
  package var name: String
  package var values: [SQLValue]

  package init(name: String, values: [SQLValue]) {
    self.name = name
    self.values = values
  }
}

/// A statement as text, with separate bindings: the n-th binding belongs to the n-th placeholder.
///
/// Values are never part of the text, so they cannot change its meaning.
///
/// ```swift
/// let statement = try model.sql(for: RequestInput(entity: "Venue", predicate: "rating > 3"))
/// print(statement.text, statement.bindings)  // SELECT … WHERE  t0.ZRATING > ? [value(integer(3))]
/// ```
public struct SQLText: Sendable, Hashable {
  /// The statement, with `?` or `$1` for each value.
  public package(set) var text: String
  /// The values in the order of their placeholders.
  public package(set) var bindings: [SQLBinding]
  /// The positions of the placeholders in the text, as UTF-8 offsets.
  package var placeholders: [Int]
  /// The tables of values that must exist when the statement runs.
  package var arrays: [SQLValueArray]
  /// Whether the text would exceed ``SQLPrinter/bytesMax``. The text is then empty.
  package var isTooLong = false

  package init(
    text: String, bindings: [SQLBinding] = [], placeholders: [Int] = [],
    arrays: [SQLValueArray] = []
  ) {
    self.text = text
    self.bindings = bindings
    self.placeholders = placeholders
    self.arrays = arrays
  }
}
