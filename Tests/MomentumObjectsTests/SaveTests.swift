import MomentumModel
import Testing

@testable import MomentumObjects

/// Validation, delete rules and the order of a save (OG-411 to OG-419, OG-601 to OG-611).
@Suite struct SaveTests {
  private let office: Office
  private let context: ObjectContext

  init() throws {
    office = try Office()
    context = office.context
  }

  private func error(_ body: () throws -> Void) -> ObjectError? {
    do {
      try body()
      return nil
    } catch { return error as? ObjectError }
  }

  @Test(
    "OG scenario 9, 10: a required value is missing, nothing is written, and it can be repaired")
  func missing() throws {
    let tag = try context.insert("Tag")
    let error = try #require(error { try context.save() })
    #expect(error.code == .missingValue && error.key == "word" && error.objects == [tag.objectID])
    #expect(error.description == "word is a required value.")
    #expect(context.hasChanges && context.insertedObjects == [tag] && tag.objectID.isTemporary)
    #expect(office.store.takeLog() == [])
    tag["word"] = .string("red")
    try context.save()
    #expect(!context.hasChanges)
  }

  @Test("OG scenario 11: several violations are all reported")
  func several() throws {
    let person = try context.insert("Person")
    person["name"] = .string("x")
    person["age"] = .integer(-1)
    let error = try #require(error { try context.save() })
    #expect(error.code == .multipleErrors)
    #expect(error.details.map(\.code) == [.textTooShort, .numberTooSmall])
    #expect(error.details.map(\.key) == ["name", "age"])
  }

  @Test(
    "OG-608: each bound has its code",
    arguments: [
      ("name", .string("x"), .textTooShort), ("name", .string("123456789"), .textTooLong),
      ("age", .integer(-1), .numberTooSmall), ("age", .integer(151), .numberTooLarge),
    ] as [(String, AttributeValue, ObjectError.Code)])
  func bounds(key: String, value: AttributeValue, code: ObjectError.Code) throws {
    let person = try context.insert("Person")
    person[key] = .attribute(value)
    let error = try #require(error { try context.save() })
    #expect(error.code == code && error.key == key)
  }

  @Test("OG scenario 83, 84: a required to-one relationship without an object")
  func requiredToOne() throws {
    let person = try office.person("Ann")
    let note = try context.insert("Note")
    note["author"] = .object(person)
    try context.save()
    person["notes"] = .orderedObjects([])
    let error = try #require(error { try context.save() })
    #expect(error.code == .missingValue && error.key == "author")
    #expect(error.objects == [note.objectID])
  }

  @Test("OG scenario 18: Cascade deletes the members, also those that were never read")
  func cascade() throws {
    let person = try office.person("Ann")
    for _ in 0..<2 { try context.insert("Note")["author"] = .object(person) }
    try context.save()
    let other = office.other()
    try other.delete(other.object(with: person.objectID))
    try other.save()
    #expect(try other.count(ObjectRequest("Note")) == 0)
    #expect(try other.count(ObjectRequest("Person")) == 0)
  }

  @Test("OG scenario 19: Nullify takes the object out of its relationships")
  func nullify() throws {
    let person = try office.person("Ann")
    let tag = try context.insert("Tag")
    tag["word"] = .string("red")
    tag["people"] = .objects([person])
    try context.save()
    try context.delete(person)
    #expect(tag.names("people") == ["Ann"], "not before changes are processed (OG-411)")
    context.processPendingChanges()
    #expect(tag.names("people") == [])
    try context.save()
    let other = office.other()
    let saved = try #require(try other.fetch(ObjectRequest("Tag")).first)
    #expect(saved.names("people") == [])
  }

  @Test("OG scenario 20, 21: Deny keeps an object until its members go too")
  func deny() throws {
    let person = try office.person("Ann")
    let company = try context.insert("Company")
    company["people"] = .objects([person])
    try context.save()
    try context.delete(company)
    let error = try #require(error { try context.save() })
    #expect(error.code == .deniedDelete && error.key == "people")
    #expect(context.deletedObjects == [company])
    try context.delete(person)
    try context.save()
    #expect(try context.count(ObjectRequest("Company")) == 0)
  }

  @Test("OG scenario 110: a relationship to a discarded object cannot be saved (OG-417)")
  func dangling() throws {
    let entities = """
      <entity name="A">
        <relationship name="b" optional="YES" maxCount="1" destinationEntity="B"/>
      </entity>
      <entity name="B"/>
      """
    let office = try Office(entities: entities)
    let a = try office.context.insert("A")
    let b = try office.context.insert("B")
    a["b"] = .object(b)
    try office.context.delete(b)
    let error = try #require(error { try office.context.save() })
    #expect(error.code == .notValid && error.key == "b")
    #expect(error.description.contains("Dangling reference to an invalid object"))
  }

  @Test("OG scenario 126: a save without changes reaches observers and no store")
  func empty() throws {
    var events: [String] = []
    let observation = context.observe { events.append($0.name) }
    try context.save()
    observation.cancel()
    #expect(events == ["willSave", "didSave"])
    #expect(office.store.takeLog() == [])
  }

  @Test("OG scenario 102 to 104: each event reports what it has changed, once")
  func events() throws {
    var events: [String] = []
    let observation = context.observe { event in
      guard case .didChange(let changes) = event else { return }
      events.append(
        "+\(changes.inserted.count) ~\(changes.updated.count) -\(changes.deleted.count)")
    }
    let person = try context.insert("Person")
    context.processPendingChanges()
    context.processPendingChanges()
    person["name"] = .string("Ann")
    context.processPendingChanges()
    try context.delete(person)
    context.processPendingChanges()
    observation.cancel()
    #expect(events == ["+1 ~0 -0", "+0 ~1 -0", "+0 ~0 -1"])
  }
}

extension ContextEvent {
  var name: String {
    switch self {
    case .didChange: "didChange"
    case .willSave: "willSave"
    case .didSave: "didSave"
    case .didMerge: "didMerge"
    case .failed: "failed"
    }
  }
}
