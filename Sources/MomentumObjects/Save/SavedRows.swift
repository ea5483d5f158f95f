import MomentumModel

/// The rows of a save, by store.
///
/// The rows are collected in pages first, and only ``end()`` puts them into ``changes``: call it
/// after the last object.
struct SavedRows {
  /// Objects with the rows that they will have.
  struct Written {
    var objects: [ManagedObject] = []
    var rows: [RowSnapshot] = []
    /// Changed objects that have the values of their rows again, so that nothing is written.
    var unchanged: [ManagedObject] = []

    /// Those of some stores.
    func filter(_ isIncluded: (ObjectPlace) -> Bool) -> Written {
      let kept = rows.indices.filter { isIncluded(rows[$0].place) }
      return Written(
        objects: kept.map { objects[$0] }, rows: kept.map { rows[$0] },
        unchanged: unchanged.filter { isIncluded($0.objectID.place) })
    }
  }

  let context: ObjectContext
  let now: Double
  private(set) var changes: [(store: String, changes: StoreChanges)] = []
  /// The place of the last row, and the index of its store in ``changes``: rows of one store
  /// usually follow each other.
  private var last: (place: ObjectPlace, index: Int)?
  private var pages: RowPages
  /// The objects that are written, the new ones first. They have no rows before ``end()``.
  private(set) var written = Written()
  /// The changed properties of the objects that are not new. An entry is for all objects up to a
  /// number of them, since those that follow each other often have the same changes.
  private var changed: [(properties: StoreChanges.ChangedProperties, end: Int)] = []
  private var changedCount: Int { changed.last?.end ?? 0 }

  init(context: ObjectContext, now: Double) {
    self.context = context
    self.now = now
    pages = RowPages(readAt: now)
  }

  private mutating func change(_ place: ObjectPlace, _ body: (inout StoreChanges) -> Void) {
    if let last, last.place === place { return body(&changes[last.index].changes) }
    guard let store = place.store else { return }
    let index = changes.firstIndex { $0.store == store } ?? changes.count
    if index == changes.count {
      changes.append(
        (store, StoreChanges(author: context.transactionAuthor, contextName: context.name)))
    }
    last = (place, index)
    body(&changes[index].changes)
  }

  /// Puts the rows of all objects into the changes.
  mutating func end() {
    let rows = pages.end()
    written.rows = rows
    let newCount = rows.count - changedCount
    var (start, entry) = (0, 0)
    while start < rows.count {
      let (place, isNew) = (rows[start].place, start < newCount)
      let last = isNew ? newCount : rows.count
      let end = rows[start..<last].firstIndex { $0.place !== place } ?? last
      let (range, changed) = (start..<end, changed)
      change(place) { changes in
        if isNew {
          if changes.inserts.isEmpty { changes.inserts.reserveCapacity(range.count) }
          for index in range { changes.inserts.append(StoreChanges.Insert(rows[index])) }
          return
        }
        if changes.updates.isEmpty { changes.updates.reserveCapacity(range.count) }
        for index in range {
          if changed[entry].end <= index - newCount { entry += 1 }
          // The version was raised by one.
          changes.updates.append(
            StoreChanges.Update(
              rows[index], oldVersion: rows[index].version &- 1, changed[entry].properties))
        }
      }
      start = end
    }
  }

  /// Adds the objects of a save, once.
  mutating func add(new: [ManagedObject], changed: [ManagedObject]) throws {
    pages.reserve(new.count + changed.count)
    for object in new { try insert(object) }
    for object in changed where !(try update(object)) { written.unchanged.append(object) }
    // A list of all objects is shared and not copied.
    let unchanged = Set(written.unchanged.map { ObjectIdentifier($0) })
    let rest =
      unchanged.isEmpty ? changed : changed.filter { !unchanged.contains(ObjectIdentifier($0)) }
    written.objects = new.isEmpty ? rest : rest.isEmpty ? new : new + rest
  }

  private mutating func insert(_ object: ManagedObject) throws {
    let (plan, details) = (object.plan, object.details)
    let id = details?.pendingID ?? object.objectID
    try append(object, plan, details, object.row, id, version: 1)
    if !plan.toManys.isEmpty { try appendLinks(of: object, id) }
  }

  /// Returns whether the object has changes.
  private mutating func update(_ object: ManagedObject) throws -> Bool {
    guard let old = object.row else { return false }
    let (plan, details) = (object.plan, object.details)
    let hasToManys = !plan.toManys.isEmpty
    if hasToManys { try object.readChangedLinks() }
    let toManys = hasToManys ? object.changedToManys : SmallSet()
    let (leaves, toOnes) = try object.differences(from: old, plan, details)
    // An object that was set to equal values has nothing to write.
    guard !leaves.isEmpty || !toOnes.isEmpty || !toManys.isEmpty else { return false }
    let id = old.id
    // The addition may overflow, because versions are only compared for equality: another program
    // may have set the highest number.
    try append(object, plan, details, old, id, version: old.version &+ 1)
    note(leaves, toOnes, toManys)
    if hasToManys { try appendLinks(of: object, id) }
    return true
  }

