// The functions of the predicate language. The parser, the checker, the lowering, the evaluators,
// the tests and the documentation all read these rows. MomentumSQL's `SQLScalarFunction` has the
// SQL of a function; MomentumEvaluation's `FunctionEvaluation` has its computation in memory.
//
// Source: Apple's Predicate Programming Guide and NSExpression reference, and the public headers of
// `_NSPredicateUtilities`.

/// A function of a single row's values that SQL can compute.
///
/// MomentumSQL has cases with the same names, because it looks a function up by its name.
/// Arithmetic functions such as `add:to:` are `TypedExpression.arithmetic`.
package enum PredicateFunction: String, Sendable, Hashable, CaseIterable {
  case absolute
  case ceiling
  case floor
  case truncate
  case squareRoot
  /// The logarithm to base 10.
  case logarithm
  case naturalLogarithm
  case exponential
  case modulus
  case leftShift
  case rightShift
  case onesComplement
  case lowercase
  case uppercase
  /// Lower case without diacritics.
  case canonical
  /// The number of UTF-16 units in a string.
  case length
  /// The time of the statement, the same for all rows.
  case now
  case random
  /// A random whole number from 0 to n - 1: `randomn:(<n>)`.
  case randomBelow
  /// The value unchanged; asks the store not to use an index.
  case noIndex
  /// A number or a string as a string: `CAST(<a>, "NSString")`.
  case castToString
  /// A date, a string or a number as a number: `CAST(<a>, "NSNumber")`.
  case castToNumber
  /// A number of seconds since 2001 as a date: `CAST(<a>, "NSDate")`.
  case castToDate
}

