import MomentumModel
import Testing

@testable import MomentumObjects

/// What an object says of its changes (OG-104 to OG-107, OG-113 to OG-117).
@Suite struct ChangedValueTests {
  private let office: Office
  private let context: ObjectContext

  init() throws {
    office = try Office()
    context = office.context
  }

  @Test("OG-113: changedValues of a new object has the keys that were set, also those set to nil")
  func newObject() throws {
    let person = try context.insert("Person")
    #expect(person.changedValues().isEmpty && person.hasPersistentChangedValues)
    person["home"] = .null
    person["mood"] = .string("fine")
    #expect(person.changedValues() == ["home": .null], "no transient values")
    try person.setPrimitiveValue(.string("Ann"), forKey: "name")
    #expect(person.changedValues() == ["home": .null, "name": .string("Ann")], "a primitive")
    #expect(try person.committedValues().isEmpty)
  }

  @Test("OG-113: changedValuesForCurrentEvent has the values before the event")
  func event() throws {
    let person = try office.person("Ann")
    person["name"] = .string("Bob")
    person["name"] = .string("Cleo")
    person["home"] = .string("Ulm")
    #expect(person.changedValuesForCurrentEvent() == ["name": .string("Ann"), "home": .null])
    context.processPendingChanges()
    #expect(person.changedValuesForCurrentEvent().isEmpty)
    #expect(person.changedValues() == ["name": .string("Cleo"), "home": .string("Ulm")])
    person["name"] = .string("Dora")
    #expect(person.changedValuesForCurrentEvent() == ["name": .string("Cleo")])
  }

