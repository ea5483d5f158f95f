import MomentumModel

// Relationships in memory. Setting one side also sets the inverse at once.

extension ManagedObject {
  // MARK: - Reading

  /// The object of a to-one relationship. It may be a fault; no statement is needed to find it.
  final func toOne(_ index: Int) throws -> ManagedObject? {
    try realize()
    if let details, case .object(let object) = details.toOnes[index] {
      // An object whose deletion was saved stays the destination if the delete rule is No Action:
      // the foreign key leads to a row that no longer exists.
      guard let object, object.context == nil, !object.objectID.isTemporary, let context else {
        return object
      }
      let fault = context.object(with: object.objectID)
      details.toOnes[index] = .object(fault)
      return fault
    }
    guard let row, index < row.toOnes.count, let id = row.toOnes[index] else { return nil }
    guard let object = context?.object(with: id) else { return nil }
    ownDetails().toOnes[index] = .object(object)
    return object
  }

  /// The identity of the object of a to-one relationship, without making the object.
  final func toOneID(_ index: Int) throws -> ObjectID? {
    try realize()
    if let details, case .object(let object) = details.toOnes[index] { return object?.objectID }
    guard let row, index < row.toOnes.count else { return nil }
    return row.toOnes[index]
  }

  /// The objects of a to-many relationship. The first call reads their identities from the store.
  final func members(_ index: Int) throws -> ObjectSet {
    try realize()
    if let members = details?.toManys[index].members { return members }
    let stored = try context?.members(plan.toManys[index], of: self) ?? []
    return fill(index, with: stored)
  }

  /// Sets the members of a fault as the store returned them, then applies the changes that were
  /// made before they were read.
  @discardableResult
  final func fill(_ index: Int, with stored: [ObjectID]) -> ObjectSet {
    let details = ownDetails()
    guard let context else { return ObjectSet() }
    var toMany = details.toManys[index]
    var members = ObjectSet()
    let inverse = plan.toManys[index].inverse
    for id in stored {
      let member = context.object(with: id)
      // Leave out a member whose to-one side was set to another owner meanwhile.
      if toMany.removed.contains(member) { continue }
      if case .toOne(let place)? = inverse, member.hasLeft(self, place) { continue }
      members.insert(member)
    }
    for object in toMany.added { members.insert(object) }
    members = toMany.ordered(members)
    toMany.members = members
    toMany.stored = stored
    toMany.added = ObjectSet()
    toMany.removed = ObjectSet()
    toMany.order = []
    details.toManys[index] = toMany
    return members
  }

  /// Whether the to-one relationship was set in memory to another object than `owner`.
  private func hasLeft(_ owner: ManagedObject, _ index: Int) -> Bool {
    guard let details, case .object(let object) = details.toOnes[index] else { return false }
    return object !== owner
  }

  // MARK: - Setting

  final func setToOne(_ index: Int, _ object: ManagedObject?) throws {
    let former = try toOne(index)
    guard former !== object else {
      // Setting an equal value also marks the object as changed, as in Core Data.
      try willChange(.toOne(index))
      ownDetails().toOnes[index] = .object(object)
      return didChange(.toOne(index))
    }
    switch plan.toOnes[index].inverse {
    case .toOne(let inverse)?:
      let formerOwner = try object?.toOne(inverse)
      try replace(index, object)
      if let former, try former.toOne(inverse) === self { try former.replace(inverse, nil) }
      if let object, try object.toOne(inverse) !== self {
        try object.replace(inverse, self)
        if let formerOwner, formerOwner !== self, try formerOwner.toOne(index) === object {
          try formerOwner.replace(index, nil)
        }
      }
    case .toMany(let inverse)?:
      try former?.readMembersForUndo(inverse)
      try replace(index, object)
      try former?.removeMember(inverse, self)
      try object?.addMember(inverse, self)
    case .attribute?, .fetchedProperty?, nil: try replace(index, object)
    }
  }

  final func setToMany(_ index: Int, _ objects: [ManagedObject]) throws {
    let old = try members(index)
    let new = ObjectSet(objects)
    try willChange(.toMany(index))
    ownDetails().toManys[index].members = new
    didChange(.toMany(index))
    for member in old where !new.contains(member) { try release(member, from: index) }
    for member in new where !old.contains(member) { try attach(member, to: index) }
  }

  /// Adds one object to a to-many relationship, without reading the others.
  final func add(_ object: ManagedObject, to index: Int) throws {
    try realize()
    try check(object, plan.toManys[index])
    if let members = details?.toManys[index].members, members.contains(object) { return }
    try addMember(index, object)
    try attach(object, to: index)
  }

  /// Removes one object from a to-many relationship, without reading the others.
  final func remove(_ object: ManagedObject, from index: Int) throws {
    try realize()
    if let members = details?.toManys[index].members, !members.contains(object) { return }
    try removeMember(index, object)
    try release(object, from: index)
  }

