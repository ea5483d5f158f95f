package import MomentumText

/// An SQL expression as a value.
package indirect enum SQLExpression: Sendable, Hashable {
  /// ` t0.ZNAME` in a condition, `t0.ZNAME` in a list
  case column(SQLColumn)
  /// `t0.ZNAME` everywhere: a column in a join
  case joinColumn(SQLColumn)
  /// `__var0`: a result column by its name
  case name(String)
  /// `0`
  case integer(Int64)
  /// `'Z_METADATA'`, for constant names that do not come from input
  case text(String)
  /// `*`
  case star
  /// `?`, in PostgreSQL `$1::bigint`
  case placeholder(SQLBinding, SQLType? = nil)
  /// `<left> <operator> <right>`
  case comparison(SQLExpression, SQLComparisonOperator, SQLExpression)
  /// `<left> IS <right>`: true if both are NULL; negated `<left> IS NOT <right>`
  case isSame(SQLExpression, SQLExpression, isNegated: Bool)
  /// `<operand> IS NULL`
  case isNull(SQLExpression)
  /// `<operand> IS NOT NULL`
  case isNotNull(SQLExpression)
  /// `(<condition>) IS 1`: true, neither false nor unknown
  case isTrue(SQLExpression)
  /// `(<condition>) IS NOT 1`: false or unknown
  case isNotTrue(SQLExpression)
  /// `<operand> BETWEEN <low> AND <high>`
  case between(SQLExpression, SQLExpression, SQLExpression)
  /// `<operand> IN (<a>,<b>)`; never empty
  case isIn(SQLExpression, [SQLExpression])
  /// `<operand> IN (SELECT * FROM _Z_intarray0) `
  case isInArray(SQLExpression, SQLValueArray)
  /// `<operand> = ANY($1::bigint[])`: all values in one placeholder, for dialects with a form for
  /// it in ``SQLDialect/Queries/longLists``
  case isInText(SQLExpression, [SQLValue], SQLType)
  /// `<operand> IN (SELECT …)`
  case isInSelect(SQLExpression, SQLSelect)
  /// `1 = 1` or `0 = 1`
  case boolean(Bool)
  /// `(<a> AND <b>)`
  case and([SQLExpression])
  /// `(<a> OR <b>)`
  case or([SQLExpression])
  /// ` NOT (<condition>)`
  case not(SQLExpression)
  /// `(<condition>)`
  case parenthesized(SQLExpression)
  /// `(<left> + <right>)`
  case arithmetic(SQLExpression, SQLArithmeticOperator, SQLExpression)
  /// `(~<operand>)`
  case bitwiseNot(SQLExpression)
  /// ` NAME(<a>, <b>)`: a function that is itself a condition or an operand
  case function(SQLFunction, [SQLExpression])
  /// `COUNT(<a>)` or `COUNT(DISTINCT <a>)`
  case aggregate(SQLAggregate, SQLExpression, isDistinct: Bool)
  /// `CASE WHEN <condition> THEN <a> ELSE <b> END`
  case conditional(SQLExpression, SQLExpression, SQLExpression)
  /// `CAST(<operand> AS REAL)`
  case cast(SQLExpression, SQLType)
  /// `<operand> COLLATE NSCollateLocaleSensitive`; without COLLATE if the dialect has no name for
  /// it
  case collated(SQLExpression, SortComparison)
  /// `(SELECT … )`
  case select(SQLSelect)
  /// ` EXISTS (SELECT … )`
  case exists(SQLSelect)
  /// `<operand> AS __var0`: a column of a result list
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
  /// The sum; 0.0 without rows.
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
