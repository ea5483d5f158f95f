import MomentumModel

/// How SwiftData stores types of the standard library and of Foundation.
enum LibraryTypes {
  /// Types that stores or published hashes have shown.
  static let scalars: [String: AttributeType] = [
    "Int": .integer64, "Int64": .integer64, "UInt64": .integer64, "Int32": .integer32,
    "UInt32": .integer32, "Int16": .integer16, "UInt8": .integer16, "Double": .double,
    // A type alias of the library for Double.
    "TimeInterval": .double,
    "Float": .float, "String": .string, "Bool": .boolean, "Date": .date, "Data": .binary,
    "UUID": .uuid,
  ]

  /// Types with the attribute type that they probably get; no store or hash has shown it.
  static let unobserved: [String: AttributeType] = [
    "UInt": .integer64, "Int8": .integer16, "UInt16": .integer32, "CGFloat": .double,
    "Decimal": .decimal, "URL": .uri, "Float16": .undefined, "Int128": .undefined,
    "UInt128": .undefined, "Character": .undefined, "AttributedString": .undefined,
    "Locale": .undefined, "Measurement": .undefined, "TimeZone": .undefined,
    "DateComponents": .undefined, "DateInterval": .undefined, "Calendar": .undefined,
    "IndexSet": .undefined, "IndexPath": .undefined, "CharacterSet": .undefined,
    "PersonNameComponents": .undefined, "CGPoint": .undefined, "CGSize": .undefined,
    "CGRect": .undefined, "Duration": .undefined, "URLComponents": .undefined,
    "PersistentIdentifier": .undefined,
  ]

  /// The name without the library's module; `nil` for a name inside another module or type, such as
  /// `Response.Data`.
  static func bareName(_ names: [String]) -> String? {
    guard let last = names.last else { return nil }
    if names.count == 1 { return last }
    return names.count == 2 && SwiftDataSources.libraries.contains(names[0]) ? last : nil
  }
}
