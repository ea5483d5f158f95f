package import MomentumText

/// A `SELECT` statement as a value, independent of any model. `SQLPrinter` turns it into text.
package struct SQLSelect: Sendable, Hashable {
  /// Whether equal rows are returned once: `SELECT DISTINCT`.
  package var isDistinct: Bool
  package var columns: [SQLExpression]
  package var source: SQLSource
  package var joins: [SQLJoin]
  /// The condition on rows: `WHERE <condition>`.
  package var condition: SQLExpression?
  /// The expressions to group rows by: `GROUP BY <a>, <b>`.
  package var groups: [SQLExpression]
  /// The condition on groups: `HAVING <condition>`.
  package var groupCondition: SQLExpression?
  /// The order of the rows: `ORDER BY <term>, <term>`.
  package var order: [SQLOrderTerm]
  /// The greatest number of rows: `LIMIT <n>`; `nil` for no limit.
  package var limit: Int?
  /// The number of rows to skip: `OFFSET <n>`; `nil` to skip no row.
  package var offset: Int?

  package init(
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
package indirect enum SQLSource: Sendable, Hashable {
  /// A table with or without an alias: `ZVENUE t0`, `ZVENUE`.
  case table(String, alias: String?)
  /// The rows of another SELECT, with or without an alias: `(SELECT …) t0`.
  case select(SQLSelect, alias: String?)
  /// The rows of two SELECTs, each row once: `(SELECT … UNION SELECT …) t0`.
  case union(SQLSelect, SQLSelect, alias: String)
  /// A table of values, whose one column is named `value`: `_Z_intarray0 t0`.
  case array(SQLValueArray, alias: String)
}

/// A join: `JOIN ZLOCATION t1 ON t0.ZLOCATION = t1.Z_PK`.
package struct SQLJoin: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable {
    case inner = "JOIN"
    case leftOuter = "LEFT OUTER JOIN"
  }

  package var kind: Kind
  package var source: SQLSource
  package var condition: SQLExpression

  package init(_ kind: Kind, _ source: SQLSource, on condition: SQLExpression) {
    self.kind = kind
    self.source = source
    self.condition = condition
  }
}

/// A term of ORDER BY: `t0.ZNAME COLLATE NSCollateLocaleSensitive  DESC`.
package struct SQLOrderTerm: Sendable, Hashable {
  package var expression: SQLExpression
  /// The collation; `nil` for values that are not text.
  package var collation: SortComparison?
  package var isAscending: Bool
  /// Whether the value may be missing. PostgreSQL reads no index in an order that says where NULL
  /// goes, so a key says nothing.
  package var isNullable: Bool

  package init(
    _ expression: SQLExpression, collation: SortComparison? = nil, isAscending: Bool = true,
    isNullable: Bool = true
  ) {
    self.expression = expression
    self.collation = collation
    self.isAscending = isAscending
    self.isNullable = isNullable
  }
}
