/// Changes the objects of a failed save as the merge policy says, so that it can be tried again.
struct ConflictResolver {
  let context: ObjectContext

  init(_ context: ObjectContext) { self.context = context }

  // MARK: - Rows that others have changed

  func resolve(rows: [(id: ObjectID, present: RowSnapshot?)]) throws {
    guard context.mergePolicy != .error else {
      throw ObjectError(
        .mergeConflict, objects: rows.map(\.id), conflict: .rows(rows))
    }
    for (id, present) in rows {
      guard let object = context.registeredObject(for: id) else { continue }
      if let present {
        try merge(object, present)
      } else {
        bringBackOrForget(object)
      }
    }
  }

  private func merge(_ object: ManagedObject, _ present: RowSnapshot) throws {
    context.coordinator.record(read: present)
    if object.isDeleted {
      object.row = present
      if context.mergePolicy == .storeTrump || context.mergePolicy == .rollback {
        context.cancelDeletion(object)
      }
      return
    }
    switch context.mergePolicy {
    case .storeTrump: object.takeChanges(of: present)
    case .objectTrump: object.takeBelowChanges(present)
    case .overwrite:
      // The values of the object stay; compared with the new row, all others are changes.
      _ = object.valueDetails()
      for index in object.plan.toOnes.indices { _ = try object.toOne(index) }
      object.row = present
    case .rollback, .error:
      context.updated.remove(object)
      context.checked.remove(object)
      object.state.subtract([.updated, .checked])
      object.details = nil
      object.row = present
    }
    object.awake(from: .mergePolicy)
  }

  /// The row was deleted by others. Only *overwrite* writes it again, under the same number.
  private func bringBackOrForget(_ object: ManagedObject) {
    guard context.mergePolicy == .overwrite else {
      context.unregister(object)
      object.state = []
      object.context = nil
      return
    }
    context.updated.remove(object)
    object.state.remove(.updated)
    object.state.insert(.inserted)
    _ = object.valueDetails()
    object.ownDetails().pendingID = object.objectID
    context.inserted.insert(object)
  }

  // MARK: - Uniqueness constraints

  func resolve(constraints violations: [ConstraintViolation]) throws {
    guard context.mergePolicy != .error else {
      throw ObjectError(
        .constraintConflict, objects: violations.flatMap(\.objects),
        key: violations.first?.constraint.joined(separator: ", "),
        conflict: .constraints(violations))
    }
    for violation in violations {
      var losers = violation.objects.compactMap { context.object(savedAs: $0) }
      let survivor: ManagedObject?
      if let present = violation.present {
        context.coordinator.record(read: present)
        let known = context.object(of: present)
        if known.isFault { known.fill(present) }
        survivor = known
        losers.removeAll { $0 === known }
      } else {
        survivor = losers.isEmpty ? nil : losers.removeFirst()
      }
      guard let survivor else { continue }
      for loser in losers { try give(loser, to: survivor, hasRow: violation.present != nil) }
    }
    context.processPendingChanges(propagates: true)
  }

  private func give(
    _ loser: ManagedObject, to survivor: ManagedObject, hasRow: Bool
  ) throws {
    let keepsValues =
      hasRow && (context.mergePolicy == .storeTrump || context.mergePolicy == .rollback)
    if !keepsValues { try survivor.take(valuesOf: loser) }
    if loser.isInserted {
      try context.discard(loser)
    } else if keepsValues {
      context.refresh(loser, keepingChanges: false)
    } else {
      context.markDeleted(loser)
    }
  }
}

extension ObjectContext {
  /// The object that a save has given an identity.
  final func object(savedAs id: ObjectID) -> ManagedObject? {
    registeredObject(for: id) ?? inserted.first { $0.savedID == id }
  }

  /// Takes a new object out of its relationships and forgets it.
  final func discard(_ object: ManagedObject) throws {
    for index in object.plan.toOnes.indices { try object.setToOne(index, nil) }
    for index in object.plan.toManys.indices { try object.setToMany(index, []) }
    event.inserted.remove(object)
    event.updated.remove(object)
    unregister(object)
    object.state = []
    object.context = nil
  }

  final func cancelDeletion(_ object: ManagedObject) {
    deleted.remove(object)
    object.state.subtract([.deleted, .propagated])
  }
}

extension ManagedObject {
  /// Takes the values that others have changed, also over changes of this object.
  final func takeChanges(of newer: RowSnapshot) {
    guard let old = row, let details else {
      row = newer
      return
    }
    if !details.values.isEmpty {
      for index in details.values.indices
      where !plan.leaves[index].isTransient && newer.value(index) != old.value(index) {
        details.values[index] = newer.value(index)
      }
      // What was not changed by either side is equal in both rows.
    }
    for index in details.toOnes.indices where newer.toOne(index) != old.toOne(index) {
      details.toOnes[index] = .stored
    }
    for index in details.toManys.indices {
      details.toManys[index].becomeFaultKeepingChanges(in: context)
    }
    details.transformed = [:]
    row = newer
  }

  /// Takes all values and relationships of another object of the same family.
  final func take(valuesOf other: ManagedObject) throws {
    for index in plan.attributes.indices where index < other.plan.attributes.count {
      try set(try other.attribute(index), at: .attribute(index))
    }
    for index in plan.toOnes.indices where index < other.plan.toOnes.count {
      try setToOne(index, try other.toOne(index))
    }
    for index in plan.toManys.indices where index < other.plan.toManys.count {
      for member in try other.members(index) { try add(member, to: index) }
    }
  }
}
