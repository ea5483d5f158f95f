package import MomentumText

/// An SQL expression as a value.
package indirect enum SQLExpression: Sendable, Hashable {
  /// A column, before which Core Data's log has a blank in a condition, but not in a list:
  /// ` t0.ZNAME`.
  case column(SQLColumn)
  /// A column in a join, before which Core Data's log never has a blank: `t0.ZNAME`.
  case joinColumn(SQLColumn)
  /// A name alone, such as that of a result column: `__var0`.
  case name(String)
  /// A constant integer, written into the text: `0`.
  case integer(Int64)
  /// A constant text, written into the text: `'Z_METADATA'`. It must not come from input.
  case text(String)
  /// All columns: `*`.
  case star
  /// A placeholder for a value: `?`. PostgreSQL also gets its type: `$1::bigint`.
  case placeholder(SQLBinding, SQLType? = nil)
  /// A comparison of two values: `<left> <operator> <right>`.
  case comparison(SQLExpression, SQLComparisonOperator, SQLExpression)
  /// A test whether two values are equal or both NULL: `<left> IS <right>`; negated
  /// `<left> IS NOT <right>`.
  case isSame(SQLExpression, SQLExpression, isNegated: Bool)
  /// A test for NULL: `<operand> IS NULL`.
  case isNull(SQLExpression)
  /// A test for any value except NULL: `<operand> IS NOT NULL`.
  case isNotNull(SQLExpression)
  /// A test whether a condition is true, and neither false nor unknown: `(<condition>) IS 1`.
  case isTrue(SQLExpression)
  /// A test whether a condition is false or unknown: `(<condition>) IS NOT 1`.
  case isNotTrue(SQLExpression)
  /// A test whether a value is between two bounds, inclusive: `<operand> BETWEEN <low> AND <high>`.
  case between(SQLExpression, SQLExpression, SQLExpression)
  /// A test whether a value is in a list, which must not be empty: `<operand> IN (<a>,<b>)`.
  case isIn(SQLExpression, [SQLExpression])
  /// A test whether a value is in a table of values: `<operand> IN (SELECT * FROM _Z_intarray0) `.
  case isInArray(SQLExpression, SQLValueArray)
  /// `<operand> = ANY($1::bigint[])`: all values in one placeholder, for dialects with a form for
  /// it in ``SQLDialect/Queries/longLists``
  case isInText(SQLExpression, [SQLValue], SQLType)
  /// A test whether a value is among the rows of a SELECT: `<operand> IN (SELECT …)`.
  case isInSelect(SQLExpression, SQLSelect)
  /// A condition that is always true or always false: `1 = 1` or `0 = 1`.
  case boolean(Bool)
  /// Conditions that must all be true: `(<a> AND <b>)`.
  case and([SQLExpression])
  /// Conditions of which one must be true: `(<a> OR <b>)`.
  case or([SQLExpression])
  /// The negation of a condition: ` NOT (<condition>)`.
  case not(SQLExpression)
  /// A condition in parentheses: `(<condition>)`.
  case parenthesized(SQLExpression)
  /// Arithmetic on two numbers: `(<left> + <right>)`.
  case arithmetic(SQLExpression, SQLArithmeticOperator, SQLExpression)
  /// The bitwise NOT of an integer: `(~<operand>)`.
  case bitwiseNot(SQLExpression)
  /// A call of a function that is itself a condition or an operand: ` NAME(<a>, <b>)`.
  case function(SQLFunction, [SQLExpression])
  /// An aggregate of the rows of a group, of all values or of the different ones: `COUNT(<a>)`,
  /// `COUNT(DISTINCT <a>)`.
  case aggregate(SQLAggregate, SQLExpression, isDistinct: Bool)
  /// The first value if the condition is true, otherwise the second:
  /// `CASE WHEN <condition> THEN <a> ELSE <b> END`.
  case conditional(SQLExpression, SQLExpression, SQLExpression)
  /// A value converted to a type: `CAST(<operand> AS REAL)`.
  case cast(SQLExpression, SQLType)
  /// A text with the collation by which it is compared:
  /// `<operand> COLLATE NSCollateLocaleSensitive`. COLLATE is left out if the dialect has no name
  /// for the collation.
  case collated(SQLExpression, SortComparison)
  /// The value that a SELECT of one row and one column returns: `(SELECT … )`.
  case select(SQLSelect)
  /// A test whether a SELECT returns a row: ` EXISTS (SELECT … )`.
  case exists(SQLSelect)
  /// A column of the result with a name: `<operand> AS __var0`.
  case named(SQLExpression, String)

  /// A call of COUNT: `COUNT(<a>)` or `COUNT(DISTINCT <a>)`.
  package static func count(_ operand: SQLExpression, isDistinct: Bool = false) -> SQLExpression {
    .aggregate(.count, operand, isDistinct: isDistinct)
  }
}

/// A column of an aliased table: `t0.ZNAME`.
package struct SQLColumn: Sendable, Hashable {
  package var table: String
  package var name: String

  package init(_ table: String, _ name: String) {
    self.table = table
    self.name = name
  }
}

/// The operators of a comparison. The raw value is the SQL.
package enum SQLComparisonOperator: String, Sendable, Hashable {
  case equal = "="
  case notEqual = "<>"
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="

  package var sql: SQLFragment { SQLFragment(printed: rawValue) }
}

/// The arithmetic operators.
package enum SQLArithmeticOperator: Sendable, Hashable, CaseIterable {
  case add
  case subtract
  case multiply
  /// A division with a fraction; NULL if the divisor is 0.
  case divide
  /// A division of integers, whose remainder is dropped; NULL if the divisor is 0.
  case divideIntegers
  /// The remainder, with the sign of the dividend. NULL if the divisor is 0.
  case remainder
  case bitwiseAnd
  case bitwiseOr
  case leftShift
  case rightShift

  /// The sign of the operator, for dialects without another form.
  package var sign: String {
    switch self {
    case .add: "+"
    case .subtract: "-"
    case .multiply: "*"
    case .divide, .divideIntegers: "/"
    case .remainder: "%"
    case .bitwiseAnd: "&"
    case .bitwiseOr: "|"
    case .leftShift: "<<"
    case .rightShift: ">>"
    }
  }
}

/// The type of a value, or the type in a CAST.
package enum SQLType: Sendable, Hashable, CaseIterable {
  case boolean
  /// An integer of 64 bits.
  case integer
  case real
  case decimal
  case text
  case blob
  case uuid
  /// A point in time.
  case timestamp
}

/// A function of many rows.
package enum SQLAggregate: Sendable, Hashable, CaseIterable {
  case count
  /// The sum in the type of the operand; NULL without rows.
  case sum
  /// The sum as a number with a fraction; 0.0 without rows.
  case total
  case average
  case minimum
  case maximum
  case median
  /// The smallest of the most frequent values.
  case mode
  /// The standard deviation of the population.
  case standardDeviation
}
