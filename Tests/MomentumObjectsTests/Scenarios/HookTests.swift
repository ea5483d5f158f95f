import MomentumModel
import Testing

@testable import MomentumObjects

/// A person that writes down the calls of its hooks.
final class HookedPerson: ManagedObject {
  var calls: [String] = []
  var whenSaving: ((HookedPerson) -> Void)?
  var whenSaved: ((HookedPerson) -> Void)?
  var whenDeleted: ((HookedPerson) -> Void)?
  var setsWhenFetched: String?

  override func awakeFromInsert() {
    calls.append("awakeFromInsert age \(self["age"] == .integer(18) ? "18" : "?")")
    try? setPrimitiveValue(.string("home"), forKey: "home")
  }

  override func awakeFromFetch() {
    calls.append("awakeFromFetch")
    if self["name"] == .string("Set") { self["home"] = .string("fetched") }
    if self["name"] == .string("Link"), let company = object("company") {
      self["company"] = .null
      self["home"] = .string(company.entityName)
    }
  }

  override func awake(from event: SnapshotEvent) { calls.append("snapshot \(event.rawValue)") }
  override func prepareForDeletion() {
    calls.append("prepareForDeletion")
    whenDeleted?(self)
  }
  override func willSave() {
    calls.append(isDeleted ? "willSave deleted" : "willSave")
    whenSaving?(self)
  }
  override func didSave() {
    calls.append("didSave")
    whenSaved?(self)
  }
  override func willTurnIntoFault() {
    calls.append("willTurnIntoFault \(text("name") ?? "nil")")
  }
  override func didTurnIntoFault() { calls.append("didTurnIntoFault") }

  func takeCalls() -> [String] {
    defer { calls = [] }
    return calls
  }
}

/// The hooks of objects: when they are called, how often, and what they may do (OG-108 to OG-112).
@Suite struct HookTests {
  private let office: Office
  private let context: ObjectContext

  init() throws {
    var classes = ObjectClasses()
    classes["Person"] = HookedPerson.self
    office = try Office(classes: classes)
    context = office.context
  }

  private func insert(_ name: String = "Ann") throws -> HookedPerson {
    let person = try #require(try context.insert("Person") as? HookedPerson)
    person["name"] = .string(name)
    return person
  }

  private func saved(_ name: String = "Ann") throws -> HookedPerson {
    let person = try insert(name)
    try context.save()
    person.calls = []
    return person
  }

  @Test("OG scenario 73: awakeFromInsert sees defaults, its primitives are saved (OG-109)")
  func insertion() throws {
    let person = try insert()
    #expect(person.takeCalls() == ["awakeFromInsert age 18"])
    try context.save()
    #expect(person.takeCalls() == ["willSave", "didSave"])
    #expect(office.store.stored(person.objectID)?.value(2) == .string("home"), "OG-917")
  }

  @Test("OG scenario 74: undo and redo do not call awakeFromInsert again (OG-108, OG-705)")
  func redo() throws {
    context.undoHistory = UndoHistory()
    let person = try insert()
    context.undo()
    context.redo()
    #expect(context.insertedObjects == [person])
    let calls = person.takeCalls()
    #expect(calls.filter { $0.hasPrefix("awakeFromInsert") }.count == 1)
    #expect(calls.contains("snapshot 2") && person["name"] == .string("Ann"))
  }

  @Test("OG scenario 75: setters in awakeFromFetch do not make an object dirty (OG-108)")
  func fetched() throws {
    _ = try saved("Set")
    let other = office.other()
    let person = try #require(try other.fetch(ObjectRequest("Person")).first as? HookedPerson)
    #expect(person.takeCalls() == [], "the values were not read yet (OG-319)")
    #expect(person["home"] == .string("fetched"))
    #expect(!person.hasChanges && !other.hasChanges && person.changedValues().isEmpty)
    #expect(person.takeCalls() == ["awakeFromFetch"])
  }

  @Test("OG-108: in awakeFromFetch, setting a relationship does not set its inverse")
  func fetchedWithRelationship() throws {
    let person = try saved("Link")
    let company = try context.insert("Company")
    person["company"] = .object(company)
    try context.save()
    let other = office.other()
    let theirCompany = other.object(with: company.objectID)
    guard case .objects(let people) = theirCompany["people"] else { return }
    let theirs = try #require(people.first)
    #expect(theirs["home"] == .string("Company") && theirs["company"] == .null)
    #expect(!other.hasChanges && theirCompany["people"] == .objects([theirs]))
  }

  @Test("OG scenario 71: a stamp that willSave sets once is saved (OG-108, OG-602)")
  func stamp() throws {
    let person = try insert()
    person.whenSaving = { person in
      if person["mood"] == .null { person["mood"] = .string("stamped") }
      if person["age"] == .integer(18) { person["age"] = .integer(99) }
    }
    person.calls = []
    try context.save()
    #expect(office.store.stored(person.objectID)?.value(1) == .integer(99))
    #expect(person.takeCalls() == ["willSave", "willSave", "didSave"])
    #expect(!person.hasChanges)
  }

