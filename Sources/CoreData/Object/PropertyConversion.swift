import MomentumModel
import MomentumObjects

/// Converts values of properties between Foundation's classes and the object graph.
struct PropertyConversion {
  private let entity: NSEntityDescription

  init(_ entity: NSEntityDescription) { self.entity = entity }

  private func attribute(_ key: String) -> NSAttributeDescription? {
    entity.attributesByName[key]
  }

  // MARK: - From the object graph

  func value(of value: PropertyValue, forKey key: String) -> Any? {
    switch value {
    case .null: return nil
    case .attribute(let value):
      if case .binary(let bytes) = value, let transformer = TransformedAttribute(attribute(key)) {
        return transformer.value(of: Data(bytes))
      }
      return value.foundationValue
    case .composite(let values):
      return values.compactMapValues { self.value(of: $0, forKey: key) }
    case .transformed(let transformed): return (transformed.value as? AnyValue)?.value
    case .object(let object): return ManagedObjectClasses.shared.object(of: object)
    case .objects(let objects): return NSSet(array: faces(objects))
    case .orderedObjects(let objects):
      return entity.propertiesByName[key] is NSFetchedPropertyDescription
        ? faces(objects) as Any : NSOrderedSet(array: faces(objects))
    }
  }

  private func faces(_ objects: [ManagedObject]) -> [NSManagedObject] {
    objects.map { ManagedObjectClasses.shared.object(of: $0) }
  }

  // MARK: - To the object graph

  func propertyValue(of value: Any?, forKey key: String) -> PropertyValue {
    guard let value = flat(value) else { return .null }
    if let object = value as? NSManagedObject { return .object(object.core) }
    if let relationship = entity.relationshipsByName[key] {
      return objects(value, isOrdered: relationship.isOrdered)
    }
    guard let attribute = attribute(key) else { return Self.plain(value) }
    if let composite = attribute as? NSCompositeAttributeDescription,
      let values = value as? [String: Any]
    {
      return Self.composite(values, composite)
    }
    if let transformer = TransformedAttribute(attribute) {
      guard !attribute.isTransient else { return .transformed(TransformedValue(AnyValue(value))) }
      return .attribute(.binary(Array(transformer.data(of: value))))
    }
    return Self.attribute(value, attribute)
  }

  private func objects(_ value: Any, isOrdered: Bool) -> PropertyValue {
    let all: [Any]
    switch value {
    case let set as NSOrderedSet: all = set.array
    // A set has another order in each run, and new rows would be written in that order.
    case let set as NSSet: all = Self.sorted(set.allObjects)
    case let list as [Any]: all = list
    default: return Self.plain(value)
    }
    let cores = all.compactMap { ($0 as? NSManagedObject)?.core }
    guard cores.count == all.count else { return Self.plain("\(value)") }
    return isOrdered ? .orderedObjects(cores) : .objects(cores)
  }

  private static func sorted(_ objects: [Any]) -> [Any] {
    objects.sorted { one, other in
      guard let one = one as? NSManagedObject, let other = other as? NSManagedObject else {
        return false
      }
      return one.core.objectID.isBefore(other.core.objectID)
    }
  }

  private static func attribute(
    _ value: Any, _ attribute: NSAttributeDescription
  ) -> PropertyValue {
    var ignored: [CompositeType] = []
    let type = attribute.modelType(&ignored)
    return AttributeValue(foundation: value, of: type).map { .attribute($0) } ?? plain(value)
  }

  private static func composite(
    _ values: [String: Any], _ description: NSCompositeAttributeDescription
  ) -> PropertyValue {
    var result: [String: PropertyValue] = [:]
    for (name, value) in values {
      guard let value = flat(value) else { continue }
      switch description.elements.first(where: { $0.name == name }) {
      case let inner as NSCompositeAttributeDescription:
        result[name] = (value as? [String: Any]).map { composite($0, inner) } ?? plain(value)
      case let element?: result[name] = attribute(value, element)
      case nil: result[name] = plain(value)
      }
    }
    return .composite(result)
  }

  /// A value of a class that the property does not take; the object graph refuses it with Core
  /// Data's text.
  private static func plain(_ value: Any) -> PropertyValue {
    AttributeValue(foundation: value).map { .attribute($0) }
      ?? .transformed(TransformedValue(AnyValue(value)))
  }
}

/// A value that can be compared: objects by `isEqual`, other values by `==` if they have it.
struct AnyValue: Equatable {
  let value: Any

  init(_ value: Any) { self.value = value }

  static func == (left: AnyValue, right: AnyValue) -> Bool {
    if let one = left.value as? NSObject, let other = right.value as? NSObject {
      return one.isEqual(other)
    }
    if let one = left.value as? AnyHashable, let other = right.value as? AnyHashable {
      return one == other
    }
    return false
  }
}
