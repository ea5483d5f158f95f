import MomentumModel

/// A call that is always incorrect; Core Data raises an exception for it.
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
  /// The mistake, in the words of Core Data if they are known, and the correct use.
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

  /// The error for an unknown key:
  ///
  /// `[<Post 0x6ea4110> valueForUndefinedKey:]: the entity Post is not key value coding-compliant
  /// for the key "topic_id".`
  ///
  /// Source: the text of the getter is observed in logs, that of the setter assumed (OG-902).
  static func undefinedKey(
    _ key: String, of object: ManagedObject, isSetter: Bool = false
  ) -> ObjectMisuse {
    let call = isSetter ? "setValue:forUndefinedKey:" : "valueForUndefinedKey:"
    let misuse = unknownKey(key, object.plan)
    return ObjectMisuse(
      misuse.name,
      "[<\(type(of: object)) \(object.address)> \(call)]: \(misuse.description)")
  }

  /// The error for a value of an incorrect type:
  ///
  /// `Unacceptable type of value for attribute: property = "name"; desired type = NSString; given
  /// type = NSNumber; value = 1.`
  ///
  /// Source: observed in logs (OG-903).
  static func wrongType(
    _ value: PropertyValue, _ plan: EntityPlan, key: String, desired: String
  ) -> ObjectMisuse {
    ObjectMisuse(
      "NSInvalidArgumentException",
      "Unacceptable type of value for attribute: property = \"\(key)\"; desired type = \(desired); "
        + "given type = \(value.className); value = \(value.printed). The entity is \(plan.name).")
  }

  /// The error for an object of an incorrect entity:
  ///
  /// `Unacceptable type of value for to-one relationship: property = "parent"; desired type =
  /// Binder; given type = Page; value = <Page: 0x…> (entity: Page; …).`
  static func wrongObject(
    _ relationship: ObjectRelationship, destination: String, given: PropertyValue
  ) -> ObjectMisuse {
    let shape = relationship.isToMany ? "in to-many relationship" : "for to-one relationship"
    return ObjectMisuse(
      "NSInvalidArgumentException",
      "Unacceptable type of value \(shape): property = \"\(relationship.name)\"; "
        + "desired type = \(destination); given type = \(given.className); "
        + "value = \(given.printed).")
  }

  /// The error for a to-many relationship that was set to something else than a collection of
  /// objects.
  static func noCollection(
    _ relationship: ObjectRelationship, given: PropertyValue
  ) -> ObjectMisuse {
    ObjectMisuse(
      "NSInvalidArgumentException",
      "Unacceptable type of value for to-many relationship: property = \"\(relationship.name)\"; "
        + "desired type = \(relationship.isOrdered ? "NSOrderedSet" : "NSSet"); "
        + "given type = \(given.className); value = \(given.printed).")
  }

  static func otherContext(
    _ name: String, _ source: ManagedObject, _ destination: ManagedObject
  ) -> ObjectMisuse {
    ObjectMisuse(
      "NSInvalidArgumentException",
      "Illegal attempt to establish a relationship '\(name)' between objects in different contexts "
        + "(source = \(source.description) , destination = \(destination.description))")
  }

  static func otherStore(
    _ name: String, _ source: ManagedObject, _ destination: ManagedObject
  ) -> ObjectMisuse {
    ObjectMisuse(
      "NSInvalidArgumentException",
      "Illegal attempt to establish a relationship '\(name)' between objects in different stores "
        + "(source = \(source.description) , destination = \(destination.description)). "
        + "Keep the identity of the other object instead, or use a fetched property.")
  }

  static func unassignable(_ object: ManagedObject, _ reason: String) -> ObjectMisuse {
    ObjectMisuse(
      "NSInvalidArgumentException",
      "Can't assign an object to a store that does not contain the object's entity: "
        + "\(object.description) \(reason).")
  }

  static let deletesOtherContext = ObjectMisuse(
    "NSInvalidArgumentException",
    "An NSManagedObjectContext cannot delete objects in other contexts.")

  /// The error for assigning a saved object to a store. Source: the end of the sentence is
  /// documented.
  static let assignsSavedObject = ObjectMisuse(
    "NSInvalidArgumentException",
    "Can’t reassign an object to a different store once it has been saved.")

  static func insertsKnownObject(_ id: ObjectID) -> ObjectMisuse {
    ObjectMisuse(
      "NSInvalidArgumentException",
      "the object \(id.uri) was saved before or is in another context. Only a new object without a "
        + "context can be inserted.")
  }

  /// The error for a class that is registered for no entity or for several. Source: both sentences
  /// are observed in logs (OG-915).
  static func noEntity(of type: ManagedObject.Type, _ names: [String]) -> ObjectMisuse {
    ObjectMisuse(
      "NSInvalidArgumentException",
      "An NSManagedObject of class '\(type)' must have a valid NSEntityDescription. Failed to find a "
        + "unique match for an NSEntityDescription to a managed object subclass: "
        + (names.isEmpty
          ? "register the class with ObjectClasses."
          : "it is registered for \(names.joined(separator: ", "))."))
  }

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
