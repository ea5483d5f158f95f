extension AttributeType {
  /// The types that their XML name describes completely; `Composite` also needs the name of a
  /// composite type.
  private static let named: [AttributeType] = [
    .undefined, .integer16, .integer32, .integer64, .decimal, .double, .float, .string, .boolean,
    .date, .binary, .uuid, .uri, .transformable, .objectID,
  ]

  private static let byName = Dictionary(uniqueKeysWithValues: named.map { ($0.xmlName, $0) })

  /// The XML names of all types.
  package static let xmlNames = named.map(\.xmlName) + ["Composite"]

  /// The type with an XML name; `nil` for an unknown name and for `Composite`.
  init?(xmlName: String) {
    guard let type = AttributeType.byName[xmlName] else { return nil }
    self = type
  }

  /// The type with a number of `NSAttributeType`; `nil` for an unknown number and for composites,
  /// which need elements too.
  package init?(number: Int64) {
    guard let type = AttributeType.named.first(where: { Int64($0.number) == number }) else {
      return nil
    }
    self = type
  }

  /// The least and greatest value of an integer type; `nil` for other types.
  var integerRange: ClosedRange<Int64>? {
    switch self {
    case .integer16: Int64(Int16.min)...Int64(Int16.max)
    case .integer32: Int64(Int32.min)...Int64(Int32.max)
    case .integer64: Int64.min...Int64.max
    case .undefined, .decimal, .double, .float, .string, .boolean, .date, .binary, .uuid, .uri,
      .transformable, .objectID, .composite:
      nil
    }
  }
}
