/// Gives new objects of a context their permanent identities.
struct PermanentIdentities {
  let context: ObjectContext

  /// Reserves permanent identities before a save; the save then uses these.
  func obtain(for objects: [ManagedObject]) throws {
    var new = objects.filter { $0.objectID.isTemporary && $0.context === context }
    if let parent = context.parent {
      // An object that was saved to the parent is there too, and must have the same identity.
      let known = new.map(\.objectID)
      try parent.performAndWait {
        try parent.obtainPermanentIDs(for: known.compactMap { parent.registeredObject(for: $0) })
      }
      for object in new {
        let id = context.coordinator.permanentID(of: object.objectID)
        if !id.isTemporary { context.rename(object, to: id) }
      }
      new.removeAll { !$0.objectID.isTemporary }
    }
    let ids = try context.coordinator.reserve(for: new)
    give(zip(new, ids).map { (object: $0, id: $1) })
  }

  /// Gives new objects their permanent identities, also in child contexts and their children.
  func give(_ objects: [(object: ManagedObject, id: ObjectID)]) {
    guard !objects.isEmpty else { return }
    let children = context.coordinator.children(of: context)
    let names =
      children.isEmpty
      ? [] : objects.map { RenamedID(temporary: $0.object.objectID, permanent: $0.id) }
    context.identities.rename(objects)
    context.coordinator.rename(names, in: children, below: context)
  }
}
