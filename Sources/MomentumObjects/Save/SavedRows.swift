import MomentumModel

/// The rows of a save, by store.
///
/// The rows are collected in pages first, and only ``end()`` puts them into ``changes``: call it
/// after the last object.
struct SavedRows {
  /// Objects with the rows that they will have.
  struct Written {
    var objects: [ManagedObject] = []
    /// The rows in the order of `objects`.
    var pages: [RowPage] = []
    /// Changed objects that have the values of their rows again, so that nothing is written.
    var unchanged: [ManagedObject] = []
  }

  let context: ObjectContext
  let now: Double
  private(set) var changes: [(store: String, changes: StoreChanges)] = []
  /// The place of the last row, and the index of its store in ``changes``: rows of one store
  /// usually follow each other.
  private var last: (place: ObjectPlace, index: Int)?
  private var pages: RowPages
  /// The objects that are written, the new ones first. They have no rows before ``end()``.
  var written = Written()
  /// The changed properties of the objects that are not new. An entry is for all objects up to a
  /// number of them, since those that follow each other often have the same changes.
  private var changed: [(properties: StoreChanges.ChangedProperties, end: Int)] = []
  private var changedCount: Int { changed.last?.end ?? 0 }
  /// The index in `changed` of the last row that ``end()`` has put into the changes.
  private var lastEntry = 0

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
    written.pages = pages.endPages()
    let newCount = written.objects.count - changedCount
    var first = 0
    for page in written.pages {
      let new = max(0, min(newCount - first, page.heads.count))
      for run in page.runs(in: 0..<new) {
        change(page.place(page.heads[run.lowerBound])) { changes in
          if changes.inserts.isEmpty { changes.inserts.reserveCapacity(newCount - first) }
          for index in run { changes.inserts.append(StoreChanges.Insert(RowSnapshot(page, index))) }
        }
      }
      for run in page.runs(in: new..<page.heads.count) {
        addUpdates(run, of: page, from: first + run.lowerBound - newCount)
      }
      first += page.heads.count
    }
  }

  /// - Parameter start: The index of the first row among those of all changed objects.
  private mutating func addUpdates(_ run: Range<Int>, of page: RowPage, from start: Int) {
    let changed = changed
    var entry = lastEntry
    change(page.place(page.heads[run.lowerBound])) { changes in
      if changes.updates.isEmpty {
        changes.updates.reserveCapacity((changed.last?.end ?? 0) - start)
      }
      for (place, index) in run.enumerated() {
        if changed[entry].end <= start + place { entry += 1 }
        let row = RowSnapshot(page, index)
        // The version was raised by one.
        changes.updates.append(
          StoreChanges.Update(
            row, oldVersion: row.version &- 1, changed[entry].properties))
      }
    }
    lastEntry = entry
  }

  /// Adds the objects of a save, once.
  ///
  /// - Parameter reserved: The identities that are reserved for new objects.
  mutating func add(
    new: [ManagedObject], _ reserved: [ReservedIDs], changed: [ManagedObject]
  ) throws {
    var index = 0
    for run in reserved {
      for object in new[index..<run.objects.lowerBound] { try insert(object, object.savedID) }
      try insert(new, run)
      index = run.objects.upperBound
    }
    for object in new[index...] { try insert(object, object.savedID) }
    for object in changed where !(try update(object)) { written.unchanged.append(object) }
    // A list of all objects is shared and not copied.
    let unchanged = Set(written.unchanged.map { ObjectIdentifier($0) })
    let rest =
      unchanged.isEmpty ? changed : changed.filter { !unchanged.contains(ObjectIdentifier($0)) }
    written.objects = new.isEmpty ? rest : rest.isEmpty ? new : new + rest
  }

  private mutating func insert(_ list: [ManagedObject], _ run: ReservedIDs) throws {
    let place = run.place
    guard place.entity.hasRelatedObjects else {
      let plan = place.entity
      for (object, number) in zip(list[run.objects], run.numbers) {
        append(plan, object.details, object.row, place, number, version: 1)
        pages.endRow()
      }
      return
    }
    for index in run.objects { try insert(list[index], run[index]) }
  }

  private mutating func insert(_ object: ManagedObject, _ id: ObjectID) throws {
    let plan = id.place.entity
    append(plan, object.details, object.row, id.place, id.number, version: 1)
    for index in plan.toOnes.indices { try append(toOne: index, of: object, id.place) }
    pages.endRow()
    if !plan.toManys.isEmpty { try appendLinks(of: object, id) }
  }

  /// Returns whether the object has changes.
  private mutating func update(_ object: ManagedObject) throws -> Bool {
    guard let old = object.row else { return false }
    let (plan, details) = (object.plan, object.details)
    let hasToManys = !plan.toManys.isEmpty
    if hasToManys { try object.readChangedLinks() }
    let toManys = hasToManys ? object.changedToManys : SmallSet()
    let toOnes = plan.toOnes.isEmpty ? SmallSet() : object.changedToOnes(from: old)
    // The addition may overflow, because versions are only compared for equality: another program
    // may have set the highest number.
    let leaves = append(
      plan, details, old, old.place, old.head.number, version: old.version &+ 1)
    // An object that was set to equal values has nothing to write.
    guard !leaves.isEmpty || !toOnes.isEmpty || !toManys.isEmpty else {
      pages.builder.cancel()
      return false
    }
    for index in plan.toOnes.indices { try append(toOne: index, of: object, old.place) }
    pages.endRow()
    note(leaves, toOnes, toManys)
    if hasToManys { try appendLinks(of: object, old.id) }
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

  /// Begins the row that an object will have after the save, and appends its attribute values.
  ///
  /// - Returns: The values that differ from those of the older row.
  @discardableResult
  private mutating func append(
    _ plan: EntityPlan, _ details: ObjectDetails?, _ old: RowSnapshot?, _ place: ObjectPlace,
    _ number: Int64, version: Int64
  ) -> SmallSet {
    // The store computes derived values. A row that was read at the time 0 is read again before
    // anybody uses it.
    pages.setReadAt(plan.hasDerivedAttributes ? 0 : now)
    pages.builder.begin(
      place, number, version: version, leaves: plan.leaves.count, toOnes: plan.toOnes.count)
    let (values, held) = (details?.values ?? [], details?.held ?? SmallSet())
    guard let old else {
      pages.builder.append(values, plan.leaves.count, in: held, without: plan.transientLeaves)
      return held
    }
    return pages.builder.append(
      values, plan.leaves.count, in: held, over: old, without: plan.transientLeaves)
  }

  private mutating func append(
    toOne index: Int, of object: ManagedObject, _ place: ObjectPlace
  ) throws {
    let relationship = object.plan.toOnes[index]
    guard !relationship.isTransient else { return pages.builder.appendNull() }
    let other = object.savedTarget(index)
    if let other, other.place.store != place.store {
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
  fileprivate final func savedTarget(_ index: Int) -> ObjectID? {
    if let details, case .object(let other) = details.toOnes[index] { return other?.savedID }
    return row?.toOne(index)
  }

  /// The indexes of the stored to-one relationships that a save changes.
  fileprivate final func changedToOnes(from old: RowSnapshot) -> SmallSet {
    guard details != nil else { return SmallSet() }
    return SmallSet(
      plan.toOnes.indices.filter {
        !plan.toOnes[$0].isTransient && savedTarget($0) != old.toOne($0)
      })
  }
}
