internal import MomentumText

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

// The functions with one form in each dialect. `SQLPrinter`, the registration with SQLite and the
// tests all read the rows below.

/// A function of a single row's values that has a name or template in each dialect.
///
/// A function of the predicate language has the same case name as in MomentumPredicate's
/// `PredicateFunction`, because it is looked up by that name.
package enum SQLScalarFunction: String, Sendable, Hashable, CaseIterable {
  case lowercase
  case uppercase
  /// Lower case without diacritics.
  case canonical
  /// The number of UTF-16 units.
  case length
  case absolute
  case ceiling
  case floor
  case truncate
  case squareRoot
  /// The logarithm to base 10.
  case logarithm
  case naturalLogarithm
  case exponential
  case power
  /// A number from 0 to below 1.
  case random
  /// A whole number from 0 to n - 1.
  case randomBelow
  /// The time of the statement, in the form in which the layout stores times.
  case now
  case numberToText
  /// A text as a number; NULL if it is not a number.
  case textToNumber
  /// The seconds since 2001 of a stored time.
  case timeToSeconds
  case secondsToTime
  /// A truth value as 0 or 1, for dialects in which truth values are not numbers.
  case truthToNumber

  private var newRow: Row {
    switch self {
    case .lowercase: Row(.registered("MomentumLowercase"), postgreSQL: "lower({0})")
    case .uppercase: Row(.registered("MomentumUppercase"), postgreSQL: "upper({0})")
    case .canonical:
      Row(
        .registered("MomentumCanonical"),
        postgreSQL: SQLTemplate(
          SQLDialect.folded("{0}", [.caseInsensitive, .diacriticInsensitive])))
    case .length:
      // A character beyond U+FFFF has two UTF-16 units, so such characters are counted twice.
      Row(
        .registered("MomentumLength"),
        postgreSQL: "(length({0}) + length(regexp_replace({0}, '[\\u0001-\\uFFFF]', '', 'g')))")
    case .absolute: Row(.registered("MomentumAbsolute"), postgreSQL: "abs({0})")
    case .ceiling: Row(.real("MomentumCeiling") { $0.rounded(.up) }, postgreSQL: "ceil(\(real))")
    case .floor: Row(.real("MomentumFloor") { $0.rounded(.down) }, postgreSQL: "floor(\(real))")
    case .truncate:
      Row(.real("MomentumTruncate") { $0.rounded(.towardZero) }, postgreSQL: "trunc(\(real))")
    case .squareRoot:
      Row(
        .real("MomentumSquareRoot") { $0.squareRoot() },
        postgreSQL: "(CASE WHEN {0} >= 0 THEN sqrt(\(real)) END)")
    case .logarithm:
      Row(
        .real("MomentumLogarithm") { log10($0) },
        postgreSQL: "(CASE WHEN {0} > 0 THEN log(\(real)) END)")
    case .naturalLogarithm:
      Row(
        .real("MomentumNaturalLogarithm") { log($0) },
        postgreSQL: "(CASE WHEN {0} > 0 THEN ln(\(real)) END)")
    case .exponential:
      Row(.real("MomentumExponential") { exp($0) }, postgreSQL: "exp(\(real))")
    case .power:
      Row(
        .registered("MomentumPower"), postgreSQL: "power(\(real), ({1})::double precision)")
    case .random: Row(.registered("MomentumRandom"), postgreSQL: "random()")
    case .randomBelow:
      Row(.registered("MomentumRandomBelow"), postgreSQL: "floor(random() * {0})::bigint")
    case .now:
      Row(
        .template("strftime('%Y-%m-%dT%H:%M:%fZ', 'now')"),
        coreData: "(SELECT NSCoreDataNow())", postgreSQL: "now()")
    case .numberToText: Row(.registered("MomentumCastToString"), postgreSQL: "({0})::text")
    case .textToNumber: .textToNumber
    case .timeToSeconds: .timeToSeconds
    case .secondsToTime:
      Row(
        .registered("MomentumTime"), coreData: "{0}", postgreSQL: "to_timestamp({0} + 978307200)")
    case .truthToNumber: Row(.template("{0}"), postgreSQL: "({0})::integer")
    }
  }

  /// The first argument cast to a double. Without the cast, PostgreSQL would compute with exact
  /// numbers, and the result would differ from SQLite's.
  private var real: String { "({0})::double precision" }

  /// The rows are made once, because `SQLPrinter` looks one up for each call.
  private static let rows = Dictionary(uniqueKeysWithValues: allCases.map { ($0, $0.newRow) })

  /// The SQL for the function in each dialect.
  package var row: Row { SQLScalarFunction.rows[self] ?? newRow }
}

// Rows of the table whose SQL is long.
extension SQLScalarFunction.Row {
  fileprivate static let textToNumber = Self(
    .registered("MomentumCastToNumber"),
    postgreSQL:
      "(CASE WHEN {0} ~ '^\\s*[-+]?[0-9]*\\.?[0-9]+([eE][-+]?[0-9]+)?\\s*$' THEN ({0})::double precision END)"
  )

  /// Seconds and their fraction are converted separately, because a day number as REAL cannot hold
  /// milliseconds exactly.
  fileprivate static let timeToSeconds = Self(
    .template(
      "(CAST(strftime('%s', {0}) AS INTEGER) - 978307200 + CAST('0' || substr({0}, 20, 4) AS REAL))"
    ), coreData: "{0}",
    postgreSQL: "(extract(epoch FROM {0}) - 978307200)::double precision")
}
