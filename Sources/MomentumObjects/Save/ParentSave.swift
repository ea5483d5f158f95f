import MomentumModel

/// The save of a child context: all its changes become unsaved changes of the parent.
struct ParentSave {
  let context: ObjectContext
  let parent: ObjectContext

  func run(_ changes: ContextChanges) throws {
    try parent.performAndWait {
      for object in changes.inserted where parent.registeredObject(for: object.objectID) == nil {
        _ = parent.insert(object.plan, id: object.objectID, awakes: false)
      }
      for object in changes.inserted + changes.updated { try push(object) }
      for object in changes.deleted {
        let target = counterpart(object)
        if !target.isDeleted { try parent.delete(target) }
      }
      parent.processPendingChanges()
      for object in changes.inserted + changes.updated {
        let id = parent.coordinator.permanentID(of: object.objectID)
        // Take the child's own values, with the version of the parent's object: the child does not
        // see changes that the parent has made meanwhile before a refresh (OG-809).
        // A parent has forgotten its object already if it got no new value: the child's row stays.
        let saved = try parent.registeredObject(for: id)?.snapshot()
        object.row = try object.snapshot(version: saved?.version, readAt: saved?.readAt)
      }
    }
    for object in changes.inserted + changes.updated { object.becomeClean() }
    context.clean(changes)
  }

  /// The same object in the parent.
  private func counterpart(_ object: ManagedObject) -> ManagedObject {
    parent.object(with: parent.coordinator.permanentID(of: object.objectID))
  }

  /// Sets the properties that the child has changed on the parent's object with the same identity.
  private func push(_ object: ManagedObject) throws {
    let target = counterpart(object)
    try target.realize()
    guard let details = object.details else { return }
    if let store = details.assignedStore { target.ownDetails().assignedStore = store }
    let plan = object.plan
    for place in object.isInserted ? PropertySet(plan.propertyPlaces) : details.assigned
    where object.isInserted || object.differs(place) {
      switch place {
      case .attribute(let index):
        try target.willChange(place)
        let values = target.valueDetails()
        for leaf in plan.attributes[index].leaves { values.set(object.leaf(leaf), at: leaf) }
        values.transformed[index] = details.transformed[index]
        target.didChange(place)
      case .toOne(let index):
        try RelationshipEnds(target).setToOne(index, try object.toOne(index).map(counterpart))
      case .toMany(let index):
        // An unordered relationship with a to-one inverse is set by the to-one relationships of its
        // members, which are pushed too.
        let relationship = plan.toManys[index]
        guard relationship.isOrdered || relationship.isStoredInLinks else { continue }
        let members = try object.members(index).map(counterpart)
        try RelationshipEnds(target).setToMany(index, members)
      case .fetchedProperty: break
      }
    }
  }
}