  /// Adds the changed properties of the next object.
  private mutating func note(_ leaves: SmallSet, _ toOnes: SmallSet, _ toManys: SmallSet) {
    let last = changed.count - 1
    if last >= 0, changed[last].properties.isEqual(leaves, toOnes, toManys) {
      changed[last].end += 1
    } else {
      let properties = StoreChanges.ChangedProperties(
        leaves: leaves, toOnes: toOnes, toManys: toManys)
      changed.append((properties, changedCount + 1))
    }
  }

  mutating func delete(_ object: ManagedObject) throws {
    guard let row = try object.row ?? context.row(of: object) else { return }
    change(row.place) { $0.deletes.append(StoreChanges.Delete(row)) }
    for index in object.plan.toManys.indices where object.plan.toManys[index].isStoredInLinks {
      let members = try object.storedMembers(index)
      guard !members.isEmpty else { continue }
      change(row.place) {
        $0.links.append(
          StoreChanges.Link(
            source: row.id, relationship: object.plan.toManys[index], added: [], removed: members,
            order: nil))
      }
    }
  }

  mutating func check(_ row: RowSnapshot) { change(row.place) { $0.checked.append(row) } }

  // MARK: - Parts of a row

  /// Appends the row that an object will have after the save.
  private mutating func append(
    _ object: ManagedObject, _ plan: EntityPlan, _ details: ObjectDetails?, _ row: RowSnapshot?,
    _ id: ObjectID, version: Int64
  ) throws {
    // The store computes derived values. A row that was read at the time 0 is read again before
    // anybody uses it.
    pages.setReadAt(plan.hasDerivedAttributes ? 0 : now)
    pages.builder.begin(id, version: version, leaves: plan.leaves.count, toOnes: plan.toOnes.count)
    pages.builder.append(
      plan.leaves.count, details?.values ?? [], in: details?.held ?? SmallSet(), over: row,
      without: plan.transientLeaves)
    for index in plan.toOnes.indices { try append(toOne: index, of: object, id) }
    pages.endRow()
  }

  private mutating func append(
    toOne index: Int, of object: ManagedObject, _ id: ObjectID
  ) throws {
    let relationship = object.plan.toOnes[index]
    guard !relationship.isTransient else { return pages.builder.appendNull() }
    let other = try object.savedTarget(index)
    if let other, other.place.store != id.place.store {
      throw ObjectError(
        .externalRelationship, objects: [object.objectID], key: relationship.name)
    }
    pages.builder.append(object: other)
  }

  /// Appends the changes of to-many relationships that are many-to-many, ordered or without an
  /// inverse. Other to-many relationships are stored as foreign keys in the rows of their members.
  private mutating func appendLinks(of object: ManagedObject, _ id: ObjectID) throws {
    guard let details = object.details else { return }
    for (index, relationship) in object.plan.toManys.enumerated() {
      guard relationship.isStoredInLinks || relationship.isOrdered else { continue }
      let toMany = details.toManys[index]
      guard toMany.differs(isOrdered: relationship.isOrdered) else { continue }
      let link = try object.link(index, id)
      guard !link.added.isEmpty || !link.removed.isEmpty || link.order != nil else { continue }
      guard link.added.allSatisfy({ $0.place.store == id.place.store }) else {
        throw ObjectError(
          .externalRelationship, objects: [object.objectID], key: relationship.name)
      }
      change(id.place) { $0.links.append(link) }
    }
  }
}

extension ManagedObject {
  /// The identity that a to-one relationship will have in the store.
  fileprivate final func savedTarget(_ index: Int) throws -> ObjectID? {
    if let details, case .object(let other) = details.toOnes[index] { return other?.savedID }
    return row?.toOne(index)
  }

  /// The indexes of the stored values, and of the to-one relationships, that a save changes.
  fileprivate final func differences(
    from old: RowSnapshot, _ plan: EntityPlan, _ details: ObjectDetails?
  ) throws -> (leaves: SmallSet, toOnes: SmallSet) {
    var (leaves, toOnes) = (SmallSet(), SmallSet())
    guard let details else { return (leaves, toOnes) }
    let values = details.values
    for leaf in details.held where !old.holds(values[leaf], at: leaf) {
      if !plan.transientLeaves.contains(leaf) { leaves.insert(leaf) }
    }
    for index in plan.toOnes.indices where !plan.toOnes[index].isTransient {
      if try savedTarget(index) != old.toOne(index) { toOnes.insert(index) }
    }
    return (leaves, toOnes)
  }
}

extension ManagedObject {
  /// The indexes of the to-many relationships whose members have changed.
  fileprivate final var changedToManys: SmallSet {
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
  fileprivate final func readChangedLinks() throws {
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
  fileprivate final func link(_ index: Int, _ id: ObjectID) throws -> StoreChanges.Link {
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
