import MomentumDifferential
import MomentumModel
import MomentumTestSupport
import Testing

@testable import MomentumObjects

/// Random programs over two contexts: the objects and the rows are those of a plain graph.
@Suite(.tags(.random)) struct RandomProgramTests {
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func contextsAndAPlainGraphAgree(seed: UInt64) throws {
    try run(RandomProgram(seed: seed, Office()))
  }

  @Test("The same with the stores of the product", arguments: Office.StoreKind.allCases)
  func stores(kind: Office.StoreKind) throws {
    try run(RandomProgram(seed: 7, Office(kind)))
  }

  private func run(_ start: RandomProgram) throws {
    var program = start
    for _ in 0..<TestLength.choose(short: 400, long: 25_000) { try program.step() }
    try program.finish()
    #expect(program.saves > 5 && program.rollbacks > 0 && program.failures > 0)
  }
}

/// One program with the graph that it should make.
private struct RandomProgram {
  private let office: Office
  private let context: ObjectContext
  private var dice: Dice
  private var graph = ReferenceGraph()
  private var savedGraph = ReferenceGraph()
  private var objects: [Int: ManagedObject] = [:]
  private var lastObject = 0
  private(set) var saves = 0
  private(set) var rollbacks = 0
  private(set) var failures = 0

  init(seed: UInt64, _ office: Office) {
    self.office = office
    context = office.context
    context.retainsRegisteredObjects = true
    dice = Dice(seed: seed, part: 0)
  }

  mutating func step() throws {
    switch dice.int(0...99) {
    case 0..<22: try insert()
    case 22..<34: try setValue()
    case 34..<46: try setCompany()
    case 46..<56: try setPartner()
    case 56..<66: try setTags()
    case 66..<72: try changeTag()
    case 72..<82: try setNotes()
    case 82..<90: try delete()
    case 90..<96: try save()
    case 96..<98: rollback()
    default: try compare()
    }
    context.processPendingChanges()
  }

  mutating func finish() throws {
    try compare()
    for note in graph.objects([.note]) where graph.author(of: note) == nil {
      graph.delete(note)
      try context.delete(try object(note))
    }
    try save()
    try compareStore()
  }

