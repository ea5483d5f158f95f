/// Changes the objects of a failed save according to the merge policy, so that the save can be
/// tried again.
struct ConflictResolver {
  let context: ObjectContext
  let policy: MergePolicy

  /// - Parameter policy: `nil` for the merge policy of the context.
  init(_ context: ObjectContext, _ policy: MergePolicy? = nil) {
    self.context = context
    self.policy = policy ?? context.mergePolicy
  }

  // MARK: - Rows that others have changed

  func resolve(rows: [(id: ObjectID, present: RowSnapshot?)]) throws {
    if case .custom(let custom) = policy { return try custom.resolve(rows, in: context) }
    guard policy != .error else {
      throw ObjectError(
        .mergeConflict, objects: rows.map(\.id),
        conflicts: rows.map { conflict($0.id, $0.present) })
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

  private func conflict(_ id: ObjectID, _ present: RowSnapshot?) -> MergeConflict {
    let isCached =
      switch context.coordinator.knownRow(id) {
      case .some(let row): row?.version == present?.version
      case nil: false
      }
    let object = context.object(savedAs: id)
    return MergeConflict(id, read: object?.row, present: present, isCached: isCached)
  }

  private func merge(_ object: ManagedObject, _ present: RowSnapshot) throws {
    context.coordinator.record(read: present)
    if object.isDeleted {
      object.row = present
      if policy == .storeTrump || policy == .rollback {
        object.details = nil
        context.updated.remove(object)
        object.state.remove(.updated)
        context.cancelDeletion(object)
        object.returnToRelated()
      }
      return
    }
    switch policy {
    case .storeTrump: object.takeChanges(of: present)
    case .objectTrump: object.takeBelowChanges(present)
    case .overwrite:
      // Hold all values in memory before the row is replaced: each value that differs from the new
      // row is a change then, so the save overwrites all that others have written.
      object.holdValues()
      for index in object.plan.toOnes.indices { _ = try object.toOne(index) }
      object.row = present
    // `.error` and `.custom` do not get here: `resolve(rows:)` handles them first.
    case .rollback, .error, .custom:
      context.updated.remove(object)
      context.checked.remove(object)
      object.state.subtract([.updated, .checked])
      object.details = nil
      object.row = present
    }
    object.awake(from: .mergePolicy)
  }

  /// Handles a changed object whose row others have deleted. The policy *overwrite* inserts the row
  /// again, with the same key; under all others the object leaves the context.
  private func bringBackOrForget(_ object: ManagedObject) {
    guard policy == .overwrite else {
      context.unregister(object)
      object.state = []
      object.context = nil
      return
    }
    context.updated.remove(object)
    object.state.remove(.updated)
    object.state.insert(.inserted)
    object.holdValues()
    object.ownDetails().pendingID = object.objectID
    context.inserted.insert(object)
  }

  // MARK: - Uniqueness constraints

  func resolve(constraints violations: [ConstraintViolation]) throws {
    if case .custom(let custom) = policy { return try custom.resolve(violations, in: context) }
    guard policy != .error else {
      throw ObjectError(
        .constraintConflict, objects: violations.flatMap(\.objects),
        key: violations.first?.constraint.joined(separator: ", "),
        violations: violations)
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
      hasRow && (policy == .storeTrump || policy == .rollback)
    if !keepsValues { try survivor.take(valuesOf: loser) }
    try redirect(from: loser, to: survivor)
    if loser.isInserted {
      try context.discard(loser)
    } else if keepsValues {
      context.refresh(loser, keepingChanges: false)
    } else {
      context.markDeleted(loser)
    }
  }
}

extension ConflictResolver {
  /// Makes relationships without an inverse that lead to `loser` lead to `survivor`. Relationships
  /// with an inverse are set from the side of `loser`, when its values are taken or it is
  /// discarded.
  private func redirect(from loser: ManagedObject, to survivor: ManagedObject) throws {
    for object in context.inserted.elements + context.updated.elements where object !== loser {
      guard let details = object.details else { continue }
      for (index, toOne) in details.toOnes.enumerated()
      where object.plan.toOnes[index].inverse == nil {
        if case .object(loser) = toOne { try RelationshipEnds(object).setToOne(index, survivor) }
      }
      for (index, toMany) in details.toManys.enumerated()
      where object.plan.toManys[index].inverse == nil {
        guard (toMany.members ?? toMany.added).contains(loser) else { continue }
        try RelationshipEnds(object).remove(loser, from: index)
        try RelationshipEnds(object).add(survivor, to: index)
      }
    }
  }
}

extension ManagedObject {
  /// Adds an object whose deletion was cancelled to the relationships from which its delete rules
  /// removed it.
  fileprivate final func returnToRelated() {
    for (index, relationship) in plan.toOnes.enumerated() {
      guard let other = try? toOne(index) else { continue }
      switch relationship.inverse {
      case .toMany(let inverse)?: other.details?.toManys[inverse].putBack(self)
      case .toOne(let inverse)?: other.details?.toOnes[inverse] = .object(self)
      case .attribute?, .fetchedProperty?, nil: break
      }
    }
    for (index, relationship) in plan.toManys.enumerated() {
      for member in (try? members(index)) ?? ObjectSet() {
        switch relationship.inverse {
        case .toMany(let inverse)?: member.details?.toManys[inverse].putBack(self)
        case .toOne(let inverse)?:
          if case .object(nil)? = member.details?.toOnes[inverse] {
            member.details?.toOnes[inverse] = .object(self)
          }
        case .attribute?, .fetchedProperty?, nil: break
        }
      }
    }
  }
}

extension ObjectDetails.ToMany {
  fileprivate mutating func putBack(_ object: ManagedObject) {
    removed.remove(object)
    members?.insert(object)
  }
}

extension ObjectContext {
  /// The object that has this identity after the save.
  package final func object(savedAs id: ObjectID) -> ManagedObject? {
    registeredObject(for: id) ?? inserted.first { $0.savedID == id }
  }

  /// Removes a new object from its relationships and from the context.
  final func discard(_ object: ManagedObject) throws {
    for index in object.plan.toOnes.indices { try RelationshipEnds(object).setToOne(index, nil) }
    for index in object.plan.toManys.indices { try RelationshipEnds(object).setToMany(index, []) }
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
  /// Takes the values that others have changed, even for properties that this object has changed.
  final func takeChanges(of newer: RowSnapshot) {
    guard let old = row, let details else {
      row = newer
      return
    }
    for leaf in details.held where !newer.hasEqualValue(at: leaf, as: old) {
      if !plan.leaves[leaf].isTransient { details.letGo(leaf) }
    }
    for index in details.toOnes.indices where newer.toOne(index) != old.toOne(index) {
      details.toOnes[index] = .stored
    }
    turnToManysIntoFaults()
    details.transformed = details.transformed.filter { !plan.attributes[$0.key].isPersistent }
    row = newer
  }

  /// Takes all values and relationships of another object of the same family.
  final func take(valuesOf other: ManagedObject) throws {
    for index in plan.attributes.indices where index < other.plan.attributes.count {
      try set(try other.attribute(index), at: .attribute(index))
    }
    for index in plan.toOnes.indices where index < other.plan.toOnes.count {
      try RelationshipEnds(self).setToOne(index, try other.toOne(index))
    }
    for index in plan.toManys.indices where index < other.plan.toManys.count {
      for member in try other.members(index) { try RelationshipEnds(self).add(member, to: index) }
    }
  }
}
