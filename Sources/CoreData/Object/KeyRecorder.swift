/// Finds the names of a key path: `\Book.title` is `title`, `\Book.author.name` is `author.name`.
///
/// Linux keeps no names in key paths of computed properties. So an object without a store is asked
/// for the value, and the name that its accessor asks for is noted. A relationship gives another
/// such object, which the next name is asked from.
final class KeyRecorder {
  private var keys: [String] = []
  /// The object that the noted keys lead to; `nil` if they lead to no object.
  private var last: NSManagedObject?

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
    return recorder.keys.isEmpty ? nil : recorder.keys.joined(separator: ".")
  }

  /// Notes a key of an object and returns a value that its accessor can cast.
  ///
  /// A computed property of a class may ask for several keys. The first one of each object counts.
  func note(_ key: String, of object: NSManagedObject) -> Any? {
    let isNext = keys.isEmpty || object === last
    if isNext {
      keys.append(key)
      last = nil
    }
    let entity = object.entity
    guard let attribute = entity.attributesByName[key] else {
      guard let relationship = entity.relationshipsByName[key] else { return nil }
      if relationship.isToMany { return relationship.isOrdered ? NSOrderedSet() : NSSet() }
      guard let destination = relationship.destinationEntity else { return nil }
      let type = ManagedObjectClasses.shared.type(of: destination)
      let related = type.init(entity: destination, insertInto: nil)
      if isNext { last = related }
      return related
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
  /// The names of the properties. Stops the program for a path that no property of the model begins.
  var keyName: String {
    guard let name = KeyRecorder.name(of: self) else {
      CoreDataException.raise(
        "NSInvalidArgumentException", "the key path '\(self)' leads to no property of the model.")
    }
    return name
  }
}
