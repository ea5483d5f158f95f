import MomentumModel

/// The Swift types of managed object properties.
struct ManagedTypes {
  /// The names of generated types. A type of Swift or Foundation with the same name is written with
  /// its module, because the generated type would hide it.
  let shadowed: Set<String>

  /// A type of the standard library: `Int16`, or `Swift.Int16` if a class of the model has that
  /// name.
  func swift(_ name: Identifier) -> TypeReference { library(name, "Swift") }

  /// A type of Foundation: `Date`, or `Foundation.Date` if a class of the model has that name.
  func foundation(_ name: Identifier) -> TypeReference { library(name, "Foundation") }

  private func library(_ name: Identifier, _ module: Identifier) -> TypeReference {
    shadowed.contains(name.text) ? .member(.named(module), name) : .named(name)
  }

  /// The type of an attribute's values without `?`, and whether it is a scalar: `Int16`,
  /// `NSNumber`, `String`.
  ///
  /// Source: observed in files written by Xcode 8–26, over 300 of them: numbers and Booleans with
  /// and without the scalar setting, `NSDecimalNumber`, `Date` and scalar `TimeInterval`, `Data`,
  /// `UUID`, `URL`, `NSObject` of a transformable without a class. `[String: Any]` of a composite:
  /// documented (WWDC 2023, session 10186, code of 5:39). Assumed, as no such file was found:
  /// object ids and undefined types.
  func value(of attribute: Attribute) -> (type: TypeReference, isScalar: Bool) {
    let isScalar = attribute.usesScalarType
    switch attribute.type {
    case .integer16, .integer32, .integer64, .double, .float, .boolean:
      return (isScalar ? parameter(of: attribute.type) : foundation("NSNumber"), isScalar)
    case .date: return (foundation(isScalar ? "TimeInterval" : "Date"), isScalar)
    case .transformable: return (transformable(attribute.valueClass), false)
    case .composite: return (.dictionary(swift("String"), .named("Any")), false)
    case .decimal, .string, .binary, .uuid, .uri, .undefined, .objectID:
      return (parameter(of: attribute.type), false)
    }
  }

  /// The type of a function's parameter for a variable of a predicate.
  func parameter(of type: AttributeType) -> TypeReference {
    switch type {
    case .integer16: swift("Int16")
    case .integer32: swift("Int32")
    case .integer64: swift("Int64")
    case .decimal: foundation("NSDecimalNumber")
    case .double: swift("Double")
    case .float: swift("Float")
    case .string: swift("String")
    case .boolean: swift("Bool")
    case .date: foundation("Date")
    case .binary: foundation("Data")
    case .uuid: foundation("UUID")
    case .uri: foundation("URL")
    case .objectID: .named("NSManagedObjectID")
    case .undefined, .transformable, .composite: foundation("NSObject")
    }
  }

  /// The class that the model names for the values of a transformable: `UIColor`, `[String]`,
  /// `[String: Int]`; `NSObject` if it names none.
  ///
  /// Xcode copies the text of the model (observed: `[String: Any]`, `UIImage`, `[[String: Any]]`).
  /// Here a text that is not a type becomes `NSObject`, since a copy would not compile.
  private func transformable(_ written: String?) -> TypeReference {
    written.flatMap { SwiftTypeName.parse($0) } ?? foundation("NSObject")
  }

  /// The types of Foundation that signatures may name, and `Foundation` itself for qualified names.
  static let foundationNames: Set<Identifier> = [
    "NSNumber", "TimeInterval", "Date", "NSDecimalNumber", "Data", "UUID", "URL", "NSObject",
    "NSSet",
    "NSOrderedSet", "NSIndexSet", "NSArray", "NSDictionary", "Foundation",
  ]

  /// The types of Core Data that signatures may name.
  static let coreDataNames: Set<Identifier> = [
    "NSManagedObject", "NSManagedObjectID", "NSManagedObjectContext", "NSManagedObjectModel",
    "NSFetchRequest",
  ]

  /// Members of `NSObject` and `NSManagedObject` without parameters: a property of the same name
  /// would override them.
  ///
  /// Core Data refuses a property named like a parameterless method of either (documented:
  /// <https://developer.apple.com/documentation/coredata/nspropertydescription/name>). A method
  /// with parameters, such as `value(forKey:)`, does not reserve its name: `value` is a common
  /// attribute.
  static let reservedMembers: Set<String> = [
    "objectID", "managedObjectContext", "entity", "isInserted", "isUpdated", "isDeleted", "isFault",
    "hasChanges", "hasPersistentChangedValues", "faultingState", "changedValues",
    "changedValuesForCurrentEvent", "awakeFromFetch", "awakeFromInsert", "prepareForDeletion",
    "willSave", "didSave", "willTurnIntoFault", "didTurnIntoFault", "validateForDelete",
    "validateForInsert", "validateForUpdate", "objectWillChange", "description",
    "debugDescription", "hash", "hashValue", "superclass", "zone", "isProxy", "copy",
    "mutableCopy", "retain", "release", "autorelease", "retainCount", "dealloc", "finalize",
    "class", "observationInfo", "classForCoder", "attributeKeys", "className",
    "toOneRelationshipKeys",
    "toManyRelationshipKeys", "scriptingProperties", "classDescription",
  ]
}
