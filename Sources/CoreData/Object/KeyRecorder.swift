/// Finds the name of a property from its key path: `\Book.title` is `title`.
///
/// Linux keeps no names in key paths of computed properties. So an object without a store is asked
/// for the value, and the name that its accessor asks for is noted.
final class KeyRecorder {
  private var keys: [String] = []

  private static let threadKey = "com.apple.CoreData.keyRecorder"

  /// The recorder of this thread, while it runs.
  static var current: KeyRecorder? {
    Thread.current.threadDictionary[threadKey] as? KeyRecorder
  }

  static func name<Root: NSManagedObject, Value>(of path: KeyPath<Root, Value>) -> String? {
    let object = Root(entity: Root.entity(), insertInto: nil)
    return recorded { _ = object[keyPath: path] }
  }

  /// The name of a property from a key path of any class; `nil` if it is none of managed objects.
  static func name(of path: AnyKeyPath) -> String? {
    guard let root = type(of: path).rootType as? NSManagedObject.Type else { return nil }
    let object = root.init(entity: root.entity(), insertInto: nil)
    return recorded { _ = object[keyPath: path] }
  }

  private static func recorded(_ read: () -> Void) -> String? {
    let recorder = KeyRecorder()
    Thread.current.threadDictionary[threadKey] = recorder
    defer { Thread.current.threadDictionary.removeObject(forKey: threadKey) }
    read()
    return recorder.keys.first
  }

  /// Notes a key and returns a value that its accessor can cast.
  func note(_ key: String, _ entity: NSEntityDescription) -> Any? {
    keys.append(key)
    guard let attribute = entity.attributesByName[key] else {
      guard let relationship = entity.relationshipsByName[key], relationship.isToMany else {
        return nil
      }
      return relationship.isOrdered ? NSOrderedSet() : NSSet()
    }
    switch attribute.attributeType {
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType,
      .doubleAttributeType, .floatAttributeType:
      return NSNumber(value: 0)
    case .booleanAttributeType: return NSNumber(value: false)
    case .decimalAttributeType: return NSDecimalNumber.zero
    case .stringAttributeType: return ""
    case .dateAttributeType: return Date(timeIntervalSinceReferenceDate: 0)
    case .binaryDataAttributeType: return Data()
    case .UUIDAttributeType: return UUID()
    case .URIAttributeType: return URL(fileURLWithPath: "/")
    case .undefinedAttributeType, .transformableAttributeType, .objectIDAttributeType,
      .compositeAttributeType:
      return nil
    }
  }
}

extension KeyPath where Root: NSManagedObject {
  /// The name of the property. Stops the program for a property that is no property of the model.
  var keyName: String {
    guard let name = KeyRecorder.name(of: self) else {
      CoreDataException.raise(
        "NSInvalidArgumentException", "the key path '\(self)' leads to no property of the model.")
    }
    return name
  }
}