  @Test("OG scenario 72: willSave that never ends fails after 1000 rounds (OG-602)")
  func endless() throws {
    let person = try saved()
    var count: Int64 = 0
    person.whenSaving = { person in
      count += 1
      person["age"] = .integer(count % 100)
    }
    person["name"] = .string("Eve")
    let error = #expect(throws: ObjectMisuse.self) { try context.save() }
    #expect(
      error?.description
        == "Failed to process pending changes before save.  The context is still dirty after 1000 "
        + "attempts.  Typically this recursive dirtying is caused by a bad validation method, "
        + "-willSave, or notification handler.")
    #expect(count == 1000 && context.hasChanges)
    #expect(office.store.stored(person.objectID)?.version == 1)
  }

  @Test("OG-117: primitives that willSave sets are written with the object and call nothing again")
  func primitives() throws {
    let person = try saved()
    person.whenSaving = { try? $0.setPrimitiveValue(.string("now"), forKey: "home") }
    person["age"] = .integer(40)
    try context.save()
    #expect(office.store.stored(person.objectID)?.value(2) == .string("now"))
    #expect(person.takeCalls() == ["willSave", "didSave"])
  }

  @Test("OG scenario 76: a setter in didSave makes the context dirty again (OG-108)")
  func afterSave() throws {
    let person = try insert()
    person.whenSaved = {
      $0.whenSaved = nil
      $0["age"] = .integer(50)
    }
    try context.save()
    #expect(context.hasChanges && person.isUpdated)
    try context.save()
    #expect(!context.hasChanges && office.store.stored(person.objectID)?.value(1) == .integer(50))
  }

  @Test("OG scenario 77: prepareForDeletion sees the whole object, at each deletion (OG-108)")
  func deletion() throws {
    let person = try saved()
    let company = try context.insert("Company")
    company["name"] = .string("Tea")
    person["company"] = .object(company)
    try context.save()
    var seen: [String?] = []
    person.whenDeleted = { seen.append($0.object("company")?.text("name")) }
    try context.delete(person)
    try context.delete(person)
    #expect(seen == ["Tea", "Tea"] && context.deletedObjects == [person])
  }

  @Test("OG scenario 78: willSave and didSave of a deleted object (OG-108)")
  func deletedObjectIsSaved() throws {
    let person = try saved()
    person.whenSaved = { $0["name"] = .string("back") }
    try context.delete(person)
    person.calls = []
    try context.save()
    #expect(person.takeCalls() == ["willSave deleted", "didSave"])
    #expect(!context.hasChanges && person.context == nil, "a deleted object is not revived")
  }

  @Test("OG-108: a cascade prepares the objects that it reaches")
  func cascade() throws {
    var classes = ObjectClasses()
    classes["Node"] = HookedNode.self
    let entities = """
      <entity name="Node">
        <attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="child" optional="YES" maxCount="1" deletionRule="Cascade"
          destinationEntity="Node" inverseName="parent" inverseEntity="Node"/>
        <relationship name="parent" optional="YES" maxCount="1" deletionRule="Nullify"
          destinationEntity="Node" inverseName="child" inverseEntity="Node"/>
      </entity>
      """
    let office = try Office(classes: classes, entities: entities)
    let parent = try office.context.insert("Node")
    let child = try #require(try office.context.insert("Node") as? HookedNode)
    parent["child"] = .object(child)
    try office.context.save()
    try office.context.delete(parent)
    #expect(child.prepared == 0, "delete rules wait for the end of the event (OG-411)")
    office.context.processPendingChanges()
    #expect(child.prepared == 1 && child.isDeleted)
  }

  @Test("OG-111: values are still there in willTurnIntoFault, for refreshes and a reset")
  func turnsIntoFault() throws {
    let person = try saved()
    context.refresh(person, keepingChanges: false)
    #expect(person.takeCalls() == ["willTurnIntoFault Ann", "didTurnIntoFault"])
    context.refresh(person, keepingChanges: false)
    #expect(person.takeCalls() == [], "it was a fault already")
    _ = person["name"]
    context.refresh(person, keepingChanges: true)
    #expect(person.takeCalls() == ["awakeFromFetch", "willTurnIntoFault Ann", "didTurnIntoFault"])
    _ = person["name"]
    context.reset()
    #expect(person.takeCalls() == ["awakeFromFetch", "willTurnIntoFault Ann", "didTurnIntoFault"])
  }

  @Test("OG-108: awake(from:) after rollback, refresh and a merge policy")
  func snapshotEvents() throws {
    let person = try saved()
    person["name"] = .string("Eve")
    context.rollback()
    #expect(person.takeCalls() == ["snapshot 16"])
    person["name"] = .string("Eve")
    context.refresh(person, keepingChanges: true)
    #expect(person.takeCalls() == ["snapshot 32"])
    let other = office.other()
    other.object(with: person.objectID)["age"] = .integer(70)
    try other.save()
    context.mergePolicy = .objectTrump
    try context.save()
    #expect(person.takeCalls() == ["willSave", "snapshot 64", "didSave"])
  }
}

/// A node that counts how often its deletion was prepared.
final class HookedNode: ManagedObject {
  var prepared = 0
  override func prepareForDeletion() { prepared += 1 }
}
