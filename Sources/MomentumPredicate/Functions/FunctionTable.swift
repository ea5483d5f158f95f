/// The functions that a predicate may call by name; parser, checker and evaluators share the table.
///
/// Source: Apple's *Predicate Programming Guide* and NSExpression reference, and the public headers of
/// `_NSPredicateUtilities`. Grammar/PredicateFunctions.tsv has the same rows with their types.
public enum FunctionTable {
  /// What a function is about.
  public enum Group: String, Sendable, Hashable, CaseIterable {
    case statistics, arithmetic, advanced, bounding, random, date, bitwise, string, cast, index
    case location
    case coreData = "core data"
    case text
  }

  /// One function.
  public struct Row: Sendable, Hashable {
    /// With its colons: `add:to:`.
    public var selector: String
    /// The name that stands alone before the parenthesis, in any case: `sum`. Functions with two
    /// arguments have none, `tokenize` excepted.
    public var bareName: String?
    /// How many arguments a call may have.
    public var argumentCounts: ClosedRange<Int>
    public var group: Group
    /// What Core Data's SQLite store does with a call on stored values.
    public var coreData: CoreDataSupport

    init(
      _ selector: String, _ group: Group, _ coreData: CoreDataSupport, bare: String? = nil,
      takesMore: Bool = false
    ) {
      self.selector = selector
      self.group = group
      self.coreData = coreData
      let colons = selector.utf8.reduce(0) { $0 + ($1 == UInt8(ascii: ":") ? 1 : 0) }
      bareName =
        bare ?? (colons < 2 ? String(selector.prefix { $0 != ":" }) : nil)
      argumentCounts = colons...(takesMore ? FunctionTable.argumentsMax : colons)
    }
  }

  /// No call has more arguments: what is longer is a collection.
  public static let argumentsMax = 1 << 16

  private static let expressions = CoreDataSupport.Standing.documented(
    "NSExpressionDescription, functions of fetched values")
  private static let refusedInPredicates = CoreDataSupport.Standing.observed(
    "'Unsupported function expression count:(name)' in logs; fetched values of NSExpressionDescription"
  )
  /// Every function, by group.
  public static let all: [Row] = [
    // `sum:({1, 2})` of a collection, and `max(1, 5, 10)` of its arguments.
    Row(
      "sum:", .statistics, .selects(refusedInPredicates, instead: "write '.@sum'"), takesMore: true),
    Row(
      "count:", .statistics, .selects(refusedInPredicates, instead: "write '.@count'"),
      takesMore: true),
    Row("min:", .statistics, .selects(expressions, instead: "write '.@min'"), takesMore: true),
    Row("max:", .statistics, .selects(expressions, instead: "write '.@max'"), takesMore: true),
    Row("average:", .statistics, .selects(expressions, instead: "write '.@avg'"), takesMore: true),
    Row("median:", .statistics, .refuses(.assumed), takesMore: true),
    Row("mode:", .statistics, .refuses(.assumed), takesMore: true),
    Row("stddev:", .statistics, .refuses(.assumed), takesMore: true),
    Row("add:to:", .arithmetic, .computes(.assumed)),
    Row(
      "from:subtract:", .arithmetic,
      .computes(.observed("'abs:(lat - %lf) < 0.000001' in an app's fetch"))),
    Row("multiply:by:", .arithmetic, .computes(.assumed)),
    Row("divide:by:", .arithmetic, .computes(.assumed)),
    Row(
      "modulus:by:", .arithmetic,
      .computes(.observed("'modulus:by:(order, %d) == 0' in an app's fetch"))),
    Row(
      "abs:", .arithmetic,
      .computes(.observed("'abs:(lat - %lf) < 0.000001' in an app's fetch"))),
    Row("sqrt:", .advanced, .refuses(.assumed, instead: "compare with the square")),
    Row("log:", .advanced, .refuses(.assumed)), Row("ln:", .advanced, .refuses(.assumed)),
    Row("raise:toPower:", .advanced, .refuses(.assumed, instead: "write a product")),
    Row("exp:", .advanced, .refuses(.assumed)),
    Row("ceiling:", .bounding, .refuses(.assumed)), Row("floor:", .bounding, .refuses(.assumed)),
    Row("trunc:", .bounding, .refuses(.assumed)),
    Row("random", .random, .refuses(.assumed)), Row("randomn:", .random, .refuses(.assumed)),
    Row("now", .date, .computes(.assumed)),
    Row(
      "bitwiseAnd:with:", .bitwise,
      .computes(.observed("'(%K & %d) != 0' in the fetches of two shipped apps"))),
    Row("bitwiseOr:with:", .bitwise, .computes(.assumed)),
    // SQLite has no operator for it.
    Row("bitwiseXor:with:", .bitwise, .refuses(.assumed)),
    Row("leftshift:by:", .bitwise, .computes(.assumed)),
    Row("rightshift:by:", .bitwise, .computes(.assumed)),
    Row("onesComplement:", .bitwise, .refuses(.assumed)),
    // Documented for derived attributes, with "canonical:"; of predicates nobody says so.
    Row("lowercase:", .string, .selects(.assumed, instead: "use the option [c]")),
    Row("uppercase:", .string, .selects(.assumed, instead: "use the option [c]")),
    Row("length:", .string, .refuses(.assumed, instead: "an empty text is '== \"\"'")),
    Row("castObject:toType:", .cast, .refuses(.assumed)),
    Row("objectFrom:withIndex:", .index, .refuses(.assumed, instead: "the size is '.@count'")),
    Row(
      "distanceToLocation:fromLocation:", .location,
      .refuses(.documented("CKQuery, which alone has it"))),
    Row(
      "noindex:", .coreData,
      .computes(.documented("Core Data Programming Guide, Fetching Objects"))),
    Row("distinct:", .coreData, .selects(.assumed)),
    Row("inverseOrderKey:", .coreData, .refuses(.assumed)),
    Row(
      "tokenize:using:", .text, .refuses(.documented("CKQuery, which alone has it")),
      bare: "tokenize"),
    Row("canonical:", .text, .selects(.assumed, instead: "use the options [cd]")),
  ]

