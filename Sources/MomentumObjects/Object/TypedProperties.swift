import MomentumModel
import MomentumPredicate
public import MomentumRuntime

/// The properties of an object with Swift's types, for the accessors of its class.
///
/// `momentum generate --target objects` writes such accessors. A class that is written by hand can
/// have them, too:
///
/// ```swift
/// final class Venue: ManagedObject {
///   var name: String? {
///     get { TypedProperties(self)[attribute: "name"] }
///     set { TypedProperties(self)[attribute: "name"] = newValue }
///   }
/// }
/// ```
///
/// They behave as the subscript of ``ManagedObject``: an unknown name and a value of a wrong type stop
/// the program, and a property that cannot be read is empty.
public struct TypedProperties {
  private let object: ManagedObject

  /// The properties of an object.
  public init(_ object: ManagedObject) { self.object = object }

  /// The value of an attribute; `nil` for no value, and for a raw value that an enumeration lacks.
  /// A number outside the range of the type is cut to its low bits, as `NSNumber` does it.
  public subscript<Value: AttributeConvertible>(attribute key: String) -> Value? {
    get {
      guard case .attribute(let value) = object[key] else { return nil }
      return value.swiftValue(as: Value.self)
    }
    nonmutating set {
      guard let newValue else {
        object[key] = .null
        return
      }
      guard case .value(let value) = newValue.attributeConstant.argument else {
        ObjectMisuse.noAttributeValue(newValue, key).trap()
      }
      object[key] = .attribute(value)
    }
  }

  /// The value of a transformable attribute. Without a transformer it is `Data`.
  public subscript<Value: Equatable>(transformable key: String) -> Value? {
    get {
      switch object[key] {
      case .transformed(let transformed): return transformed.value as? Value
      case .attribute(let value): return value.swiftValue(as: Value.self)
      case .null, .composite, .object, .objects, .orderedObjects: return nil
      }
    }
    nonmutating set {
      object[key] = newValue.map { PropertyValue(transformable: $0) } ?? .null
    }
  }

  /// The elements of a composite attribute that have values, by name.
  public subscript(composite key: String) -> [String: PropertyValue]? {
    get {
      guard case .composite(let values) = object[key] else { return nil }
      return values
    }
    nonmutating set { object[key] = newValue.map { .composite($0) } ?? .null }
  }

  /// The object of a to-one relationship.
  public subscript<Object: ManagedObject>(toOne key: String) -> Object? {
    get {
      guard case .object(let other) = object[key] else { return nil }
      return typed(other)
    }
    nonmutating set { object[key] = PropertyValue(newValue) }
  }

  /// The objects of an unordered to-many relationship.
  public subscript<Object: ManagedObject>(toMany key: String) -> Set<Object> {
    get {
      let objects: [Object] = members(key)
      return Set(objects)
    }
    nonmutating set {
      // A set has another order in each run, and new rows would be written in that order.
      object[key] = .objects(newValue.sorted { $0.objectID.isBefore($1.objectID) })
    }
  }

  /// The objects of an ordered to-many relationship, or of a fetched property, which cannot be set.
  public subscript<Object: ManagedObject>(ordered key: String) -> [Object] {
    get { members(key) }
    nonmutating set { object[key] = .orderedObjects(newValue) }
  }

  /// Adds an object to a to-many relationship, at the end if it is ordered.
  public func add(_ other: ManagedObject, to key: String) {
    do { try object.add(other, toRelationship: key) } catch { object.report(error) }
  }

  /// Removes an object from a to-many relationship.
  public func remove(_ other: ManagedObject, from key: String) {
    do { try object.remove(other, fromRelationship: key) } catch { object.report(error) }
  }

  private func members<Object: ManagedObject>(_ key: String) -> [Object] {
    switch object[key] {
    case .objects(let objects), .orderedObjects(let objects): objects.map { typed($0) }
    case .null, .attribute, .composite, .transformed, .object: []
    }
  }

  private func typed<Object: ManagedObject>(_ other: ManagedObject) -> Object {
    guard let typed = other as? Object else {
      ObjectMisuse.otherClass(other, Object.self).trap()
    }
    return typed
  }
}

extension ObjectID {
  /// An order that is the same in each run: by entity, then by number.
  package func isBefore(_ other: ObjectID) -> Bool {
    (entity.id.index, number) < (other.entity.id.index, other.number)
  }
}

extension PropertyValue {
  fileprivate init<Value: Equatable>(transformable value: Value) {
    if let data = value as? any AttributeConvertible,
      case .value(.binary(let bytes)) = data.attributeConstant.argument
    {
      self = .attribute(.binary(bytes))
    } else {
      self = .transformed(TransformedValue(value))
    }
  }
}

extension ObjectMisuse {
  static func otherClass(_ object: ManagedObject, _ type: ManagedObject.Type) -> ObjectMisuse {
    ObjectMisuse(
      "NSInvalidArgumentException",
      "the objects of the entity \(object.entityName) are of the class '\(Swift.type(of: object))', "
        + "not '\(type)'. Register '\(type)' for the entity with ObjectClasses.")
  }

  fileprivate static func noAttributeValue(
    _ value: some AttributeConvertible, _ key: String
  ) -> ObjectMisuse {
    ObjectMisuse(
      "NSInvalidArgumentException",
      "Unacceptable type of value for attribute: property = \"\(key)\"; given type = "
        + "\(Swift.type(of: value)). Keys of objects are values of relationships.")
  }
}
