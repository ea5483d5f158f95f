/// Brings into a context what somebody else has saved.
struct ChangeMerge {
  let context: ObjectContext

  func take(_ changes: MergedChanges) {
    for id in changes.inserted {
      let object = context.object(with: id)
      if !object.isDeleted { context.event.inserted.insert(object) }
    }
    for id in changes.updated {
      guard let object = context.registeredObject(for: id), !object.isFault else { continue }
      refresh(object)
    }
    for id in changes.deleted {
      guard let object = context.registeredObject(for: id), !object.isDeleted else { continue }
      // The values stay readable although the row has gone.
      if object.isFault, let row = object.row { object.fill(row) }
      object.prepareForDeletion()
      // The rules of the deletion were applied to the store already.
      object.state.formUnion([.deleted, .propagated])
      context.deleted.insert(object)
      context.event.deleted.insert(object)
    }
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
