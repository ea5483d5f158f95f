import MomentumDifferential
import MomentumObjects

// What happens between several contexts.

extension ProgramRun {
  /// A child of the context makes some changes, and saves them or not.
  func child(_ seed: UInt64) throws {
    var dice = Dice(seed: seed, part: 1)
    report.children += 1
    let isSaved = try child(of: side, &dice, depth: dice.chance(25) ? 2 : 1)
    try compare(isSaved ? "after a child has saved" : "after a child has gone")
    forgetUndo()
  }

  private func child(of parent: ProgramSide, _ dice: inout Dice, depth: Int) throws -> Bool {
    let context = ObjectContext(parent: parent.context)
    prepare(context)
    let child = ProgramSide(
      context, parent.graph,
      parent.objects.filter { parent.graph.kinds[$0.key] != nil }
        .mapValues { context.object(with: $0.objectID) },
      lastObject: parent.lastObject)
    tell("child {")
    for step in ProgramStep.draw(dice.int(1...6), of: ProgramStep.Action.edits, &dice) {
      tell("\(step)")
      _ = try child.edit(step)
    }
    if depth > 1 { _ = try self.child(of: child, &dice, depth: depth - 1) }
    parent.lastObject = child.lastObject
    for line in child.takeStory() { tell("  " + line) }
    tell("}")
    let comparison = GraphComparison(graph: child.graph) { child.objects[$0] }
    if let difference = try comparison.difference() {
      throw ProgramFailure("in a child: \(difference)")
    }
    guard dice.chance(75) else { return false }
    do {
      try context.save()
    } catch let error as ObjectError {
      guard child.graph.hasNoteWithoutAuthor else {
        throw ProgramFailure("the save of a child failed: \(error)")
      }
      report.refusedSaves += 1
      return false
    }
    // A child checks its own changes alone.
    let mustFail = child.graph.objects([.note]).contains { note in
      child.graph.author(of: note) == nil
        && (parent.graph.kinds[note] == nil || parent.graph.author(of: note) != nil)
    }
    guard !mustFail else {
      throw ProgramFailure("the save of a child should have failed")
    }
    parent.graph = child.graph
    for (index, object) in child.objects where child.graph.kinds[index] != nil {
      guard parent.objects[index]?.context == nil else { continue }
      parent.objects[index] = parent.context.registeredObject(for: object.objectID)
    }
    return true
  }

  /// Another context of the coordinator changes values of some persons.
  func other(_ dice: inout Dice) throws {
    let persons = saved.objects(ReferenceGraph.persons)
    guard !persons.isEmpty else { return }
    let chosen = (0..<dice.int(1...3)).map { _ in dice.pick(persons) ?? persons[0] }
    try other(chosen, &dice)
  }

  private func other(_ persons: [Int], _ dice: inout Dice) throws {
    let context = ObjectContext(store.coordinator)
    let before = saved
    for person in persons {
      guard let id = identities[person] else { continue }
      let number = Int64(dice.int(0...99))
      tell("another context: values of \(person) = \(number)")
      let object = try context.existingObject(with: id)
      if dice.chance(60) {
        try object.setValue(.string("other \(number)"), forKey: "name")
        saved.values[person]?.name = "other \(number)"
      } else {
        try object.setValue(.integer(number), forKey: "age")
        saved.values[person]?.age = number
      }
    }
    // A value that is the old one again is not written.
    for person in persons where saved.values[person] != before.values[person] {
      stale.insert(person)
    }
    do {
      try save(context)
    } catch {
      throw ProgramFailure("the save of another context failed: \(error)")
    }
    try hasSaved?()
  }

  /// The context takes over what others have saved.
  func merge() throws {
    let ids = stale.sorted().compactMap { identities[$0] }
    try side.context.merge(MergedChanges(updated: ids))
    for person in stale { takeBelowChanges(person) }
    try compare("after a merge")
    forgetUndo()
  }

  // MARK: - Merge policies

  /// Both sides change the same persons, and the context saves with a policy.
  func saveByPolicy(_ dice: inout Dice) throws {
    guard !side.graph.hasNoteWithoutAuthor, !side.graph.hasEqualWords else { return }
    let persons = saved.objects(ReferenceGraph.persons).filter { side.graph.kinds[$0] != nil }
    guard let first = dice.pick(persons), let second = dice.pick(persons) else { return }
    try other([first, second], &dice)
    for person in [first, second] where dice.chance(70) {
      let number = Int64(dice.int(100...199))
      tell("age of \(person) = \(number)")
      try side.object(person).setValue(.integer(number), forKey: "age")
      side.graph.values[person]?.age = number
    }
    side.context.processPendingChanges()
    let policy = self.policy(
      dice.one(.storeTrump, .objectTrump, .overwrite, .rollback))
    tell("save by \(policy), conflicts of \(conflicting.sorted())")
    report.conflicts += conflicting.count
    side.context.mergePolicy = policy
    defer { side.context.mergePolicy = .error }
    for person in conflicting { resolve(person, policy) }
    do {
      try save(side.context)
    } catch {
      throw ProgramFailure("a save by \(policy) failed: \(error)")
    }
    try didSave()
    try compare("after a save by \(policy)")
    try compareStore("after a save by \(policy)")
    forgetUndo()
  }

