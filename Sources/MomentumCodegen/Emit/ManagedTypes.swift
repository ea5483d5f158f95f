import MomentumModel

/// Swift types of managed object properties, and names that they cannot have.
enum ManagedTypes {
  /// The type of an attribute's property: `Int16`, `NSNumber?`, `String?`, `Date?`.
  ///
  /// A scalar setting gives numbers, booleans and dates their scalar type whether optional or not; all else
  /// is optional even where the attribute is not, as an object may not be valid yet.
  ///
  /// Source: observed in files written by Xcode 8–16. Assumed, as no such file was at hand: scalar
  /// dates (`TimeInterval`), composites (`[String: Any]?`), object ids and undefined types.
  static func property(of attribute: Attribute) -> TypeReference {
    let isScalar = attribute.usesScalarType
    switch attribute.type {
    case .integer16: return isScalar ? .named("Int16") : number
    case .integer32: return isScalar ? .named("Int32") : number
    case .integer64: return isScalar ? .named("Int64") : number
    case .double: return isScalar ? .named("Double") : number
    case .float: return isScalar ? .named("Float") : number
    case .boolean: return isScalar ? .named("Bool") : number
    case .date: return isScalar ? .named("TimeInterval") : .optional(.named("Date"))
    case .transformable: return .optional(transformable(attribute.valueClassName))
    case .composite: return .optional(.dictionary(.named("String"), .named("Any")))
    case .undefined: return .optional(.named("NSObject"))
    case .objectID: return .optional(.named("NSManagedObjectID"))
    case .decimal, .string, .binary, .uuid, .uri:
      return .optional(parameter(of: attribute.type))
    }
  }

  /// The type of a value that a predicate's variable stands for.
  static func parameter(of type: AttributeType) -> TypeReference {
    switch type {
    case .integer16: .named("Int16")
    case .integer32: .named("Int32")
    case .integer64: .named("Int64")
    case .decimal: .named("NSDecimalNumber")
    case .double: .named("Double")
    case .float: .named("Float")
    case .string: .named("String")
    case .boolean: .named("Bool")
    case .date: .named("Date")
    case .binary: .named("Data")
    case .uuid: .named("UUID")
    case .uri: .named("URL")
    case .objectID: .named("NSManagedObjectID")
    case .undefined, .transformable, .composite: .named("NSObject")
    }
  }

  private static var number: TypeReference { .optional(.named("NSNumber")) }

  /// The value class of a transformable: `UIColor`, `[String]`, `[String: Int]`, else `NSObject`.
  ///
  /// Xcode pastes what the model says; only a name, an array or a dictionary of names gets through here.
  private static func transformable(_ written: String?) -> TypeReference {
    written.flatMap { parse(Substring($0), depth: 0) } ?? .named("NSObject")
  }

  private static func parse(_ text: Substring, depth: Int) -> TypeReference? {
    let text = trimmed(text)
    guard depth < 8 else { return nil }
    if text.hasPrefix("["), text.hasSuffix("]"), text.count > 2 {
      let inner = text.dropFirst().dropLast()
      guard let colon = topLevelColon(in: inner) else {
        return parse(inner, depth: depth + 1).map { .array($0) }
      }
      guard let key = parse(inner[..<colon], depth: depth + 1),
        let value = parse(inner[inner.index(after: colon)...], depth: depth + 1)
      else { return nil }
      return .dictionary(key, value)
    }
    let parts = text.split(separator: ".", omittingEmptySubsequences: true).map(String.init)
    guard let first = parts.first,
      parts.allSatisfy({ Identifier.isPlain($0) && NameScope.isUsableAsType($0) })
    else { return nil }
    return parts.dropFirst().reduce(.named(.nearest(to: first))) {
      .member($0, .nearest(to: $1))
    }
  }

  private static func topLevelColon(in text: Substring) -> Substring.Index? {
    var depth = 0
    for index in text.indices {
      switch text[index] {
      case "[": depth += 1
      case "]": depth -= 1
      case ":" where depth == 0: return index
      default: break
      }
    }
    return nil
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return text
  }

  /// Members of `NSObject` and `NSManagedObject` that a property would hide.
  ///
  /// Core Data refuses a property named like a method of either without parameters (documented:
  /// <https://developer.apple.com/documentation/coredata/nspropertydescription/name>).
  static let reservedMembers: Set<String> = [
    "objectID", "managedObjectContext", "entity", "isInserted", "isUpdated", "isDeleted", "isFault",
    "hasChanges", "hasPersistentChangedValues", "faultingState", "changedValues",
    "changedValuesForCurrentEvent", "contextShouldIgnoreUnmodeledPropertyChanges", "awakeFromFetch",
    "awakeFromInsert", "prepareForDeletion", "willSave", "didSave", "willTurnIntoFault",
    "didTurnIntoFault", "validateForDelete", "validateForInsert", "validateForUpdate",
    "fetchRequest", "description", "debugDescription", "hash", "superclass", "zone", "isProxy",
    "isEqual", "isKind", "isMember", "conforms", "responds", "perform", "copy", "mutableCopy",
    "retain", "release", "autorelease", "retainCount", "dealloc", "finalize", "load", "initialize",
    "new", "alloc", "observationInfo", "classForCoder", "attributeKeys", "className", "hashValue",
    "setValue", "value", "primitiveValue", "setPrimitiveValue", "willAccessValue",
    "didAccessValue", "willChangeValue", "didChangeValue", "scriptingProperties",
  ]
}
