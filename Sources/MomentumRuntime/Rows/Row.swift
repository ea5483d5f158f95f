public import MomentumSQLite

/// The row that a statement stands on, for the generated readers.
///
/// Valid only while it is being read: kept longer, its readers throw. Columns are counted from 0.
public struct Row {
  @usableFromInline let statement: Statement

  @usableFromInline
  package init(_ statement: Statement) { self.statement = statement }

  /// Whether all of the columns are NULL, as those of a composite attribute without a value.
  public func isNull(_ columns: [Int]) -> Bool { columns.allSatisfy { isNull($0) } }

  /// Whether a column is NULL.
  public func isNull(_ column: Int) -> Bool {
    if case .null = statement.integerCell(at: column) { return true }
    return false
  }
}

/// A stored value that is not of the type the model gives its property.
public struct RowError: Error, Sendable, Hashable {
  public var column: Int
  /// What was looked for: `Int16`, `UUID`.
  public var expected: String

  public init(column: Int, expected: String) {
    self.column = column
    self.expected = expected
  }
}
