extension ObjectContext {
  /// Reads the values of a fault. If its row was deleted, the object becomes empty and deleted, or
  /// an error is thrown; see ``shouldHandleInaccessibleFault(_:triggeredBy:)``.
  final func fill(_ object: ManagedObject, for key: String? = nil) throws {
    if let row = try row(of: object) { return object.fill(row) }
    if object.isInserted {
      // A new object that was turned into a fault has no row, so it gets the default values again.
      object.state.remove(.fault)
      object.begin(with: ObjectDetails(new: object.plan, values: object.plan.defaults))
      return
    }
    // While delete rules are applied, an object without a row counts as deleted (OG-312).
    guard isPropagating || shouldHandleInaccessibleFault(object, triggeredBy: key) else {
      throw ObjectError.missingRow(object.objectID)
    }
    object.state.remove(.fault)
    object.state.formUnion([.inaccessible, .deleted])
    object.row = nil
    object.begin(with: ObjectDetails(empty: object.plan))
    deleted.insert(object)
    event.deleted.insert(object)
  }

  final func row(of object: ManagedObject) throws -> RowSnapshot? {
    if object.objectID.isTemporary, parent == nil { return nil }
    return try source.row(
      object.objectID, known: object.row, maximumAge: stalenessInterval)
  }

  /// The row of an object; `nil` if it was deleted, or if the store cannot be read. In the second
  /// case observers are notified of the error.
  final func reportedRow(of object: ManagedObject) -> RowSnapshot? {
    do { return try row(of: object) } catch {
      notify(.failed(object.objectID, error))
      return nil
    }
  }

  /// The members of a to-many relationship in the store, or in the parent context.
  final func members(
    _ relationship: ObjectRelationship, of object: ManagedObject
  ) throws -> [ObjectID] {
    if object.objectID.isTemporary, parent == nil { return [] }
    return try source.members(relationship, of: object.objectID)
  }

  // MARK: - Refreshing

  /// Makes an object read its values again: at the next use of a property, or at once if it keeps
  /// its unsaved changes.
  ///
  /// - Parameter keepingChanges: Whether unsaved changes stay and replace the new values.
  public final func refresh(_ object: ManagedObject, keepingChanges: Bool) {
    guard object.context === self else { return }
    event.refreshed.insert(object)
    guard keepingChanges, object.hasChanges else {
      updated.remove(object)
      checked.remove(object)
      object.turnIntoFault()
      return
    }
    guard !object.isInserted, !object.isFault, let row = reportedRow(of: object) else { return }
    object.takeBelowChanges(row)
    object.awake(from: .refresh)
  }

  /// Refreshes every object; unsaved changes stay.
  public final func refreshAllObjects() {
    for object in identities.objects {
      guard !object.isFault else { continue }
      refresh(object, keepingChanges: true)
    }
    processPendingChanges()
  }

  /// Removes all objects and unsaved changes. Objects that the program still holds have no context
  /// afterwards.
  public final func reset() {
    let all = identities.objects
    let ids = all.map(\.objectID)
    for object in all {
      object.turnIntoFault()
      object.state = [.fault, .inaccessible]
      object.row = nil
      object.context = nil
    }
    retained = ObjectSet()
    inserted = ObjectSet()
    updated = ObjectSet()
    deleted = ObjectSet()
    unpropagated = []
    checked = ObjectSet()
    event = ContextEventChanges()
    undoHistory?.removeAll()
    notify(.didChange(ContextChanges(invalidatedAll: ids)))
  }
}

extension ManagedObject {
  /// Takes the values of a newer row for all properties without unsaved changes, and forgets
  /// related objects of unchanged relationships.
  final func takeBelowChanges(_ newer: RowSnapshot) {
    let old = row
    row = newer
    guard let details, let old else { return }
    for leaf in details.held where !details.differs(leaf, from: old) {
      if !plan.leaves[leaf].isTransient { details.letGo(leaf) }
    }
    details.transformed = details.transformed.filter { index, _ in
      let attribute = plan.attributes[index]
      return !attribute.isPersistent
        || leaf(attribute.leaves.lowerBound) != newer.value(attribute.leaves.lowerBound)
    }
    for index in details.toOnes.indices {
      guard case .object(let object) = details.toOnes[index] else { continue }
      if object?.objectID == old.toOne(index) { details.toOnes[index] = .stored }
    }
    turnToManysIntoFaults()
    details.fetched = [:]
  }

  /// Forgets the members of to-many relationships that were read, and keeps unsaved changes of
  /// them.
  final func turnToManysIntoFaults() {
    guard let details else { return }
    for index in details.toManys.indices {
      details.toManys[index].becomeFaultKeepingChanges(
        in: context, isOrdered: plan.toManys[index].isOrdered)
    }
  }
}

extension ObjectDetails.ToMany {
  /// Forgets the members that were read, and keeps which members were added, removed and moved.
  fileprivate mutating func becomeFaultKeepingChanges(
    in context: ObjectContext?, isOrdered: Bool
  ) {
    guard let members, let stored else { return }
    let known = Set(stored)
    added = ObjectSet(members.filter { !known.contains($0.objectID) })
    let present = Set(members.map(\.objectID))
    removed = ObjectSet(
      stored.filter { !present.contains($0) }.compactMap { context?.object(with: $0) })
    let isMoved =
      isOrdered
      && stored.filter { present.contains($0) } + added.map(\.objectID)
        != members.map(\.objectID)
    order = isMoved ? members.elements : []
    self.members = nil
    self.stored = nil
  }
}
