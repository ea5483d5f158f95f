package import MomentumModel

// Reads the Swift type that an attribute's user info sets for its values. The generated Core Data
// classes and the portable code both use the type.
//
//     valueType   PriceCategory
//     valueCases  cheap=$, medium=$$

/// The Swift type that an attribute's user info sets for its values. Its raw values have the exact
/// type of the attribute.
package struct AttributeValueType: Sendable, Hashable {
  /// A case of a generated enum.
  package struct Case: Sendable, Hashable {
    package var name: Identifier
    /// The value that the attribute stores for this case: `.string` or `.integer`.
    package var rawValue: AttributeValue
  }

  /// The parts of the type's name: `PriceCategory`, or `Menu.PriceCategory` in two parts.
  package var name: [Identifier]
  /// The cases of an enum to generate; `nil` for a type that the app declares.
  package var cases: [Case]?

  /// The user-info key that names the type.
  package static let typeKey = "valueType"
  /// The user-info key that lists the cases: `cheap=$, medium=$$`.
  package static let casesKey = "valueCases"
  /// The greatest number of cases; an attribute with more cases is refused.
  package static let caseCountMax = 500

  /// The type as a reference for generated source.
  package var type: TypeReference {
    name.dropFirst().reduce(.named(name[0])) { .member($0, $1) }
  }

  /// The type that an attribute's user info names; `nil` if it names no type.
  package static func parse(
    _ attribute: Attribute
  ) throws(ValueTypeProblem.Reason) -> AttributeValueType? {
    let info = attribute.userInfo
    let cases = info.last { $0.key == casesKey }?.value
    guard let text = info.last(where: { $0.key == typeKey })?.value else {
      if cases != nil { throw .casesWithoutType }
      return nil
    }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.allSatisfy({ Identifier.isPlain($0) && !reservedNames.contains($0) }) else {
      throw .typeName
    }
    guard attribute.type.hasRawValue, !attribute.allowsExternalStorage else { throw .attributeType }
    let name = parts.map { Identifier.nearest(to: $0) }
    guard let cases else { return AttributeValueType(name: name, cases: nil) }
    guard parts.count == 1 else { throw .casesOfMember }
    return AttributeValueType(name: name, cases: try parse(cases: cases, attribute.type))
  }

  private static func parse(
    cases text: String, _ type: AttributeType
  ) throws(ValueTypeProblem.Reason) -> [Case] {
    var result: [Case] = []
    var names: Set<String> = []
    var rawValues: Set<AttributeValue> = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = pair[0].trimmed
      guard Identifier.isPlain(name), !reservedCases.contains(name) else {
        throw .caseName(name)
      }
      let written = pair.count == 2 ? pair[1].trimmed : name
      let rawValue = try rawValue(written, type)
      guard names.insert(name).inserted else { throw .sameCase(name) }
      guard rawValues.insert(rawValue).inserted else { throw .sameValue(name) }
      guard result.count < caseCountMax else { throw .tooManyCases }
      result.append(Case(name: .nearest(to: name), rawValue: rawValue))
    }
    return result
  }

  private static func rawValue(
    _ text: String, _ type: AttributeType
  ) throws(ValueTypeProblem.Reason) -> AttributeValue {
    let number: Int64?
    switch type {
    case .string: return .string(text)
    case .integer16: number = Int16(text).map { Int64($0) }
    case .integer32: number = Int32(text).map { Int64($0) }
    case .integer64: number = Int64(text)
    case .undefined, .decimal, .double, .float, .boolean, .date, .binary, .uuid, .uri,
      .transformable, .objectID, .composite:
      throw .casesOfType
    }
    guard let number else { throw .caseValue(text) }
    return .integer(number)
  }

  /// Words that cannot be the name of a type, and types with a special meaning.
  private static let reservedNames: Set<String> = [
    "self", "Self", "init", "Type", "Protocol", "Any", "_",
  ]

  /// Words that cannot be the name of a case, and members that every generated enum has.
  private static let reservedCases: Set<String> = [
    "self", "Self", "init", "Type", "Protocol", "Any", "_", "allCases", "AllCases", "RawValue",
    "rawValue", "hashValue", "hash", "encode", "attributeConstant",
  ]
}

extension AttributeType {
  /// Whether values of the attribute type can be raw values of another Swift type.
  fileprivate var hasRawValue: Bool {
    switch self {
    case .integer16, .integer32, .integer64, .decimal, .double, .float, .string, .boolean, .date,
      .binary, .uuid, .uri:
      true
    case .undefined, .transformable, .objectID, .composite: false
    }
  }
}

extension Substring {
  /// The text without spaces and tabs at both ends.
  fileprivate var trimmed: String {
    func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }
    let start = drop(while: isBlank)
    let count = start.reversed().prefix(while: isBlank).count
    return String(start.dropLast(count))
  }
}
