import MomentumModel

/// A call that is wrong in any program, where Core Data raises an exception.
///
/// Methods that can throw throw it. A property's setter cannot throw, so it stops the program with
/// the same text.
///
/// ```swift
/// do { try venue.setValue(.string("x"), forKey: "nmae") } catch let error as ObjectMisuse {
///   print(error.description)  // … is not key value coding-compliant for the key "nmae".
/// }
/// ```
public struct ObjectMisuse: Error, Sendable, CustomStringConvertible {
  /// The name of the exception in Core Data: `NSInvalidArgumentException`.
  public let name: String
  /// What is wrong, in the words of Core Data where they are known, and what would be right.
  public let description: String

  init(_ name: String = "NSInvalidArgumentException", _ description: String) {
    self.name = name
    self.description = description
  }

  /// Stops the program, for callers that cannot throw.
  func trap(file: StaticString = #fileID, line: UInt = #line) -> Never {
    fatalError("\(name): \(description)", file: file, line: line)
  }
}

extension ObjectMisuse {
  static func unknownKey(_ key: String, _ plan: EntityPlan) -> ObjectMisuse {
    let names = plan.propertyNames.joined(separator: ", ")
    return ObjectMisuse(
      "NSUnknownKeyException",
      "the entity \(plan.name) is not key value coding-compliant for the key \"\(key)\". "
        + "Its properties are: \(names).")
  }

  static func wrongType(
    _ value: PropertyValue, _ plan: EntityPlan, key: String, desired: String
  ) -> ObjectMisuse {
    ObjectMisuse(
      "NSInvalidArgumentException",
      "Unacceptable type of value for attribute: property = \"\(key)\"; desired type = \(desired); "
        + "given type = \(value.kind). The entity is \(plan.name).")
  }

  static func wrongObject(
    _ relationship: ObjectRelationship, destination: String, given: String
  ) -> ObjectMisuse {
    let shape = relationship.isToMany ? "in to-many relationship" : "for to-one relationship"
    return ObjectMisuse(
      "NSInvalidArgumentException",
      "Unacceptable type of value \(shape): property = \"\(relationship.name)\"; "
        + "desired type = \(destination); given type = \(given).")
  }

  static func otherContext(
    _ name: String, _ source: ManagedObject, _ destination: ManagedObject
  ) -> ObjectMisuse {
    ObjectMisuse(
      "NSInvalidArgumentException",
      "Illegal attempt to establish a relationship '\(name)' between objects in different contexts "
        + "(source = \(source.description) , destination = \(destination.description))")
  }

  static let deletesOtherContext = ObjectMisuse(
    "NSInvalidArgumentException",
    "An NSManagedObjectContext cannot delete objects in other contexts.")

  static func abstract(_ plan: EntityPlan) -> ObjectMisuse {
    ObjectMisuse(
      "NSInvalidArgumentException",
      "the entity \(plan.name) is abstract and cannot have objects. Insert one of its sub-entities."
    )
  }

  static func unknownEntity(_ name: String) -> ObjectMisuse {
    ObjectMisuse(
      "NSInternalInconsistencyException",
      "could not locate an entity named '\(name)' in this model.")
  }
}

extension EntityPlan {
  /// The names of all properties, sorted.
  var propertyNames: [String] {
    (attributes.map(\.name) + toOnes.map(\.name) + toManys.map(\.name)
      + fetchedProperties.map(\.name)).sorted()
  }
}
