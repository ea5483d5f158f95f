extension ObjectContext {
  /// Chooses the store in which a new object is saved. Without this, it is saved in the store of a
  /// related object or, if there is none, in the first store that has the object's entity and can
  /// be changed.
  ///
  /// Throws ``ObjectMisuse`` for an object that was saved already, and for a store that is not
  /// open, is read-only or does not have the entity.
  ///
  /// - Parameter identifier: The `NSStoreUUID` of the store.
  public final func assign(_ object: ManagedObject, toStore identifier: String) throws {
    guard object.context === self else {
      throw ObjectMisuse.unassignable(object, "has another context")
    }
    guard object.objectID.isTemporary else {
      // Core Data accepts the store where the object is already (assumed).
      guard object.objectID.place.store != identifier else { return }
      throw ObjectMisuse.unassignable(object, "is in a store already")
    }
    guard let store = coordinator.stores.first(where: { $0.identifier == identifier }) else {
      throw ObjectMisuse.unassignable(object, "cannot go to a store that is not open")
    }
    guard store.holds(object.plan), !store.isReadOnly else {
      throw ObjectMisuse.unassignable(object, "cannot go to this store")
    }
    try assign(object, to: store)
  }
}
