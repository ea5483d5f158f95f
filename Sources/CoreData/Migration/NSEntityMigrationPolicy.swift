/// The work of a migration for the objects of one entity mapping. Subclasses override parts of it.
///
/// A class is found by the name that an entity mapping has, with its module. A method that a value
/// expression calls by its selector cannot be found without Objective-C: override
/// `value(ofMethod:arguments:)` for it.
open class NSEntityMigrationPolicy: NSObject {
  public required override init() { super.init() }

  /// Called before the objects of a mapping are made.
  open func begin(_ mapping: NSEntityMapping, with manager: NSMigrationManager) throws {}

  /// Makes the destination object of a source object, with the attributes of the mapping.
  open func createDestinationInstances(
    forSource sInstance: NSManagedObject, in mapping: NSEntityMapping,
    manager: NSMigrationManager
  ) throws {
    guard let name = mapping.destinationEntityName else { return }
    let made = NSEntityDescription.insertNewObject(
      forEntityName: name, into: manager.destinationContext)
    let run = MigrationExpressions(manager, mapping, self, source: sInstance, destination: made)
    for property in mapping.attributeMappings ?? [] {
      guard let key = property.name, let expression = property.valueExpression else { continue }
      try run.set(try run.value(of: expression, property), forKey: key, of: made)
    }
    manager.associate(sourceInstance: sInstance, withDestinationInstance: made, for: mapping)
  }

  /// Called when all objects of a mapping are made.
  open func endInstanceCreation(
    forMapping mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {}

  /// Sets the relationships of a destination object, as the mapping says.
  open func createRelationships(
    forDestination dInstance: NSManagedObject, in mapping: NSEntityMapping,
    manager: NSMigrationManager
  ) throws {
    let sources = manager.sourceInstances(
      forEntityMappingName: mapping.name, destinationInstances: [dInstance])
    guard let source = sources.first else { return }
    let run = MigrationExpressions(manager, mapping, self, source: source, destination: dInstance)
    for property in mapping.relationshipMappings ?? [] {
      guard let key = property.name, let expression = property.valueExpression,
        let relationship = dInstance.entity.relationshipsByName[key]
      else { continue }
      let objects = MigrationExpressions.objects(try run.value(of: expression, property))
      let value: Any? =
        !relationship.isToMany
        ? objects.first
        : relationship.isOrdered ? NSOrderedSet(array: objects) : NSSet(array: objects)
      try run.set(value, forKey: key, of: dInstance)
    }
  }

  /// Called when the relationships of a mapping are set.
  open func endRelationshipCreation(
    forMapping mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {}

  /// Called before the new store is saved, to check the new objects.
  open func performCustomValidation(
    forMapping mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {}

  /// Called last for a mapping.
  open func end(_ mapping: NSEntityMapping, manager: NSMigrationManager) throws {}

  /// The result of a method that a value expression calls: `FUNCTION($entityPolicy, "short:", …)`.
  ///
  /// Only Linux calls this; a Mac calls the method itself. `momentum adapt` writes it. Throws unless
  /// it is overridden: the name of the method may be from a file.
  open func value(ofMethod method: Selector, arguments: [Any?]) throws -> Any? {
    throw MigrationExpressions.unknown(method, of: self)
  }
}

extension Selector {
  /// An argument of a method that a value expression calls, with the type of the method's parameter.
  ///
  /// Only the code that `momentum adapt` writes calls this. Throws for a value of another type and
  /// for a missing one: both may be from a file.
  public func argument<Value>(_ index: Int, of arguments: [Any?]) throws -> Value {
    let given = arguments.indices.contains(index) ? arguments[index] : nil
    if let value = given as? Value { return value }
    throw NSError(
      domain: NSCocoaErrorDomain, code: NSEntityMigrationPolicyError,
      userInfo: [
        NSLocalizedDescriptionKey:
          "The method '\(name)' needs a value of the type \(Value.self) as its argument "
          + "\(index + 1), not \(given.map { "\(type(of: $0))" } ?? "nil")."
      ])
  }
}
