import MomentumDifferential
import MomentumObjects

// What happens to a context without others.

extension ProgramRun {
  func forgetUndo() {
    side.context.processPendingChanges()
    side.context.undoHistory?.removeAll()
    (undoable, redoable) = ([], [])
  }

  /// The changes of others to one person, below those of the context: a value that the context has
  /// changed stays.
  func takeBelowChanges(_ person: Int) {
    let (old, new) = (known.values[person], saved.values[person])
    known.values[person] = new
    stale.remove(person)
    guard var mine = side.graph.values[person], let old, let new else { return }
    if mine.name == old.name { mine.name = new.name }
    if mine.age == old.age { mine.age = new.age }
    if mine.level == old.level { mine.level = new.level }
    side.graph.values[person] = mine
  }

  /// The persons whose rows the next save writes although others have changed them.
  var conflicting: Set<Int> {
    let changed = side.graph.changedObjects(since: known)
    return stale.intersection(changed).union(stale.filter { side.graph.kinds[$0] == nil })
  }

  // MARK: - Saves

  func save() throws {
    let mustFail =
      side.graph.hasNoteWithoutAuthor || (store.kind.checksUniqueness && side.graph.hasEqualWords)
      || !conflicting.isEmpty
    do {
      guard try saveWithFaults() else { return }
    } catch let error as ObjectError {
      guard mustFail else { throw ProgramFailure("a save failed: \(error)") }
      report.refusedSaves += 1
      return try compare("after a refused save")
    }
    guard !mustFail else { throw ProgramFailure("a save should have failed") }
    try didSave()
    if report.saves % 5 == 0 { try compareStore("after a save") }
  }

  /// Saves; with faults each call fails once before the save succeeds.
  ///
  /// - Returns: `false` if a save failed and its rows are in the store all the same. The context was
  ///   reset then.
  private func saveWithFaults() throws -> Bool {
    guard let faults else {
      try save(side.context)
      return true
    }
    if faults.mayCommit {
      // The identities tell whose rows are there after a failed COMMIT.
      try side.context.obtainPermanentIDs(for: side.context.insertedObjects)
      recordIdentities()
    }
    var number = 0
    while true {
      number += 1
      guard let error = try faults.error(at: number, { try side.context.save() }) else {
        return true
      }
      if let refused = error as? ObjectError, !faults.wasReached { throw refused }
      guard faults.wasReached else { throw error }
      report.faults += 1
      try compare("after fault \(number) of a save")
      if try isInStore() {
        report.unsettled += 1
        try didSave()
        try reset()
        return false
      }
    }
  }

  /// Whether the rows are those of the context, and not the old ones.
  private func isInStore() throws -> Bool {
    guard store.kind.isSQLite else {
      try compareStore("after a failed save")
      return false
    }
    let stored = try storedGraph()
    guard let difference = saved.difference(from: stored) else { return false }
    if wantedStore().difference(from: stored) == nil { return true }
    throw ProgramFailure("after a failed save the store is neither old nor new: \(difference)")
  }

  /// What is in the store after a save that has succeeded: rows that others have changed and the
  /// context has not stay theirs.
  private func wantedStore() -> ReferenceGraph {
    var graph = side.graph
    for person in stale where graph.kinds[person] != nil {
      graph.values[person] = saved.values[person]
    }
    return graph
  }

  func didSave() throws {
    report.saves += 1
    saved = wantedStore()
    known = side.graph
    stale = stale.filter { side.graph.kinds[$0] != nil }
    recordIdentities()
    try hasSaved?()
  }

  private func recordIdentities() {
    for index in side.graph.kinds.keys {
      kinds[index] = side.graph.kinds[index]
      identities[index] = side.objects[index]?.objectID
    }
  }

  // MARK: - Undoing

  func rollback() {
    side.context.rollback()
    side.graph = known
    (undoable, redoable) = ([], [])
  }

  func undo() throws {
    side.context.undo()
    guard let graph = undoable.popLast() else { return }
    redoable.append(side.graph)
    side.graph = graph
    try compare("after undo")
  }

  func redo() throws {
    side.context.redo()
    guard let graph = redoable.popLast() else { return }
    undoable.append(side.graph)
    side.graph = graph
    try compare("after redo")
  }

  // MARK: - Reading again

  func reset() throws {
    side.context.reset()
    side.graph = saved
    (known, stale) = (saved, [])
    side.objects = try load(side.context, saved)
    try compare("after a reset")
    forgetUndo()
  }

  func refresh(_ dice: inout Dice) throws {
    guard let index = dice.pick(side.graph.kinds.keys.sorted()) else { return }
    // Dropping the changes of one side of a relationship alone is legal, and leaves the other.
    let keepsChanges = side.graph != known || dice.chance(30)
    tell("refresh \(index), \(keepsChanges ? "keeping" : "dropping") changes")
    side.context.refresh(try side.object(index), keepingChanges: keepsChanges)
    if stale.contains(index) { takeBelowChanges(index) }
    try compare("after a refresh")
    forgetUndo()
  }

  func refreshAll() throws {
    side.context.refreshAllObjects()
    for person in stale { takeBelowChanges(person) }
    try compare("after refreshing all")
    forgetUndo()
  }

  /// A new context reads everything.
  func fetch() throws {
    var number = 0
    while true {
      number += 1
      let context = ObjectContext(store.coordinator)
      let read = {
        let objects = try self.load(context, self.saved)
        let comparison = GraphComparison(graph: self.saved) { objects[$0] }
        if let difference = try comparison.difference() {
          throw ProgramFailure("a new context: \(difference)")
        }
      }
      guard let faults else { return try read() }
      guard let error = try faults.error(at: number, read) else { return }
      guard faults.wasReached else { throw error }
      report.faults += 1
      // Each fetch has some hundred statements; every seventh is enough.
      number += 6
    }
  }

  /// The process ends, and the store is opened again.
  func kill() throws {
    guard store.kind.isFile else { return }
    report.kills += 1
    try store.open()
    let context = ObjectContext(store.coordinator)
    prepare(context)
    let objects = try load(context, saved)
    side = ProgramSide(context, saved, objects, lastObject: side.lastObject)
    (known, stale) = (saved, [])
    try compare("after the store was opened again")
    try compareStore("after the store was opened again")
    forgetUndo()
  }
}
