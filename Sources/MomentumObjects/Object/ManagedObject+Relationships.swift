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

  /// Sets the members of a to-many relationship as the store returned them, then applies the
  /// changes that were made while it was a fault.
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
    try RelationshipEnds(self).add(object, to: index)
  }

  /// Removes an object from a to-many relationship.
  public final func remove(_ object: ManagedObject, fromRelationship name: String) throws {
    guard case .toMany(let index)? = plan.place(of: name) else {
      throw ObjectMisuse.unknownKey(name, plan)
    }
    try RelationshipEnds(self).remove(object, from: index)
  }
}