  /// Clears the inverse of a member that was removed.
  private func release(_ member: ManagedObject, from index: Int) throws {
    switch plan.toManys[index].inverse {
    case .toOne(let inverse)?:
      if try member.toOne(inverse) === self { try member.replace(inverse, nil) }
    case .toMany(let inverse)?: try member.removeMember(inverse, self)
    case .attribute?, .fetchedProperty?, nil: break
    }
  }

  /// Sets the inverse of a member that was added. If it is to-one, the member leaves its former
  /// owner.
  private func attach(_ member: ManagedObject, to index: Int) throws {
    switch plan.toManys[index].inverse {
    case .toOne(let inverse)?:
      let former = try member.toOne(inverse)
      guard former !== self else { return }
      try former?.readMembersForUndo(index)
      try member.replace(inverse, self)
      try former?.removeMember(index, member)
    case .toMany(let inverse)?: try member.addMember(inverse, self)
    case .attribute?, .fetchedProperty?, nil: break
    }
  }

  // MARK: - One side

  /// Reads the members before one of them is removed, so that undo can restore its position.
  private func readMembersForUndo(_ index: Int) throws {
    if context?.undoHistory != nil { _ = try members(index) }
  }

  /// Sets a to-one relationship without its inverse.
  private func replace(_ index: Int, _ object: ManagedObject?) throws {
    try realize()
    try willChange(.toOne(index))
    ownDetails().toOnes[index] = .object(object)
    didChange(.toOne(index))
  }

  /// Adds an object without setting its inverse. If the relationship is a fault, the object is
  /// recorded until the members are read. Until then it is not known whether it is a member
  /// already, so the last call for an object decides.
  private func addMember(_ index: Int, _ object: ManagedObject) throws {
    try realize()
    if let members = details?.toManys[index].members, members.contains(object) { return }
    try willChange(.toMany(index))
    let details = ownDetails()
    if details.toManys[index].isFault {
      details.toManys[index].removed.remove(object)
      details.toManys[index].added.insert(object)
    } else {
      details.toManys[index].members?.insert(object)
    }
    didChange(.toMany(index))
  }

  private func removeMember(_ index: Int, _ object: ManagedObject) throws {
    try realize()
    if let members = details?.toManys[index].members, !members.contains(object) { return }
    try willChange(.toMany(index))
    let details = ownDetails()
    if details.toManys[index].isFault {
      details.toManys[index].added.remove(object)
      details.toManys[index].removed.insert(object)
    } else {
      details.toManys[index].members?.remove(object)
    }
    didChange(.toMany(index))
  }

  /// Removes an object that will be deleted from the relationships of other objects.
  ///
  /// `isGoing` tells which other objects will be deleted too. They keep their relationships, so
  /// that the program can correct a failed save.
  final func nullifyInverse(of place: PropertyPlace, _ isGoing: (ManagedObject) -> Bool) throws {
    switch place {
    case .toOne(let index):
      guard let other = try toOne(index), !isGoing(other) else { return }
      switch plan.toOnes[index].inverse {
      case .toOne(let inverse)?:
        if try other.toOne(inverse) === self { try other.replace(inverse, nil) }
      case .toMany(let inverse)?: try other.removeMember(inverse, self)
      case .attribute?, .fetchedProperty?, nil: break
      }
    case .toMany(let index):
      for other in try members(index) where !isGoing(other) { try release(other, from: index) }
    case .attribute, .fetchedProperty: break
    }
  }
}

extension ManagedObject {
  /// Whether the objects of a relationship were not read yet. This does not read them.
  public final func hasFault(forRelationshipNamed name: String) -> Bool {
    switch plan.place(of: name) {
    case .toMany(let index)?:
      if isFault { return true }
      return details?.toManys[index].isFault ?? true
    case .toOne(let index)?:
      if isFault { return true }
      if let details, case .object(let object) = details.toOnes[index] {
        return object?.isFault ?? false
      }
      guard let row, index < row.toOnes.count, let id = row.toOnes[index] else { return false }
      return context?.registeredObject(for: id)?.isFault ?? true
    case .attribute?, .fetchedProperty?, nil: return false
    }
  }

  /// The identities of the objects of a relationship; they are read if the relationship is a fault.
  public final func objectIDs(forRelationshipNamed name: String) throws -> [ObjectID] {
    switch plan.place(of: name) {
    case .toOne(let index)?: return try toOneID(index).map { [$0] } ?? []
    case .toMany(let index)?: return try members(index).map(\.objectID)
    case .attribute?, .fetchedProperty?, nil: throw ObjectMisuse.unknownKey(name, plan)
    }
  }

  /// Adds an object to a to-many relationship, at the end if it is ordered.
  public final func add(_ object: ManagedObject, toRelationship name: String) throws {
    guard case .toMany(let index)? = plan.place(of: name) else {
      throw ObjectMisuse.unknownKey(name, plan)
    }
    try add(object, to: index)
  }

  /// Removes an object from a to-many relationship.
  public final func remove(_ object: ManagedObject, fromRelationship name: String) throws {
    guard case .toMany(let index)? = plan.place(of: name) else {
      throw ObjectMisuse.unknownKey(name, plan)
    }
    try remove(object, from: index)
  }
}