  private func object(_ index: Int) throws -> ManagedObject { try #require(objects[index]) }

  private mutating func pick(_ kinds: Set<ReferenceGraph.Kind>) -> Int? {
    dice.pick(graph.objects(kinds))
  }

  // MARK: - Steps

  private mutating func insert() throws {
    let kind = dice.pick(ReferenceGraph.Kind.allCases) ?? .person
    // Too many objects would make each comparison slow.
    guard graph.kinds.count < 40 else { return try delete() }
    lastObject += 1
    let object = try context.insert(kind.rawValue)
    objects[lastObject] = object
    graph.kinds[lastObject] = kind
    switch kind {
    case .person, .manager: graph.ages[lastObject] = 18
    case .tag:
      object["word"] = .string("tag")
      graph.names[lastObject] = "tag"
    case .company, .note: break
    }
  }

  private mutating func setValue() throws {
    guard let index = pick([.person, .manager]) else { return }
    let name = "name\(dice.int(0...5))"
    try object(index)["name"] = .string(name)
    graph.names[index] = name
    let age = Int64(dice.int(0...90))
    try object(index)["age"] = .integer(age)
    graph.ages[index] = age
  }

  private mutating func setCompany() throws {
    guard let person = pick([.person, .manager]) else { return }
    let company = dice.chance(80) ? pick([.company]) : nil
    if let company {
      if dice.chance(50) {
        try object(person)["company"] = .object(object(company))
      } else {
        try object(company).add(object(person), toRelationship: "people")
      }
    } else {
      try object(person)["company"] = .null
    }
    graph.companies[person] = company
  }

  private mutating func setPartner() throws {
    guard let person = pick([.person, .manager]) else { return }
    let other = dice.chance(80) ? pick([.person, .manager]) : nil
    if let other {
      try object(person)["partner"] = .object(object(other))
    } else {
      try object(person)["partner"] = .null
    }
    graph.setPartner(person, other)
  }

  private mutating func setTags() throws {
    guard let person = pick([.person, .manager]) else { return }
    let tags = graph.objects([.tag]).filter { _ in dice.chance(40) }
    try object(person)["tags"] = .objects(tags.map { try object($0) })
    graph.setTags(person, Set(tags))
  }

  private mutating func changeTag() throws {
    guard let person = pick([.person, .manager]), let tag = pick([.tag]) else { return }
    let pair = ReferenceGraph.Pair(person: person, tag: tag)
    if graph.tags.contains(pair) {
      try object(tag).remove(object(person), fromRelationship: "people")
      graph.tags.remove(pair)
    } else {
      try object(person).add(object(tag), toRelationship: "tags")
      graph.tags.insert(pair)
    }
  }

  private mutating func setNotes() throws {
    guard let person = pick([.person, .manager]) else { return }
    if dice.chance(50) {
      guard let note = pick([.note]) else { return }
      try object(note)["author"] = .object(object(person))
      graph.setAuthor(note, person)
    } else {
      var notes = graph.objects([.note]).filter { _ in dice.chance(40) }
      if dice.chance(50) { notes.reverse() }
      try object(person)["notes"] = .orderedObjects(notes.map { try object($0) })
      graph.setNotes(person, notes)
    }
  }

  private mutating func delete() throws {
    guard let index = dice.pick(graph.kinds.keys.sorted()) else { return }
    // Deny: a company with people cannot be deleted.
    guard graph.kinds[index] != .company || graph.people(of: index).isEmpty else { return }
    try context.delete(try object(index))
    graph.delete(index)
  }

  private mutating func save() throws {
    do {
      try context.save()
      #expect(!graph.isInvalid)
      savedGraph = graph
      saves += 1
      if dice.chance(20) { try compareStore() }
    } catch let error as ObjectError {
      #expect(graph.isInvalid, "\(error)")
      failures += 1
    }
  }

  private mutating func rollback() {
    context.rollback()
    graph = savedGraph
    rollbacks += 1
  }

  // MARK: - Comparisons

  private func compare() throws {
    for (index, kind) in graph.kinds.sorted(by: { $0.key < $1.key }) {
      let object = try object(index)
      #expect(object.context === context && !object.isDeleted, "object \(index)")
      try compare(object, index, kind) { other in
        graph.kinds.keys.first { objects[$0] === other } ?? -1
      }
    }
  }

  /// Compares the rows, read by a new context, with the graph.
  private func compareStore() throws {
    let reader = office.other()
    let ids = savedGraph.kinds.keys.reduce(into: [ObjectID: Int]()) { ids, index in
      if let object = objects[index] { ids[object.objectID] = index }
    }
    var found: [ManagedObject] = []
    for entity in ["Person", "Company", "Tag", "Note"] {
      found += try reader.fetch(ObjectRequest(entity))
    }
    #expect(Set(found.map(\.objectID)) == Set(ids.keys))
    for object in found {
      guard let index = ids[object.objectID], let kind = savedGraph.kinds[index] else { continue }
      try compare(object, index, kind) { ids[$0.objectID] ?? -1 }
    }
  }

  private func compare(
    _ object: ManagedObject, _ index: Int, _ kind: ReferenceGraph.Kind,
    _ number: (ManagedObject) -> Int
  ) throws {
    func one(_ key: String) -> Int? { object.object(key).map(number) }
    func many(_ key: String) -> [Int] {
      switch object[key] {
      case .objects(let objects), .orderedObjects(let objects): objects.map(number)
      default: []
      }
    }
    let place = "object \(index)"
    switch kind {
    case .person, .manager:
      #expect(object.text("name") == graph.names[index], "name of \(place)")
      #expect(object["age"] == .integer(graph.ages[index] ?? -1), "age of \(place)")
      #expect(one("company") == graph.companies[index], "company of \(place)")
      #expect(one("partner") == graph.partners[index], "partner of \(place)")
      #expect(Set(many("tags")) == graph.tags(of: index), "tags of \(place)")
      #expect(many("notes") == graph.notes[index] ?? [], "notes of \(place)")
    case .company: #expect(Set(many("people")) == graph.people(of: index), "people of \(place)")
    case .tag: #expect(Set(many("people")) == graph.people(ofTag: index), "people of \(place)")
    case .note: #expect(one("author") == graph.author(of: index), "author of \(place)")
    }
  }
}
