import MomentumDifferential
import MomentumObjects

/// A context with the graph that it should hold.
final class ProgramSide {
  typealias Kind = ReferenceGraph.Kind

  let context: ObjectContext
  var graph: ReferenceGraph
  var objects: [Int: ManagedObject]
  /// The last number that a new object got, in any context of the program.
  var lastObject: Int
  /// What the steps did, in words.
  private(set) var story: [String] = []

  /// The most objects; with more of them each comparison would be slow.
  private static let objectsMax = 32

  init(
    _ context: ObjectContext, _ graph: ReferenceGraph, _ objects: [Int: ManagedObject],
    lastObject: Int
  ) {
    self.context = context
    self.graph = graph
    self.objects = objects
    self.lastObject = lastObject
  }

  func object(_ index: Int) throws -> ManagedObject {
    guard let object = objects[index] else { throw ProgramFailure("object \(index) is not known") }
    return object
  }

  private func pick(_ kinds: Set<Kind>, _ dice: inout Dice) -> Int? {
    dice.pick(graph.objects(kinds))
  }

  private func some(_ kinds: Set<Kind>, _ dice: inout Dice) -> [Int] {
    graph.objects(kinds).filter { _ in dice.chance(40) }
  }

  private func tell(_ text: String) { story.append(text) }
  func takeStory() -> [String] {
    defer { story = [] }
    return story
  }

  /// Runs a step that changes objects.
  ///
  /// - Returns: Whether it changed something, or set a value to itself: a context undoes both.
  func edit(_ step: ProgramStep) throws -> Bool {
    var dice = Dice(seed: step.seed)
    let isDone: Bool
    switch step.action {
    case .insert: isDone = try insert(&dice)
    case .delete: isDone = try delete(&dice)
    case .setValues: isDone = try setValues(&dice)
    case .setCompany, .setPartner, .setBoss, .setParent: isDone = try setToOne(step.action, &dice)
    case .setReports, .setTags, .setMentors: isDone = try setToMany(step.action, &dice)
    case .changeTag, .changeMentor: isDone = try changeMember(step.action, &dice)
    case .setNotes: isDone = try setNotes(&dice)
    case .moveNote: isDone = try moveNote(&dice)
    case .save, .rollback, .reset, .refresh, .refreshAll, .undo, .redo, .fetch, .child, .other,
      .merge, .saveByPolicy, .equalWords, .exchange, .kill:
      throw ProgramFailure("\(step) changes no objects")
    }
    context.processPendingChanges()
    context.undoHistory?.endGroup()
    return isDone
  }

  // MARK: - Objects and values

  private func insert(_ dice: inout Dice) throws -> Bool {
    guard graph.kinds.count < ProgramSide.objectsMax else { return try delete(&dice) }
    let kind = dice.pick(Kind.allCases) ?? .person
    lastObject += 1
    let object = try context.insert(kind.rawValue)
    objects[lastObject] = object
    graph.insert(lastObject, kind)
    tell("insert \(kind.rawValue) \(lastObject)")
    switch kind {
    case .tag:
      try object.setValue(.string("word \(lastObject)"), forKey: "word")
      graph.values[lastObject]?.word = "word \(lastObject)"
    case .note:
      // Most notes get an author, so that most saves succeed.
      guard dice.chance(85), let person = pick(ReferenceGraph.persons, &dice) else { break }
      try object.setValue(.object(try self.object(person)), forKey: "author")
      graph.setAuthor(lastObject, person)
    case .person, .manager, .company: break
    }
    return true
  }

  private func delete(_ dice: inout Dice) throws -> Bool {
    guard let index = dice.pick(graph.kinds.keys.sorted()) else { return false }
    tell("delete \(index)")
    try context.delete(object(index))
    graph.delete(index)
    return true
  }

  private func setValues(_ dice: inout Dice) throws -> Bool {
    guard let index = dice.pick(graph.kinds.keys.sorted()) else { return false }
    let object = try object(index)
    let number = Int64(dice.int(0...5))
    tell("values of \(index) = \(number)")
    switch graph.kinds[index] {
    case .person, .manager:
      try object.setValue(.string("name \(number)"), forKey: "name")
      graph.values[index]?.name = "name \(number)"
      guard dice.chance(50) else { break }
      try object.setValue(number == 0 ? .null : .integer(number), forKey: "age")
      graph.values[index]?.age = number == 0 ? nil : number
      guard graph.kinds[index] == .manager else { break }
      try object.setValue(.integer(number), forKey: "level")
      graph.values[index]?.level = number
    case .company:
      try object.setValue(.string("name \(number)"), forKey: "name")
      graph.values[index]?.name = "name \(number)"
    case .tag:
      try object.setValue(.integer(number), forKey: "rank")
      graph.values[index]?.rank = number
    case .note:
      try object.setValue(.string("text \(number)"), forKey: "text")
      graph.values[index]?.text = "text \(number)"
    case nil: return false
    }
    return true
  }

