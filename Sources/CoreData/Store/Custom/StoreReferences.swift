import MomentumObjects

/// The references by which a store class of the program names its objects. They may be numbers or
/// texts; the object graph has texts only, so a reference is kept with its text, and the program gets
/// back what it gave.
final class StoreReferences: Sendable {
  typealias Maker = @Sendable (_ entityName: String, _ reference: String) throws -> ObjectID

  private struct State {
    var make: Maker?
    /// What the program has given for a text, so that it gets the same back.
    var originals: [String: Original] = [:]
  }

  /// `@unchecked`: a text or a number, which nothing changes.
  private struct Original: @unchecked Sendable {
    let value: Any
  }

  private let state = Locked(State())

  func open(_ make: @escaping Maker) { state.withLock { $0.make = make } }

  /// Stops the program if the store is not open yet, or for an unknown entity.
  func id(
    _ entity: NSEntityDescription, _ reference: Any, _ coordinator: NSPersistentStoreCoordinator?
  ) -> NSManagedObjectID {
    let text = "\(reference)"
    let original = Original(value: reference)
    let make = state.withLock { state in
      state.originals[text] = original
      return state.make
    }
    guard let make else {
      CoreDataException.raise(
        "NSInternalInconsistencyException",
        "a store makes identities of objects only after a coordinator has begun to add it.")
    }
    return CoreDataException.stopping {
      NSManagedObjectID(try make(entity.name ?? "", text), coordinator)
    }
  }

  subscript(id: NSManagedObjectID) -> Any {
    let text = id.core.reference
    return state.withLock { $0.originals[text] }?.value ?? text
  }
}

/// The context that is fetching or saving on this thread, for the stores of the program.
enum StoreCaller {
  private static let threadKey = "com.apple.CoreData.storeCaller"

  static var context: NSManagedObjectContext? {
    Thread.current.threadDictionary[threadKey] as? NSManagedObjectContext
  }

  static func running<Result>(
    _ context: NSManagedObjectContext, _ body: () throws -> Result
  ) rethrows -> Result {
    let outer = Self.context
    Thread.current.threadDictionary[threadKey] = context
    defer { Thread.current.threadDictionary[threadKey] = outer }
    return try body()
  }
}

extension NSPersistentStore {
  /// The entity of an identity in the coordinator's model.
  func entity(of id: ObjectID) -> NSEntityDescription {
    guard let found = persistentStoreCoordinator?.managedObjectModel.entitiesByName[id.entityName]
    else {
      CoreDataException.raise(
        "NSInternalInconsistencyException",
        "the coordinator of '\(id.uri)' does not exist any more.")
    }
    return found
  }

  /// The metadata with which the coordinator opens the store. An identifier and a type are added if the
  /// program has set none; without them no object ID of the store would be valid.
  func openingMetadata(newIdentifier: () -> Any) -> [String: MetadataValue] {
    var known = metadata ?? [:]
    let identifier = known[NSStoreUUIDKey] ?? identifier ?? "\(newIdentifier())"
    known[NSStoreUUIDKey] = "\(identifier)"
    known[NSStoreTypeKey] = known[NSStoreTypeKey] ?? type
    self.identifier = "\(identifier)"
    metadata = known
    return known.compactMapValues { MetadataValue(foundation: $0) }
  }

  /// Gives the store the metadata that a save has to write.
  func takeMetadata(_ saved: [String: MetadataValue]) {
    take((metadata ?? [:]).merging(saved.mapValues(\.foundationValue)) { $1 })
  }

  /// Values by property as the object graph has them.
  func record(
    _ entity: NSEntityDescription, _ values: (NSPropertyDescription) throws -> Any?
  ) rethrows -> [String: StoredValue] {
    let conversion = PropertyConversion(entity)
    var record: [String: StoredValue] = [:]
    for property in entity.properties {
      guard let value = flat(try values(property)) else { continue }
      if property is NSRelationshipDescription {
        record[property.name] = Self.related(value)
      } else {
        Self.add(conversion.propertyValue(of: value, forKey: property.name), property.name, &record)
      }
    }
    return record
  }

  private static func related(_ value: Any) -> StoredValue? {
    if let id = id(value) { return .identity(id) }
    switch value {
    case let set as NSOrderedSet: return .identities(set.array.compactMap(id))
    case let set as NSSet: return .identities(set.allObjects.compactMap(id))
    case let list as [Any]: return .identities(list.compactMap(id))
    default: return nil
    }
  }

  private static func id(_ value: Any) -> ObjectID? {
    switch value {
    case let id as NSManagedObjectID: id.core
    case let object as NSManagedObject: object.core.objectID
    case let node as NSAtomicStoreCacheNode: node.objectID.core
    default: nil
    }
  }

  /// A composite's elements have the paths of their names.
  private static func add(
    _ value: PropertyValue, _ name: String, _ record: inout [String: StoredValue]
  ) {
    switch value {
    case .attribute(let value): record[name] = .attribute(value)
    case .composite(let elements):
      for (element, value) in elements { add(value, "\(name).\(element)", &record) }
    case .object(let object): record[name] = .identity(object.objectID)
    case .null, .transformed, .objects, .orderedObjects: break
    }
  }
}
