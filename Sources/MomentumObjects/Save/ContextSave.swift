import Foundation
import MomentumModel

/// One save of a context to the stores of its coordinator.
///
/// It reserves numbers for new objects, makes the rows, and passes them to the stores. If a store
/// finds a conflict, the merge policy changes the objects, and everything is written again.
struct ContextSave {
  /// The most conflicts that a merge policy may resolve in one save, since others could change the
  /// rows between any two attempts.
  private static let attemptsMax = 100

  let context: ObjectContext
  private var coordinator: StoreCoordinator { context.coordinator }

  init(_ context: ObjectContext) { self.context = context }

  /// - Returns: The objects that were saved.
  func run() throws -> ContextChanges {
    var gone: Set<ObjectID> = []
    var saved = ContextChanges()
    for _ in 0..<ContextSave.attemptsMax {
      let changes = context.pendingChanges
      do {
        try attempt(changes, gone)
        return saved.appending(changes)
      } catch let partial as PartialSave {
        // What was written stays written; only the rest is tried again.
        saved = saved.appending(changes.filter { partial.written.contains($0.place.store ?? "") })
        do { try settle(partial.cause, &gone) } catch {
          let rest = context.pendingChanges
          throw ObjectError(
            .incompleteSave,
            objects: (rest.inserted + rest.updated + rest.deleted).map(\.objectID),
            underlying: error)
        }
      } catch { try settle(error, &gone) }
    }
    throw ObjectError(.mergeConflict)
  }

  /// Lets the merge policy resolve a conflict. Throws other errors again.
  private func settle(_ error: any Error, _ gone: inout Set<ObjectID>) throws {
    switch error {
    case StoreConflict.rows(let rows):
      // If a deleted object's row was already deleted by others, there is nothing left to do.
      let finished = rows.filter { $0.present == nil && isDeleted($0.id) }.map(\.id)
      gone.formUnion(finished)
      let open = rows.filter { row in !finished.contains(row.id) }
      if !open.isEmpty { try ConflictResolver(context).resolve(rows: open) }
    case StoreConflict.constraints(let violations):
      try ConflictResolver(context).resolve(constraints: violations)
    default: throw error
    }
  }

  private func isDeleted(_ id: ObjectID) -> Bool {
    context.registeredObject(for: id)?.isDeleted ?? false
  }

  private func attempt(_ changes: ContextChanges, _ gone: Set<ObjectID>) throws {
    let ids = try coordinator.reserve(for: changes.inserted)
    for (object, id) in zip(changes.inserted, ids) { object.ownDetails().pendingID = id }
    var rows = SavedRows(context: context, now: Date.timeIntervalSinceReferenceDate)
    for object in changes.inserted { try rows.insert(object) }
    for object in changes.updated { try rows.update(object) }
    for object in changes.deleted where !gone.contains(object.objectID) {
      try rows.delete(object)
    }
    for object in context.checked where !object.hasChanges {
      if let row = object.row { rows.check(row) }
    }
    let deleted = changes.deleted.map(\.objectID)
    do {
      try coordinator.save(rows.changes, rows: rows.rows.map(\.row), deleted: deleted)
    } catch let partial as PartialSave {
      finish(
        changes.filter { partial.written.contains($0.place.store ?? "") },
        rows.rows.filter { partial.written.contains($0.row.id.place.store ?? "") })
      throw partial
    }
    finish(changes, rows.rows)
  }

  /// Removes the unsaved changes of the objects that were written.
  private func finish(
    _ changes: ContextChanges, _ rows: [(object: ManagedObject, row: RowSnapshot)]
  ) {
    takeRows(rows)
    context.clean(changes)
  }
}

extension ContextChanges {
  /// The changes of objects whose identities after the save satisfy a condition.
  fileprivate func filter(_ isIncluded: (ObjectID) -> Bool) -> ContextChanges {
    ContextChanges(
      inserted: inserted.filter { isIncluded($0.savedID) },
      updated: updated.filter { isIncluded($0.savedID) },
      deleted: deleted.filter { isIncluded($0.savedID) })
  }

  fileprivate func appending(_ other: ContextChanges) -> ContextChanges {
    guard !isEmpty else { return other }
    return ContextChanges(
      inserted: inserted + other.inserted, updated: updated + other.updated,
      deleted: deleted + other.deleted)
  }
}

extension ContextSave {
  /// Gives objects the rows that were saved, and new objects their permanent identities, also in
  /// child contexts.
  private func takeRows(_ rows: [(object: ManagedObject, row: RowSnapshot)]) {
    var renamed: [RenamedID] = []
    for (object, row) in rows {
      object.row = row
      guard object.objectID.isTemporary else { continue }
      renamed.append(RenamedID(temporary: object.objectID, permanent: row.id))
      context.rename(object, to: row.id)
    }
    guard !renamed.isEmpty else { return }
    coordinator.rename(renamed, below: context)
  }
}

/// The rows that a save writes, by store.
struct SavedRows {
  let context: ObjectContext
  let now: Double
  private(set) var changes: [(store: String, changes: StoreChanges)] = []
  /// The index in ``changes`` of the store of the last row, since rows of one store usually follow
  /// each other.
  private var last = 0
  /// The new row of each object that is saved.
  private(set) var rows: [(object: ManagedObject, row: RowSnapshot)] = []

  init(context: ObjectContext, now: Double) {
    self.context = context
    self.now = now
  }