  // MARK: - Relationships

  private func setToOne(_ action: ProgramStep.Action, _ dice: inout Dice) throws -> Bool {
    let isNote = action == .setParent
    let owners = isNote ? [.note] : ReferenceGraph.persons
    guard let owner = pick(owners, &dice) else { return false }
    let other = dice.chance(75) ? pick(action == .setCompany ? [.company] : owners, &dice) : nil
    let value = try other.map { PropertyValue.object(try object($0)) } ?? .null
    func set(_ key: String) throws {
      tell("\(key) of \(owner) = \(other.map(String.init) ?? "nil")")
      try object(owner).setValue(value, forKey: key)
    }
    switch action {
    case .setCompany:
      // From either side.
      if let other, dice.chance(50) {
        tell("people of \(other) += \(owner)")
        if graph.companies[owner] == other { return false }
        try object(other).add(object(owner), toRelationship: "people")
      } else {
        try set("company")
      }
      graph.companies[owner] = other
    case .setPartner:
      try set("partner")
      graph.setPartner(owner, other)
    case .setBoss:
      try set("boss")
      graph.bosses[owner] = other
    case _:
      try set("parent")
      graph.parents[owner] = other
    }
    return true
  }

  private func setToMany(_ action: ProgramStep.Action, _ dice: inout Dice) throws -> Bool {
    guard let owner = pick(ReferenceGraph.persons, &dice) else { return false }
    let others = some(action == .setTags ? [.tag] : ReferenceGraph.persons, &dice)
    let value = PropertyValue.objects(try others.map { try object($0) })
    let key: String
    switch action {
    case .setTags:
      key = "tags"
      graph.setTags(owner, others)
    case .setReports:
      key = "reports"
      graph.setReports(owner, others)
    case _:
      key = "mentors"
      graph.setMentors(owner, others)
    }
    tell("\(key) of \(owner) = \(others)")
    try object(owner).setValue(value, forKey: key)
    return true
  }

  private func changeMember(_ action: ProgramStep.Action, _ dice: inout Dice) throws -> Bool {
    let isTag = action == .changeTag
    guard let person = pick(ReferenceGraph.persons, &dice),
      let other = pick(isTag ? [.tag] : ReferenceGraph.persons, &dice)
    else { return false }
    let pair = ReferenceGraph.Pair(person: person, other: other)
    let (key, inverse) = isTag ? ("tags", "people") : ("mentors", "students")
    let isMember = isTag ? graph.tags.contains(pair) : graph.mentors.contains(pair)
    tell("\(key) of \(person) \(isMember ? "-" : "+")= \(other)")
    if isMember {
      try object(other).remove(object(person), fromRelationship: inverse)
      if isTag { graph.tags.remove(pair) } else { graph.mentors.remove(pair) }
    } else {
      try object(person).add(object(other), toRelationship: key)
      if isTag { graph.tags.insert(pair) } else { graph.mentors.insert(pair) }
    }
    return true
  }

  private func setNotes(_ dice: inout Dice) throws -> Bool {
    guard let person = pick(ReferenceGraph.persons, &dice) else { return false }
    // Notes of others stay where they are, mostly: a note without an author cannot be saved.
    var notes = graph.notes[person] ?? []
    if dice.chance(60) { notes += some([.note], &dice).filter { !notes.contains($0) } }
    if dice.chance(50) { notes.reverse() }
    if dice.chance(10), !notes.isEmpty { notes.removeFirst() }
    tell("notes of \(person) = \(notes)")
    try object(person).setValue(
      .orderedObjects(try notes.map { try object($0) }), forKey: "notes")
    graph.setNotes(person, notes)
    return true
  }

  private func moveNote(_ dice: inout Dice) throws -> Bool {
    guard let note = pick([.note], &dice) else { return false }
    let person = pick(ReferenceGraph.persons, &dice)
    tell("author of \(note) = \(person.map(String.init) ?? "nil")")
    try object(note).setValue(
      try person.map { .object(try object($0)) } ?? .null, forKey: "author")
    graph.setAuthor(note, person)
    return true
  }
}
