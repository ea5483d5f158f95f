import MomentumModel

/// Applies the delete rules of the deleted objects of a context.
struct DeleteRules {
  let context: ObjectContext

  /// Applies the delete rules of all deleted objects, and notifies observers of a failure.
  func apply() {
    if let (object, error) = applied() { context.notify(.failed(object.objectID, error)) }
  }

  /// Applies the delete rules of all deleted objects. Cascades continue with the objects that they
  /// delete.
  ///
  /// - Returns: The first object whose relationships could not be read. Its rules are applied the
  ///   next time: a save that went on without them would leave foreign keys that lead to no row.
  func applied() -> (ManagedObject, any Error)? {
    context.isPropagating = true
    defer { context.isPropagating = false }
    var failure: (ManagedObject, any Error)?
    var failed: [ManagedObject] = []
    var position = 0
    while position < context.unpropagated.count {
      let object = context.unpropagated[position]
      position += 1
      // Skip an object whose deletion was undone, and one whose deletion was merged from another
      // context or process, which has applied the rules.
      guard object.isDeleted, object.context === context, !object.isPropagated else { continue }
      object.isPropagated = true
      guard !object.state.contains(.inaccessible) else { continue }
      do {
        try propagate(object)
      } catch let error as ObjectError where error.code == .referentialIntegrity {
        // A fault whose row has gone has no relationships to follow.
        continue
      } catch {
        object.isPropagated = false
        failed.append(object)
        failure = failure ?? (object, error)
      }
    }
    context.unpropagated = failed
    return failure
  }

  /// Removes new objects that were deleted before they were saved: they have no row.
  func forgetDeletedInserts() {
    for object in context.deleted where object.isInserted {
      // If observers were not yet notified of the insertion, they are not notified of the deletion
      // either.
      if context.event.inserted.remove(object) { context.event.deleted.remove(object) }
      context.event.updated.remove(object)
      context.unregister(object)
      object.state.subtract([.inserted, .deleted])
      object.context = nil
      // An undo may restore the object, which then needs its relationships.
      if context.undoHistory?.isEnabled != true { object.letGoOfRelated() }
    }
  }

  private func propagate(_ object: ManagedObject) throws {
    let places = object.relationshipPlaces.filter { place in
      switch object.deleteRule(at: place) {
      case .cascade, .nullify: true
      case .deny, .noAction: false
      }
    }
    // Read all related objects together, since each of them is changed or deleted; one by one, each
    // would cost a statement.
    for place in places { try context.prefetcher.realize(object.related(at: place)) }
    // First all cascades: an object that is deleted too must not be changed by a nullification.
    for place in places where object.deleteRule(at: place) == .cascade {
      for other in try object.related(at: place) where !other.isDeleted {
        other.prepareForDeletion()
        context.markDeleted(other)
      }
    }
    for place in places { try RelationshipEnds(object).nullifyInverse(of: place) { $0.isDeleted } }
  }
}