  /// A policy whose result a graph can tell: giving up the changes of one side of a relationship
  /// leaves the other, and bringing a deleted object back does not bring its relationships back.
  private func policy(_ wanted: MergePolicy) -> MergePolicy {
    let isDeleted = conflicting.contains { side.graph.kinds[$0] == nil }
    let isLinked = conflicting.contains { person in
      let (mine, old) = (side.graph.row(of: person), known.row(of: person))
      return mine.one != old.one || mine.many != old.many || mine.ordered != old.ordered
    }
    switch wanted {
    case .storeTrump: return isDeleted ? .objectTrump : .storeTrump
    case .rollback: return isDeleted || isLinked ? .objectTrump : .rollback
    case .objectTrump, .overwrite, .error, .custom: return wanted
    }
  }

  /// Rule OG-625 for one person.
  private func resolve(_ person: Int, _ policy: MergePolicy) {
    guard let mine = side.graph.values[person], let old = known.values[person],
      let theirs = saved.values[person]
    else {
      stale.remove(person)
      return
    }
    func chosen<Value: Equatable>(_ key: KeyPath<ReferenceGraph.Values, Value>) -> Value {
      switch policy {
      case .overwrite, .error, .custom: mine[keyPath: key]
      case .rollback: theirs[keyPath: key]
      case .objectTrump:
        mine[keyPath: key] == old[keyPath: key] ? theirs[keyPath: key] : mine[keyPath: key]
      case .storeTrump:
        theirs[keyPath: key] == old[keyPath: key] ? mine[keyPath: key] : theirs[keyPath: key]
      }
    }
    side.graph.values[person]?.name = chosen(\.name)
    side.graph.values[person]?.age = chosen(\.age)
    side.graph.values[person]?.level = chosen(\.level)
    known.values[person] = theirs
    stale.remove(person)
  }

  /// A new tag has the word of a stored one: rules OG-629 and OG-632.
  func equalWords(_ dice: inout Dice) throws {
    guard store.kind.checksUniqueness, !side.graph.hasNoteWithoutAuthor, conflicting.isEmpty else {
      return
    }
    let stored = saved.objects([.tag]).filter {
      side.graph.values[$0] != nil && side.graph.values[$0]?.word == saved.values[$0]?.word
    }
    guard let tag = dice.pick(stored), let word = saved.values[tag]?.word else { return }
    let policy = dice.one(MergePolicy.error, .storeTrump, .objectTrump, .overwrite, .rollback)
    let rank = Int64(dice.int(1000...1999))
    tell("a new tag with the word of \(tag) and the rank \(rank), save by \(policy)")
    let new = try side.context.insert("Tag")
    try new.setValue(.string(word), forKey: "word")
    try new.setValue(.integer(rank), forKey: "rank")
    // A person whose row others have changed would be a conflict of its own.
    let persons = side.graph.objects(ReferenceGraph.persons).filter { !stale.contains($0) }
    let person = dice.pick(persons)
    if let person { try side.object(person).add(new, toRelationship: "tags") }
    side.context.mergePolicy = policy
    defer { side.context.mergePolicy = .error }
    let error: ObjectError?
    do {
      try save(side.context)
      error = nil
    } catch let failure as ObjectError { error = failure }
    if policy == .error {
      guard error?.code == .constraintConflict else {
        throw ProgramFailure("two tags with one word: \(error.map { "\($0)" } ?? "saved")")
      }
      report.refusedSaves += 1
      try side.context.delete(new)
      side.context.processPendingChanges()
    } else {
      if let error { throw ProgramFailure("two tags with one word, by \(policy): \(error)") }
      if policy == .objectTrump || policy == .overwrite {
        side.graph.values[tag]?.rank = rank
        if let person { side.graph.tags.insert(ReferenceGraph.Pair(person: person, other: tag)) }
      }
      try didSave()
      try compareStore("after a save of equal words by \(policy)")
    }
    try compare("after equal words by \(policy)")
    forgetUndo()
  }
}
