import MomentumObjects

// What the accessors of to-many relationships call that have `@NSManaged` on a Mac, such as
// `addToTips(_:)`. Objects are `NSManagedObject`s, or a set or an array of them.

extension NSManagedObject {
  /// Adds objects to a to-many relationship, at the end if it is ordered.
  public final func addManagedObjects(_ objects: Any, forKey key: String) {
    changeMembers(objects) { try $0.add($1, toRelationship: key) }
  }

  /// Removes objects from a to-many relationship.
  public final func removeManagedObjects(_ objects: Any, forKey key: String) {
    changeMembers(objects) { try $0.remove($1, fromRelationship: key) }
  }

  /// Inserts an object into an ordered relationship.
  public final func insertManagedObject(_ object: Any, at index: Int, forKey key: String) {
    changeOrder(key) { $0.insert(object, at: index) }
  }

  /// Inserts objects into an ordered relationship, each at its index after the insertion.
  public final func insertManagedObjects(
    _ objects: [Any], at indexes: some Sequence<Int>, forKey key: String
  ) {
    changeOrder(key) { order in
      for (object, index) in zip(objects, indexes.sorted()) { order.insert(object, at: index) }
    }
  }

  /// Removes the object at an index of an ordered relationship.
  public final func removeManagedObject(at index: Int, forKey key: String) {
    changeOrder(key) { $0.remove(at: index) }
  }

  /// Removes the objects at some indexes of an ordered relationship.
  public final func removeManagedObjects(at indexes: some Sequence<Int>, forKey key: String) {
    changeOrder(key) { order in
      for index in indexes.sorted(by: >) { order.remove(at: index) }
    }
  }

  /// Replaces the object at an index of an ordered relationship.
  public final func replaceManagedObject(at index: Int, with object: Any, forKey key: String) {
    changeOrder(key) { $0[index] = object }
  }

  /// Replaces the objects at some indexes of an ordered relationship.
  public final func replaceManagedObjects(
    at indexes: some Sequence<Int>, with objects: [Any], forKey key: String
  ) {
    changeOrder(key) { order in
      for (index, object) in zip(indexes.sorted(), objects) { order[index] = object }
    }
  }

  private func changeMembers(_ objects: Any, _ change: (ObjectCore, ObjectCore) throws -> Void) {
    for object in NSManagedObject.members(objects) {
      read { try change($0, object.core) }
      managedObjectContext?.keep(object)
    }
    managedObjectContext?.keep(self)
  }

  /// The objects of a set or an array; a set's in the order of their identities, since a set has
  /// another order in each run, and new rows would be written in that order.
  private static func members(_ objects: Any) -> [NSManagedObject] {
    switch objects {
    case let object as NSManagedObject: [object]
    case let set as NSOrderedSet: set.array.compactMap { $0 as? NSManagedObject }
    case let set as NSSet:
      set.allObjects.compactMap { $0 as? NSManagedObject }
        .sorted { $0.core.objectID.isBefore($1.core.objectID) }
    case let set as Set<NSManagedObject>:
      set.sorted { $0.core.objectID.isBefore($1.core.objectID) }
    case let list as [Any]: list.compactMap { $0 as? NSManagedObject }
    default: []
    }
  }

  /// Changes the order of a relationship. An index that it does not have stops the program, as on a
  /// Mac.
  private func changeOrder(_ key: String, _ change: (inout [Any]) -> Void) {
    var order = (value(forKey: key) as? NSOrderedSet)?.array ?? []
    change(&order)
    setValue(NSOrderedSet(array: order), forKey: key)
  }
}
