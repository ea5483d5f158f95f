public import MomentumSQLite

/// The row that a statement stands on, for the generated readers. Valid only while it is being read.
public struct Row {
  @usableFromInline let statement: Statement

  package init(_ statement: Statement) { self.statement = statement }
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
