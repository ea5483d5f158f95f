package import MomentumSQLite

/// The current row of a statement, for the generated readers.
///
/// A row is valid only until the statement moves on; later, its readers throw. Columns are counted
/// from 0.
///
/// Each reader throws a ``RowError`` if the column has no value of its type:
///
/// ```swift
/// public init(row: Row) throws(RowError) {
///   objectID = try row.key(1)
///   name = try row.string(5)
///   note = try row.stringIfPresent(6)
/// }
/// ```
public struct Row {
  /// Where the row's values are.
  ///
  /// An enum of two classes, and not a protocol: each reader then compares one bit, and calls the
  /// statement's functions directly, as it did when there were only statements.
  enum Source {
    case statement(Statement)
    case values(RowValues)
  }

  let source: Source

  package init(_ statement: Statement) { source = .statement(statement) }

  package init(_ values: RowValues) { source = .values(values) }

  /// Whether all of the columns are NULL, as for a composite attribute without a value.
  public func isNull(_ columns: [Int]) -> Bool { columns.allSatisfy { isNull($0) } }

  /// Whether a column is NULL.
  public func isNull(_ column: Int) -> Bool {
    if case .null = integerCell(column) { return true }
    return false
  }
}

/// A stored value that does not have the type of its property.
///
/// A type of your own throws it for values that it does not have:
///
/// ```swift
/// guard let level = Level(label: try row.string(column)) else {
///   throw RowError(column: column, expected: "Level")
/// }
/// ```
public struct RowError: Error, Sendable, Hashable {
  /// The number of the column in the row, from 0.
  public var column: Int
  /// The name of the expected type, for example `Int16` or `UUID`.
  public var expected: String

  /// Makes an error about a column, counted from 0, with the name of the expected type.
  public init(column: Int, expected: String) {
    self.column = column
    self.expected = expected
  }
}
