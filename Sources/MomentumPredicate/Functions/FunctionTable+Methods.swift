extension FunctionTable {
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