extension FunctionTable {
  /// Every function, by group.
  package static let all: [Row] = [
    // `sum:({1, 2})` sums the elements of a collection; `max(1, 5, 10)` compares its arguments.
    Row(
      "sum:", .statistics, .aggregate(.sum), "sum:({1, 2, 3}) == 6",
      .selects(refusedInPredicates, instead: "write '.@sum'"), otherNames: ["total"]),
    Row(
      "count:", .statistics, .aggregate(.count), "count:({1, 2}) == 2",
      .selects(refusedInPredicates, instead: "write '.@count'")),
    Row(
      "min:", .statistics, .aggregate(.minimum), "min:({3, 1, 2}) == 1",
      .selects(expressions, instead: "write '.@min'"), otherNames: ["minimum"]),
    Row(
      "max:", .statistics, .aggregate(.maximum), "max:({1, 3, 2}) == 3",
      .selects(expressions, instead: "write '.@max'"), otherNames: ["maximum"]),
    Row(
      "average:", .statistics, .aggregate(.average), "average:({1, 2}) == 1.5",
      .selects(expressions, instead: "write '.@avg'"), otherNames: ["avg", "mean"]),
    Row(
      "median:", .statistics, .aggregate(.median), "median:({1, 5, 2}) == 2", .refuses(.assumed)),
    Row("mode:", .statistics, .aggregate(.mode), "2 IN mode:({1, 2, 2})", .refuses(.assumed)),
    Row(
      "stddev:", .statistics, .aggregate(.standardDeviation), "stddev:({1, 3}) == 1",
      .refuses(.assumed)),
    Row(
      "add:to:", .arithmetic, .arithmetic(.add), "add:to:(1, 2) == 3", .computes(.assumed)),
    Row(
      "from:subtract:", .arithmetic, .arithmetic(.subtract), "from:subtract:(5, 3) == 2",
      .computes(.observed("'abs:(lat - %lf) < 0.000001' in an app's fetch"))),
    Row(
      "multiply:by:", .arithmetic, .arithmetic(.multiply), "multiply:by:(2, 3) == 6",
      .computes(.assumed)),
    Row(
      "divide:by:", .arithmetic, .arithmetic(.divide), "divide:by:(1.0, 4) == 0.25",
      .computes(.assumed)),
    Row(
      "modulus:by:", .arithmetic, .function(.modulus, [.integer, .integer], .integer),
      "modulus:by:(7, 3) == 1",
      .computes(.observed("'modulus:by:(order, %d) == 0' in an app's fetch")),
      otherNames: ["mod"]),
    Row(
      "abs:", .arithmetic, .function(.absolute, [.number], .sameAsArgument), "abs:(-5) == 5",
      .computes(.observed("'abs:(lat - %lf) < 0.000001' in an app's fetch"))),
    Row(
      "sqrt:", .advanced, .function(.squareRoot, [.number], .double), "sqrt:(2.25) == 1.5",
      .refuses(.assumed, instead: "compare with the square")),
    Row(
      "log:", .advanced, .function(.logarithm, [.number], .double), "log:(100) == 2",
      .refuses(.assumed), otherNames: ["log10"]),
    Row(
      "ln:", .advanced, .function(.naturalLogarithm, [.number], .double), "ln:(1) == 0",
      .refuses(.assumed)),
    Row(
      "raise:toPower:", .advanced, .arithmetic(.power), "raise:toPower:(2, 10) == 1024",
      .refuses(.assumed, instead: "write a product"), otherNames: ["pow", "power"]),
    Row(
      "exp:", .advanced, .function(.exponential, [.number], .double), "exp:(0) == 1",
      .refuses(.assumed)),
    Row(
      "ceiling:", .bounding, .function(.ceiling, [.number], .double), "ceiling:(-1.2) == -1",
      .refuses(.assumed), otherNames: ["ceil"]),
    Row(
      "floor:", .bounding, .function(.floor, [.number], .double), "floor:(-1.2) == -2",
      .refuses(.assumed)),
    Row(
      "trunc:", .bounding, .function(.truncate, [.number], .double), "trunc:(-1.8) == -1",
      .refuses(.assumed), otherNames: ["truncate"]),
    Row("random", .random, .function(.random, [], .double), "random() < 1", .refuses(.assumed)),
    Row(
      "randomn:", .random, .function(.randomBelow, [.integer], .integer), "randomn:(1) == 0",
      .refuses(.assumed), source: .headers),
    Row(
      "now", .date, .function(.now, [], .date), "now() > CAST(0, 'NSDate')", .computes(.assumed)),
    Row(
      "bitwiseAnd:with:", .bitwise, .arithmetic(.bitwiseAnd), "bitwiseAnd:with:(6, 3) == 2",
      .computes(.observed("'(%K & %d) != 0' in the fetches of two shipped apps"))),
    Row(
      "bitwiseOr:with:", .bitwise, .arithmetic(.bitwiseOr), "bitwiseOr:with:(6, 3) == 7",
      .computes(.assumed)),
    // SQLite has no XOR operator, so Core Data is assumed to refuse it.
    Row(
      "bitwiseXor:with:", .bitwise, .arithmetic(.bitwiseXor), "bitwiseXor:with:(6, 3) == 5",
      .refuses(.assumed)),
    Row(
      "leftshift:by:", .bitwise, .function(.leftShift, [.integer, .integer], .integer),
      "leftshift:by:(1, 4) == 16", .computes(.assumed)),
    Row(
      "rightshift:by:", .bitwise, .function(.rightShift, [.integer, .integer], .integer),
      "rightshift:by:(-16, 2) == -4", .computes(.assumed)),
    Row(
      "onesComplement:", .bitwise, .function(.onesComplement, [.integer], .integer),
      "onesComplement:(0) == -1", .refuses(.assumed)),
    // Documented for derived attributes, as is "canonical:"; for predicates no source was found.
    Row(
      "lowercase:", .string, .function(.lowercase, [.string], .string), "lowercase:('Ab') == 'ab'",
      .selects(.assumed, instead: "use the option [c]"), otherNames: ["lower", "lcase", "tolower"]),
    Row(
      "uppercase:", .string, .function(.uppercase, [.string], .string), "uppercase:('Ab') == 'AB'",
      .selects(.assumed, instead: "use the option [c]"), otherNames: ["upper", "ucase", "toupper"]),
    Row(
      "length:", .string, .function(.length, [.string], .integer), "length:('abc') == 3",
      .refuses(.assumed, instead: "an empty text is '== \"\"'"),
      otherNames: ["len", "char_length"],
      source: .tests),
    Row(
      "castObject:toType:", .cast, .cast, "castObject:toType:(2, 'NSString') == '2'",
      .refuses(.assumed)),
    Row(
      "objectFrom:withIndex:", .index, .index, "objectFrom:withIndex:({1, 2}, 0) == 1",
      .refuses(.assumed, instead: "the size is '.@count'")),
    Row(
      "distanceToLocation:fromLocation:", .location, .notComputed, nil,
      .refuses(.documented("CKQuery, which alone has it")), source: .cloudKit),
    Row(
      "noindex:", .coreData, .function(.noIndex, [.any], .sameAsArgument), "noindex:(1) == 1",
      .computes(.documented("Core Data Programming Guide, Fetching Objects"))),
    Row(
      "distinct:", .coreData, .distinct, "count:(distinct:({1, 1})) == 1", .selects(.assumed),
      source: .headers),
    Row(
      "inverseOrderKey:", .coreData, .notComputed, nil, .refuses(.assumed), source: .headers),
    Row(
      "tokenize:using:", .text, .words, "tokenize:using:('A b', 'c') == {'a', 'b'}",
      .refuses(.documented("CKQuery, which alone has it")), bareName: "tokenize", source: .cloudKit),
    Row(
      "canonical:", .text, .function(.canonical, [.string], .string), "canonical:('É') == 'e'",
      .selects(.assumed, instead: "use the options [cd]"), source: .headers),
  ]

  /// The arguments and results of the three forms of `castObject:toType:` with a value that is not
  /// constant.
  static let casts: [Signature] = [
    Signature(.castToString, [.any], .string), Signature(.castToNumber, [.any], .double),
    Signature(.castToDate, [.number], .date),
  ]

  private static let expressions = CoreDataSupport.Standing.documented(
    "NSExpressionDescription, functions of fetched values")
  private static let refusedInPredicates = CoreDataSupport.Standing.observed(
    "'Unsupported function expression count:(name)' in logs; fetched values of NSExpressionDescription"
  )
}
