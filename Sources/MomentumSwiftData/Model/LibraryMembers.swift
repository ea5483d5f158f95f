import MomentumSwiftSource

/// Types of members of the standard library and of Foundation that initial values often use.
///
/// Source: Apple's documentation of each type.
enum LibraryMembers {
  static let fractions: Set<String> = ["Double", "Float", "CGFloat", "Decimal"]
  static let numbers: Set<String> = fractions.union([
    "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
  ])

  /// The type of a property, or of a method's result.
  static func type(of member: String, in type: String) -> SwiftType? {
    members[type]?[member].map { named($0, in: type) }
  }

  /// The type of a static property, or of a static function's result.
  static func staticType(of member: String, in type: String) -> SwiftType? {
    if constants[type]?.contains(member) ?? false { return named("Self", in: type) }
    guard numbers.contains(type) else { return nil }
    let isOwn =
      ["zero", "random"].contains(member)
      || (fractions.contains(type)
        ? ["pi", "nan", "infinity", "greatestFiniteMagnitude", "leastNormalMagnitude"]
        : ["max", "min"]).contains(member)
    return isOwn ? named("Self", in: type) : nil
  }

  private static func named(_ text: String, in type: String) -> SwiftType {
    SwiftType.named([SwiftType.Component(text == "Self" ? type : text)])
  }

  private static let members: [String: [String: String]] = [
    "Date": [
      "addingTimeInterval": "Self", "advanced": "Self", "timeIntervalSince1970": "Double",
      "timeIntervalSinceNow": "Double", "timeIntervalSinceReferenceDate": "Double",
      "timeIntervalSince": "Double", "description": "String", "ISO8601Format": "String",
    ],
    "UUID": ["uuidString": "String", "description": "String"],
    "String": [
      "uppercased": "Self", "lowercased": "Self", "capitalized": "Self", "appending": "Self",
      "trimmingCharacters": "Self", "replacingOccurrences": "Self", "count": "Int",
      "isEmpty": "Bool", "description": "String", "hashValue": "Int",
    ],
    "Data": ["base64EncodedString": "String", "count": "Int", "isEmpty": "Bool"],
    "URL": [
      "absoluteString": "String", "path": "String", "lastPathComponent": "String",
      "pathExtension": "String", "appendingPathComponent": "Self", "appending": "Self",
    ],
    "Calendar": ["startOfDay": "Date"],
    "Locale": ["identifier": "String"],
    "TimeZone": ["identifier": "String", "secondsFromGMT": "Int"],
    "ProcessInfo": ["globallyUniqueString": "String", "processName": "String"],
    "Int": ["description": "String", "magnitude": "UInt"],
    "Double": ["rounded": "Self", "description": "String", "magnitude": "Self"],
    "Float": ["rounded": "Self", "description": "String", "magnitude": "Self"],
    "Bool": ["description": "String"],
  ]

  private static let constants: [String: Set<String>] = [
    "Date": ["now", "distantPast", "distantFuture"], "Bool": ["random"],
    "Locale": ["current", "autoupdatingCurrent"],
    "TimeZone": ["current", "autoupdatingCurrent", "gmt"],
    "Calendar": ["current", "autoupdatingCurrent"], "ProcessInfo": ["processInfo"],
    "CGPoint": ["zero"], "CGSize": ["zero"], "CGRect": ["zero", "null", "infinite"],
  ]

  /// The labels of initializers that return `nil` for some arguments.
  static let failingInitializers: [String: Set<String>] = [
    "UUID": ["uuidString:"],
    "URL": ["string:", "string:relativeTo:", "string:encodingInvalidCharacters:"],
    "URLComponents": [
      "string:", "string:encodingInvalidCharacters:", "url:resolvingAgainstBaseURL:",
    ],
    "Data": ["base64Encoded:", "base64Encoded:options:"],
    "Decimal": ["string:", "string:locale:"],
    "String": [
      "data:encoding:", "bytes:encoding:", "cString:encoding:", "utf8String:", "validating:as:",
      "validatingUTF8:", "validatingCString:",
    ],
    "TimeZone": ["identifier:", "abbreviation:", "secondsFromGMT:"],
  ]
}