  @Test("OG-113: values before the event are those of the row that the object had then")
  func eventWithRefresh() throws {
    let person = try office.person("Ann", age: 3)
    let other = office.other()
    let theirs = try other.existingObject(with: person.objectID)
    theirs["name"] = .string("Zoe")
    theirs["age"] = .integer(4)
    try other.save()
    person["home"] = .string("Ulm")
    person["age"] = .integer(5)
    context.refresh(person, keepingChanges: true)
    #expect(person.text("name") == "Zoe")
    person["name"] = .string("Bob")
    #expect(
      person.changedValuesForCurrentEvent()
        == ["home": .null, "age": .integer(3), "name": .string("Zoe")])
    let new = try context.insert("Person")
    new["age"] = .integer(7)
    new["home"] = .string("Rom")
    new["home"] = .null
    #expect(new.changedValuesForCurrentEvent() == ["age": .integer(18), "home": .null])
  }

  @Test("OG-113: observers of the event see its values; a change of theirs begins the next event")
  func eventOfObserver() throws {
    let ann = try office.person("Ann")
    let tea = try context.insert("Company")
    ann["company"] = .object(tea)
    try context.save()
    var seen: [[String: PropertyValue]] = []
    let observation = context.observe {
      guard case .didChange = $0 else { return }
      seen.append(ann.changedValuesForCurrentEvent())
      if seen.count == 1 { ann["home"] = .string("Ulm") }
    }
    ann["company"] = .null
    try context.delete(ann)
    context.processPendingChanges()
    #expect(seen == [["company": .object(tea)]], "the old value, also of a deleted object")
    #expect(ann.changedValuesForCurrentEvent() == ["home": .null])
    context.processPendingChanges()
    #expect(seen.last == ["home": .null] && ann.changedValuesForCurrentEvent().isEmpty)
    observation.cancel()
  }

  @Test("OG-113: a save ends the event, also one that fails, and also if nobody observes it")
  func eventOfSave() throws {
    let person = try office.person("Ann")
    person["name"] = .string("B")
    #expect(throws: ObjectError.self) { try context.save() }
    #expect(person.changedValuesForCurrentEvent().isEmpty)
    person["name"] = .string("Bob")
    #expect(person.changedValuesForCurrentEvent() == ["name": .string("B")])
    try context.save()
    person["name"] = .string("Cleo")
    #expect(person.changedValuesForCurrentEvent() == ["name": .string("Bob")])
  }

  @Test("OG-116: a to-one is the object, a to-many the whole new set; no fault is fired")
  func relationships() throws {
    let ann = try office.person("Ann")
    let red = try context.insert("Tag")
    red["word"] = .string("red")
    ann["tags"] = .objects([red])
    try context.save()
    let tea = try context.insert("Company")
    let blue = try context.insert("Tag")
    blue["word"] = .string("blue")
    ann["company"] = .object(tea)
    try ann.add(blue, toRelationship: "tags")
    #expect(ann.changedValues() == ["company": .object(tea), "tags": .objects([red, blue])])
    #expect(
      try ann.committedValues(forKeys: ["company", "tags"])
        == ["company": .null, "tags": .objects([red])])
    let reader = office.other()
    let theirs = reader.object(with: ann.objectID)
    _ = theirs["name"]
    _ = office.store.takeLog()
    theirs["age"] = .integer(4)
    #expect(theirs.changedValues() == ["age": .integer(4)])
    #expect(office.store.takeLog() == [] && theirs.hasFault(forRelationshipNamed: "tags"))
  }

  @Test("OG scenario 116: between two saves committedValues stays, changedValues follows (OG-115)")
  func repeatedly() throws {
    let person = try office.person("Ann")
    for name in ["Bob", "Cleo"] {
      person["name"] = .string(name)
      #expect(person.changedValues() == ["name": .string(name)])
      #expect(try person.committedValues(forKeys: ["name"]) == ["name": .string("Ann")])
    }
    try context.save()
    #expect(person.changedValues().isEmpty && !person.hasPersistentChangedValues, "OG-114")
    #expect(try person.committedValues(forKeys: ["name"]) == ["name": .string("Cleo")])
  }

  @Test("OG-113: committedValues has all persistent properties, and null for a missing value")
  func committed() throws {
    let person = try office.person("Ann")
    let values = try person.committedValues()
    #expect(values["mood"] == nil, "transient")
    #expect(values["home"] == .null && values["company"] == .null)
    #expect(values["age"] == .integer(30) && values["notes"] == .orderedObjects([]))
    #expect(throws: ObjectMisuse.self) { try person.committedValues(forKeys: ["nmae"]) }
  }

  @Test("OG scenario 112: set and set back writes nothing (OG-104, OG-105)")
  func setBack() throws {
    let person = try office.person("Ann")
    person["name"] = .string("Bob")
    person["name"] = .string("Ann")
    #expect(person.hasChanges && context.hasChanges && context.updatedObjects == [person])
    #expect(person.changedValues().isEmpty && !person.hasPersistentChangedValues)
    _ = office.store.takeLog()
    try context.save()
    #expect(office.store.takeLog() == [] && !context.hasChanges)
    #expect(office.store.stored(person.objectID)?.version == 1)
  }

  @Test(
    "OG scenario 113: a transient value dirties, survives a save and goes with a refresh (OG-911)")
  func transient() throws {
    let person = try office.person("Ann")
    person["mood"] = .string("fine")
    #expect(person.hasChanges && person.isUpdated && !person.hasPersistentChangedValues)
    #expect(context.updatedObjects == [person])
    try context.save()
    #expect(context.updatedObjects.isEmpty && office.store.stored(person.objectID)?.version == 1)
    person["name"] = .string("Eve")
    try context.save()
    #expect(person["mood"] == .string("fine"))
    person["name"] = .string("Bob")
    context.refresh(person, keepingChanges: true)
    #expect(person["mood"] == .string("fine"), "OG-315")
    context.refresh(person, keepingChanges: false)
    #expect(person["mood"] == .null && person["name"] == .string("Eve"), "OG-314")
  }

  @Test("OG-106: a class can leave changes of a transient attribute out")
  func ignoredTransient() throws {
    var classes = ObjectClasses()
    classes["Person"] = MoodyPerson.self
    let office = try Office(classes: classes)
    let person = try office.person("Ann")
    person["mood"] = .string("fine")
    #expect(!person.hasChanges && person["mood"] == .string("fine"))
    person["name"] = .string("Eve")
    #expect(person.hasChanges)
  }

  @Test("OG scenario 114, 115: primitives dirty nothing, and are saved with a setter (OG-117)")
  func primitives() throws {
    let person = try office.person("Ann")
    try person.setPrimitiveValue(.string("Eve"), forKey: "name")
    #expect(person.changedValues().isEmpty && !person.hasChanges && !context.hasChanges)
    try context.save()
    #expect(office.store.stored(person.objectID)?.value(0) == .string("Ann"))
    person["age"] = .integer(50)
    try context.save()
    let row = try #require(office.store.stored(person.objectID))
    #expect(row.value(0) == .string("Eve") && row.value(1) == .integer(50) && row.version == 2)
  }

  @Test("OG-914: a primitive value of a fault is not read from the store")
  func primitiveOfFault() throws {
    let ann = try office.person("Ann")
    let reader = office.other()
    let theirs = try #require(try reader.fetch(ObjectRequest("Person")).first)
    #expect(try theirs.primitiveValue(forKey: "name") == .null && theirs.isFault)
    try theirs.fireFault()
    _ = office.store.takeLog()
    #expect(try theirs.primitiveValue(forKey: "tags") == .null)
    #expect(office.store.takeLog() == [])
    #expect(try theirs.primitiveValue(forKey: "name") == .string("Ann"))
    #expect(throws: ObjectMisuse.self) { try ann.primitiveValue(forKey: "nmae") }
  }
}

/// A person whose mood is nobody's business.
final class MoodyPerson: ManagedObject {
  override class func ignoresChanges(forKey key: String) -> Bool { key == "mood" }
}
