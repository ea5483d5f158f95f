/// A `SELECT` statement as a value. Knows nothing of models; the printer gives it text.
public struct SQLSelect: Sendable, Hashable {
  /// `SELECT DISTINCT`
  public var isDistinct: Bool
  public var columns: [SQLExpression]
  public var source: SQLSource
  public var joins: [SQLJoin]
  /// `WHERE <condition>`
  public var condition: SQLExpression?
  /// `ORDER BY <term>, <term>`
  public var order: [SQLOrderTerm]
  /// `LIMIT <n>`
  public var limit: Int?
  /// `OFFSET <n>`
  public var offset: Int?

  public init(
    isDistinct: Bool = false, columns: [SQLExpression], source: SQLSource, joins: [SQLJoin] = [],
    condition: SQLExpression? = nil, order: [SQLOrderTerm] = [], limit: Int? = nil,
    offset: Int? = nil
  ) {
    self.isDistinct = isDistinct
    self.columns = columns
    self.source = source
    self.joins = joins
    self.condition = condition
    self.order = order
    self.limit = limit
    self.offset = offset
  }
}

/// What stands after `FROM`.
public indirect enum SQLSource: Sendable, Hashable {
  /// `ZVENUE t0`, or `ZVENUE` alone
  case table(String, alias: String?)
  /// `(SELECT …)`
  case select(SQLSelect)
}

/// `JOIN ZLOCATION t1 ON t0.ZLOCATION = t1.Z_PK`
public struct SQLJoin: Sendable, Hashable {
  public enum Kind: String, Sendable, Hashable {
    case inner = "JOIN"
    case leftOuter = "LEFT OUTER JOIN"
  }

  public var kind: Kind
  public var table: String
  public var alias: String
  public var condition: SQLExpression

  public init(_ kind: Kind, table: String, alias: String, on condition: SQLExpression) {
    self.kind = kind
    self.table = table
    self.alias = alias
    self.condition = condition
  }
}

/// `t0.ZNAME COLLATE NSCollateLocaleSensitive  DESC`
public struct SQLOrderTerm: Sendable, Hashable {
  public var expression: SQLExpression
  public var collation: String?
  public var isAscending: Bool

  public init(_ expression: SQLExpression, collation: String? = nil, isAscending: Bool = true) {
    self.expression = expression
    self.collation = collation
    self.isAscending = isAscending
  }
}
