public import MomentumText

/// A `SELECT` statement as a value, independent of any model. The printer makes its text.
public struct SQLSelect: Sendable, Hashable {
  /// `SELECT DISTINCT`
  public var isDistinct: Bool
  public var columns: [SQLExpression]
  public var source: SQLSource
  public var joins: [SQLJoin]
  /// `WHERE <condition>`
  public var condition: SQLExpression?
  /// `GROUP BY <a>, <b>`
  public var groups: [SQLExpression]
  /// `HAVING <condition>`
  public var groupCondition: SQLExpression?
  /// `ORDER BY <term>, <term>`
  public var order: [SQLOrderTerm]
  /// `LIMIT <n>`
  public var limit: Int?
  /// `OFFSET <n>`
  public var offset: Int?

  public init(
    isDistinct: Bool = false, columns: [SQLExpression], source: SQLSource, joins: [SQLJoin] = [],
    condition: SQLExpression? = nil, groups: [SQLExpression] = [],
    groupCondition: SQLExpression? = nil, order: [SQLOrderTerm] = [], limit: Int? = nil,
    offset: Int? = nil
  ) {
    self.isDistinct = isDistinct
    self.columns = columns
    self.source = source
    self.joins = joins
    self.condition = condition
    self.groups = groups
    self.groupCondition = groupCondition
    self.order = order
    self.limit = limit
    self.offset = offset
  }
}

/// The source after `FROM`.
public indirect enum SQLSource: Sendable, Hashable {
  /// `ZVENUE t0`, or `ZVENUE` alone
  case table(String, alias: String?)
  /// `(SELECT …)`, followed by ` t0`
  case select(SQLSelect, alias: String?)
  /// `(SELECT … UNION SELECT …) t0`
  case union(SQLSelect, SQLSelect, alias: String)
  /// `_Z_intarray0 t0`. Its one column is named `value`
  case array(SQLValueArray, alias: String)
}

/// `JOIN ZLOCATION t1 ON t0.ZLOCATION = t1.Z_PK`
public struct SQLJoin: Sendable, Hashable {
  public enum Kind: String, Sendable, Hashable {
    case inner = "JOIN"
    case leftOuter = "LEFT OUTER JOIN"
  }

  public var kind: Kind
  public var source: SQLSource
  public var condition: SQLExpression

  public init(_ kind: Kind, _ source: SQLSource, on condition: SQLExpression) {
    self.kind = kind
    self.source = source
    self.condition = condition
  }
}

/// `t0.ZNAME COLLATE NSCollateLocaleSensitive  DESC`
public struct SQLOrderTerm: Sendable, Hashable {
  public var expression: SQLExpression
  /// The collation; `nil` for values that are not text.
  public var collation: SortComparison?
  public var isAscending: Bool

  public init(
    _ expression: SQLExpression, collation: SortComparison? = nil, isAscending: Bool = true
  ) {
    self.expression = expression
    self.collation = collation
    self.isAscending = isAscending
  }
}
