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
    try coordinator.reserve(for: changes.inserted)
    var rows = SavedRows(context: context, now: Date.timeIntervalSinceReferenceDate)
    for object in changes.inserted { try rows.insert(object) }
    for object in changes.updated { try rows.update(object) }
    for object in changes.deleted where !gone.contains(object.objectID) {
      try rows.delete(object)
    }
    for object in context.checked where !object.hasChanges {
      if let row = object.row { rows.check(row) }
    }
    rows.end()
    let deleted = changes.deleted.map(\.objectID)
    do {
      try coordinator.save(rows.changes, deleted: deleted)
    } catch let partial as PartialSave {
      finish(
        changes.filter { partial.written.contains($0.place.store ?? "") },
        rows.written.filter { partial.written.contains($0.store ?? "") })
      throw partial
    }
    finish(changes, rows.written)
  }

  /// Removes the unsaved changes of the objects that were written.
  private func finish(_ changes: ContextChanges, _ written: SavedRows.Written) {
    takeRows(written)
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
  private func takeRows(_ written: SavedRows.Written) {
    var new: [ManagedObject] = []
    for index in written.objects.indices {
      let object = written.objects[index]
      object.row = written.rows[index]
      if object.objectID.isTemporary { new.append(object) }
    }
    PermanentIdentities(context: context).give(to: new)
  }
}
