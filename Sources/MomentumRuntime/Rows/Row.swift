package import MomentumSQLite

/// The current row of a statement, for the generated readers.
///
/// A row is valid only until the statement moves on; later, its readers throw. Columns are counted
/// from 0.
public struct Row {
  let statement: Statement

  package init(_ statement: Statement) { self.statement = statement }

  /// Whether all of the columns are NULL, as for a composite attribute without a value.
  public func isNull(_ columns: [Int]) -> Bool { columns.allSatisfy { isNull($0) } }

  /// Whether a column is NULL.
  public func isNull(_ column: Int) -> Bool {
    if case .null = statement.integerCell(at: column) { return true }
    return false
  }
}

/// A stored value that does not have the type of its property.
public struct RowError: Error, Sendable, Hashable {
  public var column: Int
  /// The expected type: `Int16`, `UUID`.
  public var expected: String

  public init(column: Int, expected: String) {
    self.column = column
    self.expected = expected
  }
}
