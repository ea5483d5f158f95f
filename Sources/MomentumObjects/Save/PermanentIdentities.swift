/// Gives new objects of a context their permanent identities.
struct PermanentIdentities {
  let context: ObjectContext
  /// The contexts below, which know the temporary identities.
  private let children: [ObjectContext]

  init(context: ObjectContext) {
    self.context = context
    children = context.coordinator.children(of: context)
  }

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
    for run in try context.coordinator.reserve(for: new) { run.note(in: new) }
    give(new.map(\.savedID), to: new)
  }

  /// Gives new objects the identities that were reserved for them, also in the contexts below.
  func give(_ ids: [ObjectID], to objects: [ManagedObject]) {
    guard !objects.isEmpty else { return }
    let names =
      children.isEmpty
      ? []
      : zip(objects, ids).map { RenamedID(temporary: $0.objectID, permanent: $1) }
    context.identities.rename(objects, to: ids)
    context.coordinator.rename(names, in: children, below: context)
  }
}