  private mutating func change(_ id: ObjectID, _ body: (inout StoreChanges) -> Void) {
    guard let store = id.place.store else { return }
    if last == changes.count || changes[last].store != store {
      last = changes.firstIndex { $0.store == store } ?? changes.count
      if last == changes.count {
        changes.append(
          (store, StoreChanges(author: context.transactionAuthor, contextName: context.name)))
      }
    }
    body(&changes[last].changes)
  }

  mutating func insert(_ object: ManagedObject) throws {
    let id = object.savedID
    let row = try row(of: object, id, version: 1)
    rows.append((object, row))
    change(id) { $0.inserts.append(StoreChanges.Insert(row)) }
    try appendLinks(of: object, id)
  }

  mutating func update(_ object: ManagedObject) throws {
    guard let old = object.row else { return }
    try object.readChangedLinks()
    // Versions are only tested for equality. If another program has set the version to the highest
    // number, the next one may begin again.
    let new = try row(of: object, old.id, version: old.version &+ 1)
    let (leaves, toOnes) = new.differences(from: old)
    let toManys = object.changedToManys
    // An object that was set to equal values has no changes to write.
    guard !leaves.isEmpty || !toOnes.isEmpty || !toManys.isEmpty else { return }
    rows.append((object, new))
    change(old.id) {
      $0.updates.append(
        StoreChanges.Update(
          old: old, new: new, changedLeaves: leaves, changedToOnes: toOnes,
          changedToManys: toManys))
    }
    try appendLinks(of: object, old.id)
  }

  mutating func delete(_ object: ManagedObject) throws {
    guard let row = try object.row ?? context.row(of: object) else { return }
    change(row.id) { $0.deletes.append(StoreChanges.Delete(row)) }
    for index in object.plan.toManys.indices where object.plan.toManys[index].isStoredInLinks {
      let members = try object.storedMembers(index)
      guard !members.isEmpty else { continue }
      change(row.id) {
        $0.links.append(
          StoreChanges.Link(
            source: row.id, relationship: object.plan.toManys[index], added: [], removed: members,
            order: nil))
      }
    }
  }

  mutating func check(_ row: RowSnapshot) { change(row.id) { $0.checked.append(row) } }

  // MARK: - Parts of a row

  private func row(
    of object: ManagedObject, _ id: ObjectID, version: Int64
  ) throws -> RowSnapshot {
    var values = object.leafValues
    if object.plan.hasTransientLeaves {
      for (index, leaf) in object.plan.leaves.enumerated() where leaf.isTransient {
        values[index] = nil
      }
    }
    var toOnes: [ObjectID?] = []
    toOnes.reserveCapacity(object.plan.toOnes.count)
    for index in object.plan.toOnes.indices {
      guard !object.plan.toOnes[index].isTransient else {
        toOnes.append(nil)
        continue
      }
      let other = try target(object, index)
      if let other, other.place.store != id.place.store {
        throw ObjectError(
          .externalRelationship, objects: [object.objectID], key: object.plan.toOnes[index].name)
      }
      toOnes.append(other)
    }
    // The store computes derived values. With the time 0, the row is read again before it is used.
    let readAt = object.plan.hasDerivedAttributes ? 0 : now
    return RowSnapshot(id, version: version, values: values, toOnes: toOnes, readAt: readAt)
  }

  /// The identity that the object of a to-one relationship has after the save.
  private func target(_ object: ManagedObject, _ index: Int) throws -> ObjectID? {
    if let details = object.details, case .object(let other) = details.toOnes[index] {
      return other?.savedID
    }
    return object.row?.toOne(index)
  }

  /// Appends the changes of many-to-many and ordered relationships, and of to-many ones without
  /// inverse. Other to-many relationships are stored in the rows of their members.
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
      change(id) { $0.links.append(link) }
    }
  }
}

extension RowSnapshot {
  /// The indexes of the values and of the to-one relationships that differ from those of an older
  /// row.
  fileprivate func differences(from old: RowSnapshot) -> (leaves: SmallSet, toOnes: SmallSet) {
    var (leaves, toOnes) = (SmallSet(), SmallSet())
    for index in values.indices where values[index] != old.value(index) {
      if !id.entity.leaves[index].isTransient { leaves.insert(index) }
    }
    for index in self.toOnes.indices where self.toOnes[index] != old.toOne(index) {
      toOnes.insert(index)
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

  /// Reads the members of changed relationships that are ordered or stored in a join table: the new
  /// members are only known then.
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

  /// The change of a to-many relationship for the store.
  ///
  /// The links of a many-to-many relationship would be written twice, once for each side, so only
  /// the side with ``ObjectRelationship/writesPairs`` lists them.
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
  /// Whether a save lists added and removed members for the store: in many-to-many relationships,
  /// and in to-many relationships without an inverse. In others, the to-one inverse of a member is
  /// saved.
  var isStoredInLinks: Bool {
    guard isToMany, !isTransient else { return false }
    switch inverse {
    case .toMany?, nil: return true
    case .toOne?, .attribute?, .fetchedProperty?: return false
    }
  }

  /// Whether this side of a relationship lists the links that are added and removed.
  var writesPairs: Bool {
    guard isStoredInLinks else { return false }
    guard let other = relationship.inverse, inverse != nil else { return true }
    return (id.entity, id.index) <= (other.entity, other.index)
  }
}