  private static let bySelector = Dictionary(
    uniqueKeysWithValues: all.map { ($0.selector.lowercased(), $0) })

  /// The function of a selector. Names of one word are matched in any case, as Apple's own texts
  /// write `MAX(1, 5, 10)`.
  public static func function(selector: String) -> Row? {
    guard let row = bySelector[selector.lowercased()] else { return nil }
    return row.bareName != nil || row.selector == selector ? row : nil
  }

  /// The function of a bare name with so many arguments: `name(x)` calls `name:`, `name()` calls `name`.
  static func function(bareName: String, argumentCount: Int) -> Row? {
    let name = bareName.lowercased()
    if let row = function(selector: argumentCount == 0 ? name : name + ":") { return row }
    return all.first {
      $0.bareName == name && $0.argumentCounts.contains(argumentCount)
    }
  }

  /// The selectors that `FUNCTION(target, 'selector', …)` may send: methods of strings, numbers, dates
  /// and arrays without an effect. Foundation sends any; what a text names is not to be trusted.
  public static let methods: [String] = [
    "absoluteString", "allObjects", "boolValue", "capitalizedString", "compare:", "containsObject:",
    "containsString:", "count", "dateByAddingTimeInterval:", "decimalNumberByAdding:",
    "decimalNumberByDividingBy:", "decimalNumberByMultiplyingBy:", "decimalNumberBySubtracting:",
    "description", "doubleValue", "firstObject", "floatValue", "hasPrefix:", "hasSuffix:",
    "integerValue", "intValue", "isEqual:", "isEqualToString:", "lastObject", "lastPathComponent",
    "length", "longLongValue", "lowercaseString", "objectAtIndex:", "pathExtension",
    "stringByAppendingPathComponent:", "stringByAppendingPathExtension:",
    "stringByAppendingString:", "stringByDeletingLastPathComponent",
    "stringByDeletingPathExtension", "stringByReplacingOccurrencesOfString:withString:",
    "stringValue", "substringFromIndex:", "substringToIndex:", "timeIntervalSince1970",
    "timeIntervalSinceDate:", "timeIntervalSinceReferenceDate", "uppercaseString", "UUIDString",
  ]

  private static let methodSet = Set(methods)

  /// Whether `FUNCTION` may send a selector.
  public static func isHarmlessMethod(_ selector: String) -> Bool { methodSet.contains(selector) }
}
