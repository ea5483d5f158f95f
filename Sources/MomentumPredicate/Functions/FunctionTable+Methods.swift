extension FunctionTable {
  /// The selectors that `FUNCTION(target, 'selector', …)` may call: methods of strings, numbers,
  /// dates and arrays that change nothing. Foundation calls any method, but the text of a predicate
  /// may come from an untrusted source.
  package static let methods: [String] = [
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

  /// Whether `FUNCTION` may call a selector.
  package static func isHarmlessMethod(_ selector: String) -> Bool { methodSet.contains(selector) }
}
