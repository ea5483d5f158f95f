import MomentumModel

/// Sets the relationships of one object and, at the same time, their inverses.
struct RelationshipEnds {
  private let owner: ManagedObject

  init(_ owner: ManagedObject) { self.owner = owner }

  func setToOne(_ index: Int, _ object: ManagedObject?) throws {
    let former = try owner.toOne(index)
    guard former !== object else {
      // Setting the object that is there already also marks the owner as changed, as in Core Data.
      try owner.willChange(.toOne(index))
      owner.ownDetails().toOnes[index] = .object(object)
      return owner.didChange(.toOne(index))
    }
    switch owner.plan.toOnes[index].inverse {
    case .toOne(let inverse)?:
      let formerOwner = try object?.toOne(inverse)
      try replace(index, object)
      if let former, try former.toOne(inverse) === owner {
        try RelationshipEnds(former).replace(inverse, nil)
      }
      if let object, try object.toOne(inverse) !== owner {
        try RelationshipEnds(object).replace(inverse, owner)
        if let formerOwner, formerOwner !== owner, try formerOwner.toOne(index) === object {
          try RelationshipEnds(formerOwner).replace(index, nil)
        }
      }
    case .toMany(let inverse)?:
      try former.map(RelationshipEnds.init)?.readMembersForUndo(inverse)
      try replace(index, object)
      try former.map(RelationshipEnds.init)?.removeMember(inverse, owner)
      try object.map(RelationshipEnds.init)?.addMember(inverse, owner)
    case .attribute?, .fetchedProperty?, nil: try replace(index, object)
    }
  }

  func setToMany(_ index: Int, _ objects: [ManagedObject]) throws {
    let old = try owner.members(index)
    let new = ObjectSet(objects)
    try owner.willChange(.toMany(index))
    owner.ownDetails().toManys[index].members = new
    owner.didChange(.toMany(index))
    for member in old where !new.contains(member) { try release(member, from: index) }
    for member in new where !old.contains(member) { try attach(member, to: index) }
  }

  /// Adds one object to a to-many relationship, without reading the others.
  func add(_ object: ManagedObject, to index: Int) throws {
    try owner.realize()
    try PropertyAcceptance(owner).check(object, owner.plan.toManys[index])
    if let members = owner.details?.toManys[index].members, members.contains(object) { return }
    try addMember(index, object)
    try attach(object, to: index)
  }

  /// Removes one object from a to-many relationship, without reading the others.
  func remove(_ object: ManagedObject, from index: Int) throws {
    try owner.realize()
    if let members = owner.details?.toManys[index].members, !members.contains(object) { return }
    try removeMember(index, object)
    try release(object, from: index)
  }

  /// Sets the inverse of a member that was removed.
  private func release(_ member: ManagedObject, from index: Int) throws {
    switch owner.plan.toManys[index].inverse {
    case .toOne(let inverse)?:
      if try member.toOne(inverse) === owner { try RelationshipEnds(member).replace(inverse, nil) }
    case .toMany(let inverse)?: try RelationshipEnds(member).removeMember(inverse, owner)
    case .attribute?, .fetchedProperty?, nil: break
    }
  }

  /// Sets the inverse of a member that was added. If the inverse is to-one, the member leaves its
  /// former owner.
  private func attach(_ member: ManagedObject, to index: Int) throws {
    switch owner.plan.toManys[index].inverse {
    case .toOne(let inverse)?:
      let former = try member.toOne(inverse)
      guard former !== owner else { return }
      try former.map(RelationshipEnds.init)?.readMembersForUndo(index)
      try RelationshipEnds(member).replace(inverse, owner)
      try former.map(RelationshipEnds.init)?.removeMember(index, member)
    case .toMany(let inverse)?: try RelationshipEnds(member).addMember(inverse, owner)
    case .attribute?, .fetchedProperty?, nil: break
    }
  }

  // MARK: - One side

  /// Reads the members while the one that will leave is still among them, so that undo can put it
  /// back.
  private func readMembersForUndo(_ index: Int) throws {
    if owner.context?.undoHistory != nil { _ = try owner.members(index) }
  }

  /// Sets a to-one relationship without its inverse.
  private func replace(_ index: Int, _ object: ManagedObject?) throws {
    try owner.realize()
    try owner.willChange(.toOne(index))
    owner.ownDetails().toOnes[index] = .object(object)
    owner.didChange(.toOne(index))
  }

  /// Adds an object without setting its inverse. If the relationship is a fault, it is not known
  /// whether the object is a member already, so it is remembered until the members are read; a
  /// later `removeMember` for it cancels this.
  private func addMember(_ index: Int, _ object: ManagedObject) throws {
    try owner.realize()
    if let members = owner.details?.toManys[index].members, members.contains(object) { return }
    try owner.willChange(.toMany(index))
    let details = owner.ownDetails()
    if details.toManys[index].isFault {
      details.toManys[index].removed.remove(object)
      details.toManys[index].added.insert(object)
    } else {
      details.toManys[index].members?.insert(object)
    }
    owner.didChange(.toMany(index))
  }

  private func removeMember(_ index: Int, _ object: ManagedObject) throws {
    try owner.realize()
    if let members = owner.details?.toManys[index].members, !members.contains(object) { return }
    try owner.willChange(.toMany(index))
    let details = owner.ownDetails()
    if details.toManys[index].isFault {
      details.toManys[index].added.remove(object)
      details.toManys[index].removed.insert(object)
    } else {
      details.toManys[index].members?.remove(object)
    }
    owner.didChange(.toMany(index))
  }

  /// Removes the owner, which will be deleted, from the inverse of one of its relationships.
  ///
  /// `isGoing` returns whether another object will be deleted, too: such an object keeps the
  /// relationship, so that a failed save can be repaired.
  func nullifyInverse(of place: PropertyPlace, _ isGoing: (ManagedObject) -> Bool) throws {
    switch place {
    case .toOne(let index):
      guard let other = try owner.toOne(index), !isGoing(other) else { return }
      switch owner.plan.toOnes[index].inverse {
      case .toOne(let inverse)?:
        if try other.toOne(inverse) === owner { try RelationshipEnds(other).replace(inverse, nil) }
      case .toMany(let inverse)?: try RelationshipEnds(other).removeMember(inverse, owner)
      case .attribute?, .fetchedProperty?, nil: break
      }
    case .toMany(let index):
      for other in try owner.members(index) where !isGoing(other) {
        try release(other, from: index)
      }
    case .attribute, .fetchedProperty: break
    }
  }
}
