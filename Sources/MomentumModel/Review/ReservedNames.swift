/// The names that a property should not have.
enum ReservedNames {
  /// Members without parameters, which a property of that name would collide with. Documented: a
  /// property cannot have the name of a parameterless method of NSObject or NSManagedObject
  /// (`NSPropertyDescription.name`). Members that exist only on macOS are left out: models of apps
  /// that never run there may use these names.
  static let objectMembers: Set<String> = [
    "autorelease", "class", "copy", "dealloc", "debugDescription", "description", "finalize",
    "hash", "init", "isProxy", "mutableCopy", "observationInfo", "release", "retain",
    "retainCount", "self", "superclass", "zone",
  ]

  /// Documented members of `NSManagedObject`.
  static let managedObjectMembers: Set<String> = [
    "awakeFromFetch", "awakeFromInsert", "changedValues", "changedValuesForCurrentEvent",
    "didSave", "didTurnIntoFault", "entity", "faultingState", "hasChanges",
    "hasPersistentChangedValues", "isDeleted", "isFault", "isInserted", "isUpdated",
    "managedObjectContext", "objectID", "objectWillChange", "prepareForDeletion", "willSave",
    "willTurnIntoFault",
  ]

  /// Keywords that cannot be the name of a property without backticks. Documented: *The Swift
  /// Programming Language*, Lexical Structure.
  static let swiftKeywords: Set<String> = [
    "Any", "Self", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default",
    "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate",
    "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
    "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return",
    "self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "typealias", "var", "where", "while",
  ]
}
