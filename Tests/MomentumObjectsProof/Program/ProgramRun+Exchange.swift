import MomentumDifferential
import MomentumObjects

extension ProgramRun {
  /// Another context inserts, changes, links and deletes objects and saves; the context, which has no
  /// unsaved changes, merges all of it (OG-810, OG-811).
  func exchange(_ seed: UInt64) throws {
    guard side.graph == known, known == saved, stale.isEmpty else { return }
    // Values that were set to themselves are changes that a graph does not show.
    rollback()
    var dice = Dice(seed: seed, part: 2)
    let context = ObjectContext(store.coordinator)
    prepare(context)
    let other = ProgramSide(
      context, saved, try load(context, saved), lastObject: side.lastObject)
    tell("another context {")
    for step in ProgramStep.draw(dice.int(1...8), of: ProgramStep.Action.edits, &dice) {
      _ = try other.edit(step)
    }
    side.lastObject = other.lastObject
    for line in other.takeStory() { tell("  " + line) }
    tell("}")
    guard !other.graph.isInvalid else { return }
    do {
      try save(context)
    } catch {
      throw ProgramFailure("the save of another context failed: \(error)")
    }
    report.exchanges += 1
    try take(other)
    try hasSaved?()
    try compare("after an exchange")
    forgetUndo()
  }

  /// Merges what the other context has saved.
  private func take(_ other: ProgramSide) throws {
    let before = saved
    saved = other.graph
    (known, side.graph) = (saved, saved)
    var changes = MergedChanges()
    for index in saved.kinds.keys.sorted() where before.kinds[index] == nil {
      guard let id = other.objects[index]?.objectID else { continue }
      kinds[index] = saved.kinds[index]
      identities[index] = id
      changes.inserted.append(id)
    }
    changes.updated = saved.changedObjects(since: before).sorted().compactMap { identities[$0] }
    changes.deleted = before.kinds.keys.filter { saved.kinds[$0] == nil }.sorted().compactMap {
      identities[$0]
    }
    try side.context.merge(changes)
    for index in saved.kinds.keys where side.objects[index] == nil {
      side.objects[index] = identities[index].flatMap { side.context.registeredObject(for: $0) }
    }
  }
}
