/// An SQL expression as a value.
public indirect enum SQLExpression: Sendable, Hashable {
  /// ` t0.ZNAME` in a condition, `t0.ZNAME` in a list
  case column(SQLColumn)
  /// `t0.ZNAME` everywhere: a column as a join names it
  case joinColumn(SQLColumn)
  /// `0`
  case integer(Int64)
  /// `*`
  case star
  /// `?`
  case placeholder(SQLBinding)
  /// `<left> <operator> <right>`
  case comparison(SQLExpression, SQLComparisonOperator, SQLExpression)
  /// `<operand> IS NULL`
  case isNull(SQLExpression)
  /// `<operand> IS NOT NULL`
  case isNotNull(SQLExpression)
  /// `<condition> IS NOT 1`: false or unknown
  case isNotTrue(SQLExpression)
  /// `<operand> BETWEEN <low> AND <high>`
  case between(SQLExpression, SQLExpression, SQLExpression)
  /// `<operand> IN (<a>,<b>)`
  case isIn(SQLExpression, [SQLExpression])
  /// `<operand> IN (SELECT * FROM _Z_intarray0) `: keys in a temporary table of that name
  case isInArray(SQLExpression, String)
  /// `(<a> AND <b>)`
  case and([SQLExpression])
  /// `(<a> OR <b>)`
  case or([SQLExpression])
  /// ` NOT (<condition>)`
  case not(SQLExpression)
  /// `(<condition>)`
  case parenthesized(SQLExpression)
  /// ` NAME(<a>, <b>)`: a function that is itself a condition or an operand
  case function(String, [SQLExpression])
  /// `COUNT(<a>)`, with `DISTINCT` in front of the operand or not
  case count(SQLExpression, isDistinct: Bool)
  /// `(SELECT … )`
  case select(SQLSelect)
  /// ` EXISTS (SELECT … )`
  case exists(SQLSelect)
}

/// A column of an aliased table: `t0.ZNAME`.
public struct SQLColumn: Sendable, Hashable {
  public var table: String
  public var name: String

  public init(_ table: String, _ name: String) {
    self.table = table
    self.name = name
  }
}

/// The operators of a comparison; the raw value is the SQL.
public enum SQLComparisonOperator: String, Sendable, Hashable {
  case equal = "="
  case notEqual = "<>"
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
}
