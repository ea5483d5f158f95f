import Foundation

/// The newest saved states of rows, for contexts that have read older ones.
///
/// Usually nobody asks for the rows of a large save, so they wait in its changes until somebody
/// asks for any row.
struct SavedStates {
  /// The most rows that are kept.
  private static let rowsMax = 100_000
  /// A save of fewer rows is entered in the table at once; that takes less time than to keep it in
  /// `waiting`.
  private static let waitingMin = 256

  /// `nil` for a deleted row.
  private var table = PlaceTable<RowSnapshot?>()
  private var waiting: [StoreChanges] = []
  private var waitingCount = 0
  /// Rows that were read before this time must be read again: the states that were saved before it
  /// are no longer here.
  private(set) var forgottenUntil = 0.0

  /// The newest state of a row; `nil` if there is none here, `.some(nil)` if the row was deleted.
  mutating func state(of id: ObjectID) -> RowSnapshot?? {
    settle()
    return table.value(id)
  }

  /// Adds the new and changed rows of a save.
  mutating func add(_ changes: StoreChanges) {
    let count = changes.inserts.count + changes.updates.count
    guard count >= Self.waitingMin else {
      settle()
      put(changes)
      return forgetIfFull()
    }
    if table.count + waitingCount + count > Self.rowsMax {
      // A row that is saved again counts twice until it is in the table.
      if count < Self.rowsMax {
        settle()
        put(changes)
        guard table.count > Self.rowsMax else { return }
      }
      forget()
    }
    guard count <= Self.rowsMax else { return }
    waiting.append(StoreChanges(inserts: changes.inserts, updates: changes.updates))
    waitingCount += count
  }

  mutating func add(_ rows: [RowSnapshot]) {
    settle()
    if let first = rows.first { table.reserve(rows.count, at: first.place) }
    for row in rows { table.set(.some(row), row.id) }
    forgetIfFull()
  }

  mutating func add(deleted ids: [ObjectID]) {
    guard !ids.isEmpty else { return }
    settle()
    for id in ids { table.set(.none, id) }
    forgetIfFull()
  }

  mutating func remove(_ ids: [ObjectID]) {
    settle()
    for id in ids { table.remove(id) }
  }

  /// Removes the rows of a store. A store with the same identifier may be opened later, from a
  /// backup, so rows that were read before are read again.
  mutating func remove(store identifier: String) {
    settle()
    table.remove(store: identifier)
    forgottenUntil = Date.timeIntervalSinceReferenceDate
  }

  /// Puts the rows that wait into the table.
  private mutating func settle() {
    guard !waiting.isEmpty else { return }
    for changes in waiting { put(changes) }
    waiting = []
    waitingCount = 0
  }

  private mutating func put(_ changes: StoreChanges) {
    if let first = changes.inserts.first {
      table.reserve(changes.inserts.count, at: first.row.place)
    }
    for insert in changes.inserts { table.set(.some(insert.row), insert.row.id) }
    for update in changes.updates { table.set(.some(update.new), update.new.id) }
  }

  private mutating func forgetIfFull() {
    if table.count > Self.rowsMax { forget() }
  }

  private mutating func forget() {
    table = PlaceTable()
    waiting = []
    waitingCount = 0
    forgottenUntil = Date.timeIntervalSinceReferenceDate
  }
}
