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
  private static let blockSize = 256

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
    try rows.add(new: changes.inserted, changed: changes.updated)
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

  /// Gives the objects that were written their rows, and new objects their permanent identities,
  /// also in child contexts. Their unsaved changes are removed.
  ///
  /// A block of objects goes through all steps before the next one, so that it stays in the cache of
  /// the processor. The newest objects come first: they are the last ones in the tables of the
  /// context, where removing is fastest.
  private func finish(_ changes: ContextChanges, _ written: SavedRows.Written) {
    let identities = PermanentIdentities(context: context)
    var end = written.objects.count
    var hasRelated = false
    while end > 0 {
      let block = max(0, end - ContextSave.blockSize)..<end
      var new: [ManagedObject] = []
      for index in block {
        let object = written.objects[index]
        object.row = written.rows[index]
        if object.objectID.isTemporary { new.append(object) }
      }
      identities.give(to: new)
      for index in block {
        let object = written.objects[index]
        if object.plan.hasRelatedObjects { hasRelated = true } else { object.becomeClean() }
      }
      end = block.lowerBound
    }
    // These take the identities of their related objects, which are permanent only now.
    if hasRelated {
      for object in written.objects where object.plan.hasRelatedObjects { object.becomeClean() }
    }
    for object in written.unchanged { object.becomeClean() }
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
