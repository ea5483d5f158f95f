/// Brings changes into a context that another context, a batch request or another process has
/// saved.
struct ChangeMerge {
  let context: ObjectContext

  /// Takes the changes over, and returns the identities of the objects whose values were given up.
  func take(_ changes: MergedChanges) -> [ObjectID] {
    var refreshed: [ObjectID] = []
    for id in changes.inserted {
      let object = context.object(with: id)
      if !object.isDeleted { context.event.inserted.insert(object) }
    }
    for id in changes.updated {
      guard let object = context.registeredObject(for: id), !object.isFault else { continue }
      refresh(object)
      refreshed.append(id)
    }
    for id in changes.deleted {
      guard let object = context.registeredObject(for: id), !object.isDeleted else { continue }
      // The deleted row is kept in memory, so that the object's values stay readable.
      if object.isFault, let row = object.row { object.fill(row) }
      object.prepareForDeletion()
      // The delete rules were applied by whoever deleted the row, so they must not be applied here.
      object.state.formUnion([.deleted, .propagated])
      context.deleted.insert(object)
      context.event.deleted.insert(object)
    }
    return refreshed
  }

  private func refresh(_ object: ManagedObject) {
    context.event.refreshed.insert(object)
    guard object.hasChanges else {
      object.turnIntoFault()
      return
    }
    guard let row = context.reportedRow(of: object) else { return }
    object.takeBelowChanges(row)
    object.awake(from: .refresh)
  }
}
