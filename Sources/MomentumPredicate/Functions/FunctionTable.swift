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

    init(_ selector: String, _ group: Group, bare: String? = nil, takesMore: Bool = false) {
      self.selector = selector
      self.group = group
      let colons = selector.utf8.reduce(0) { $0 + ($1 == UInt8(ascii: ":") ? 1 : 0) }
      bareName =
        bare ?? (colons < 2 ? String(selector.prefix { $0 != ":" }) : nil)
      argumentCounts = colons...(takesMore ? FunctionTable.argumentsMax : colons)
    }
  }

  /// No call has more arguments: what is longer is a collection.
  public static let argumentsMax = 1 << 16

  /// Every function, by group.
  public static let all: [Row] = [
    // `sum:({1, 2})` of a collection, and `max(1, 5, 10)` of its arguments.
    Row("sum:", .statistics, takesMore: true), Row("count:", .statistics, takesMore: true),
    Row("min:", .statistics, takesMore: true), Row("max:", .statistics, takesMore: true),
    Row("average:", .statistics, takesMore: true), Row("median:", .statistics, takesMore: true),
    Row("mode:", .statistics, takesMore: true), Row("stddev:", .statistics, takesMore: true),
    Row("add:to:", .arithmetic), Row("from:subtract:", .arithmetic),
    Row("multiply:by:", .arithmetic), Row("divide:by:", .arithmetic),
    Row("modulus:by:", .arithmetic), Row("abs:", .arithmetic),
    Row("sqrt:", .advanced), Row("log:", .advanced), Row("ln:", .advanced),
    Row("raise:toPower:", .advanced), Row("exp:", .advanced),
    Row("ceiling:", .bounding), Row("floor:", .bounding), Row("trunc:", .bounding),
    Row("random", .random), Row("randomn:", .random), Row("now", .date),
    Row("bitwiseAnd:with:", .bitwise), Row("bitwiseOr:with:", .bitwise),
    Row("bitwiseXor:with:", .bitwise), Row("leftshift:by:", .bitwise),
    Row("rightshift:by:", .bitwise), Row("onesComplement:", .bitwise),
    Row("lowercase:", .string), Row("uppercase:", .string), Row("length:", .string),
    Row("castObject:toType:", .cast), Row("objectFrom:withIndex:", .index),
    Row("distanceToLocation:fromLocation:", .location),
    Row("noindex:", .coreData), Row("distinct:", .coreData), Row("inverseOrderKey:", .coreData),
    Row("tokenize:using:", .text, bare: "tokenize"), Row("canonical:", .text),
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
