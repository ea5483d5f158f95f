import Foundation
import MomentumModel

/// One save of a context to the stores of its coordinator.
///
/// It reserves numbers for new objects, makes the rows, and passes them to the stores. If a store
/// finds a conflict, the merge policy changes the objects, and everything is written again.
struct ContextSave {
  /// How often a save is tried. Without a limit, it would not end if others change the rows between
  /// any two attempts.
  private static let attemptsMax = 100

  let context: ObjectContext
  private var coordinator: StoreCoordinator { context.coordinator }

  init(_ context: ObjectContext) { self.context = context }

  /// - Returns: The objects that were saved; nothing if nobody looks at them.
  func run() throws -> ContextChanges {
    var gone: Set<ObjectID> = []
    var saved = ContextChanges()
    for _ in 0..<ContextSave.attemptsMax {
      var changes = context.pendingChanges
      do {
        try attempt(&changes, gone)
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

  private func attempt(_ changes: inout ContextChanges, _ gone: Set<ObjectID>) throws {
    let reserved = try coordinator.reserve(for: changes.inserted)
    // Rows of other objects contain these identities.
    for run in reserved where run.isReferenced { run.note(in: changes.inserted) }
    var rows = SavedRows(context: context, now: Date.timeIntervalSinceReferenceDate)
    do {
      try make(&rows, of: changes, reserved, gone)
      try coordinator.save(rows.changes, deleted: changes.deleted.map(\.objectID))
    } catch {
      // The next attempt uses the same identities, and conflicts name them.
      for run in reserved { run.note(in: changes.inserted) }
      if let partial = error as? PartialSave { finish(partial, changes, rows.written) }
      throw error
    }
    finish(&changes, &rows.written)
  }

  private func make(
    _ rows: inout SavedRows, of changes: ContextChanges, _ reserved: [ReservedIDs],
    _ gone: Set<ObjectID>
  ) throws {
    try rows.add(new: changes.inserted, reserved, changed: changes.updated)
    for object in changes.deleted where !gone.contains(object.objectID) {
      try rows.delete(object)
    }
    for object in context.checked where !object.hasChanges {
      if let row = object.row { rows.check(row) }
    }
    rows.end()
  }

  // MARK: - After the stores have written

  /// Gives the objects that were written their rows, and new objects their permanent identities,
  /// also in child contexts. Their unsaved changes are removed.
  ///
  /// A block of objects goes through all steps before the next one, so that it stays in the cache of
  /// the processor. The newest objects come first: they are the last ones in the tables of the
  /// context, where removing is fastest.
  ///
  /// If nobody looks at the objects after the save, `changes` is emptied, and objects that nobody
  /// else holds are released as they are.
  private func finish(_ changes: inout ContextChanges, _ written: inout SavedRows.Written) {
    let releases = changes.deleted.isEmpty && !context.hasListeners
    var objects = written.objects
    if releases {
      context.clean(changes)
      // Now `objects` is the only list of them.
      changes = ContextChanges()
      written.objects = []
    }
    let identities = PermanentIdentities(context: context)
    var related: [ManagedObject] = []
    var end = objects.count
    for page in written.pages.reversed() {
      let block = end - page.heads.count..<end
      end = block.lowerBound
      if !releases || !objects.isOnlyHolder(of: block) {
        related += finish(objects[block], identities) { RowSnapshot(page, $0) }
      }
      if releases { for _ in block { objects.removeLast() } }
    }
    // These take the identities of their related objects, which are permanent only now.
    for object in related { object.becomeClean() }
    for object in written.unchanged { object.becomeClean() }
    if !releases { context.clean(changes) }
  }

  /// - Parameter row: Returns the row of the object at an index.
  /// - Returns: The objects with relationships, which still have their unsaved changes.
  private func finish(
    _ objects: ArraySlice<ManagedObject>, _ identities: PermanentIdentities,
    row: (Int) -> RowSnapshot
  ) -> [ManagedObject] {
    var new: [ManagedObject] = []
    var ids: [ObjectID] = []
    new.reserveCapacity(objects.count)
    ids.reserveCapacity(objects.count)
    for (index, object) in objects.enumerated() {
      let row = row(index)
      object.row = row
      guard object.objectID.isTemporary else { continue }
      new.append(object)
      ids.append(row.id)
    }
    identities.give(ids, to: new)
    var related: [ManagedObject] = []
    for object in objects {
      if object.plan.hasRelatedObjects { related.append(object) } else { object.becomeClean() }
    }
    return related
  }

  /// Does the same for the objects of the stores that a save has reached.
  private func finish(
    _ partial: PartialSave, _ changes: ContextChanges, _ written: SavedRows.Written
  ) {
    func isWritten(_ place: ObjectPlace) -> Bool { partial.written.contains(place.store ?? "") }
    let rows = written.pages.rows
    let kept = rows.indices.filter { isWritten(rows[$0].place) }
    let objects = kept.map { written.objects[$0] }
    let identities = PermanentIdentities(context: context)
    let related = finish(objects[...], identities) { rows[kept[$0]] }
    for object in related { object.becomeClean() }
    for object in written.unchanged where isWritten(object.objectID.place) { object.becomeClean() }
    context.clean(changes.filter { isWritten($0.place) })
  }
}

extension [ManagedObject] {
  /// Whether only this list keeps the objects in a range in memory.
  fileprivate mutating func isOnlyHolder(of range: Range<Int>) -> Bool {
    range.allSatisfy { isKnownUniquelyReferenced(&self[$0]) }
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
