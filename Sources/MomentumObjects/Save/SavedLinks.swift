import MomentumModel

// The to-many relationships of an object that a save writes.

extension ManagedObject {
  /// The indexes of the to-many relationships whose members have changed.
  final var changedToManys: SmallSet {
    var changed = SmallSet()
    guard let details else { return changed }
    for (index, relationship) in plan.toManys.enumerated()
    where details.toManys[index].differs(isOrdered: relationship.isOrdered) {
      changed.insert(index)
    }
    return changed
  }

  /// The identity that the object has after the save.
  final var savedID: ObjectID { details?.pendingID ?? objectID }

  /// Reads the members of changed relationships that are ordered or stored in a join table: the
  /// members that are new can only be told by a comparison with the stored ones.
  final func readChangedLinks() throws {
    guard let details else { return }
    for (index, relationship) in plan.toManys.enumerated()
    where relationship.isStoredInLinks || relationship.isOrdered {
      if details.toManys[index].isFault, details.toManys[index].hasPendingChanges {
        _ = try members(index)
      }
    }
  }

  final func storedMembers(_ index: Int) throws -> [ObjectID] {
    if let stored = details?.toManys[index].stored { return stored }
    return try context?.members(plan.toManys[index], of: self) ?? []
  }

  /// The change of a to-many relationship that a save has to write.
  ///
  /// The rows of a join table would be written twice, once for each side of the relationship, so
  /// only one side lists them: the one with ``ObjectRelationship/writesPairs``.
  final func link(_ index: Int, _ id: ObjectID) throws -> StoreChanges.Link {
    let relationship = plan.toManys[index]
    var link = StoreChanges.Link(
      source: id, relationship: relationship, added: [], removed: [], order: nil)
    let toMany = details?.toManys[index] ?? ObjectDetails.ToMany()
    let members = try self.members(index)
    if relationship.writesPairs {
      let stored = toMany.stored ?? []
      let before = Set(stored)
      let after = Set(members.map(\.objectID))
      link.added = members.filter { !before.contains($0.objectID) }.map(\.savedID)
      link.removed = stored.filter { !after.contains($0) }
    }
    if relationship.isOrdered { link.order = members.map(\.savedID) }
    return link
  }
}

extension ObjectRelationship {
  /// Whether a store keeps the members in a join table instead of in foreign keys: many-to-many
  /// relationships, and to-many relationships without an inverse.
  var isStoredInLinks: Bool {
    guard isToMany, !isTransient else { return false }
    switch inverse {
    case .toMany?, nil: return true
    case .toOne?, .attribute?, .fetchedProperty?: return false
    }
  }

  /// Whether a save writes the join table from this side of the relationship.
  var writesPairs: Bool {
    guard isStoredInLinks else { return false }
    guard let other = relationship.inverse, inverse != nil else { return true }
    return (id.entity, id.index) <= (other.entity, other.index)
  }
}
