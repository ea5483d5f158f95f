import MomentumModel
import Testing

@testable import MomentumObjects

/// Relationships in memory: setting one side sets the other (OG-401 to OG-409).
@Suite struct RelationshipTests {
  private let office: Office
  private let context: ObjectContext

  init() throws {
    office = try Office()
    context = office.context
  }

  private func insert(_ entity: String, _ name: String, key: String = "name") throws
    -> ManagedObject
  {
    let object = try context.insert(entity)
    object[key] = .string(name)
    return object
  }

  @Test("OG scenario 12, 15: the to-one side")
  func toOneSide() throws {
    let ann = try insert("Person", "Ann")
    let tea = try insert("Company", "Tea")
    let milk = try insert("Company", "Milk")
    ann["company"] = .object(tea)
    #expect(tea.names("people") == ["Ann"])
    ann["company"] = .object(milk)
    #expect(tea.names("people") == [])
    #expect(milk.names("people") == ["Ann"])
    ann["company"] = .null
    #expect(milk.names("people") == [])
  }

  @Test("OG scenario 13: the to-many side")
  func toManySide() throws {
    let ann = try insert("Person", "Ann")
    let bob = try insert("Person", "Bob")
    let tea = try insert("Company", "Tea")
    let milk = try insert("Company", "Milk")
    tea["people"] = .objects([ann])
    #expect(ann.object("company") === tea)
    tea["people"] = .objects([bob])
    #expect(ann.object("company") == nil && bob.object("company") === tea)
    milk["people"] = .objects([bob])
    #expect(tea.names("people") == [] && bob.object("company") === milk)
    milk["people"] = .null
    #expect(bob.object("company") == nil)
  }

  @Test("OG scenario 14: one-to-one, and a relationship that is its own inverse")
  func oneToOne() throws {
    let ann = try insert("Person", "Ann")
    let bob = try insert("Person", "Bob")
    let eve = try insert("Person", "Eve")
    ann["partner"] = .object(bob)
    #expect(bob.object("partner") === ann)
    eve["partner"] = .object(bob)
    #expect(bob.object("partner") === eve && ann.object("partner") == nil)
    eve["partner"] = .object(eve)
    #expect(eve.object("partner") === eve && bob.object("partner") == nil)
  }

  @Test("OG scenario 16: many-to-many")
  func manyToMany() throws {
    let ann = try insert("Person", "Ann")
    let red = try insert("Tag", "red", key: "word")
    let blue = try insert("Tag", "blue", key: "word")
    ann["tags"] = .objects([red, blue])
    #expect(red.names("people") == ["Ann"])
    try red.remove(ann, fromRelationship: "people")
    #expect(ann.names("tags", by: "word") == ["blue"])
    try context.save()
    let another = office.other()
    let other = try #require(try another.fetch(ObjectRequest("Person")).first)
    #expect(other.names("tags", by: "word") == ["blue"])
  }

  @Test("OG scenario 17: an ordered relationship keeps the order of setting, also in the store")
  func ordered() throws {
    let ann = try insert("Person", "Ann")
    for text in ["c", "a", "b"] {
      let note = try insert("Note", text, key: "text")
      note["author"] = .object(ann)
    }
    #expect(ann.names("notes", by: "text") == ["c", "a", "b"])
    guard case .orderedObjects(let notes) = ann["notes"] else {
      Issue.record("not ordered")
      return
    }
    ann["notes"] = .orderedObjects([notes[1], notes[2], notes[0]])
    try context.save()
    let another = office.other()
    let other = try #require(try another.fetch(ObjectRequest("Person")).first)
    #expect(other.names("notes", by: "text") == ["a", "b", "c"])
  }

  @Test("OG scenario 25, 26: relationships are read when they are used (OG-304)")
  func faults() throws {
    let ann = try insert("Person", "Ann")
    let tea = try insert("Company", "Tea")
    ann["company"] = .object(tea)
    try context.save()
    let other = office.other()
    let person = try #require(try other.fetch(ObjectRequest("Person")).first)
    _ = person["name"]
    _ = office.store.takeLog()
    let company = try #require(person.object("company"))
    #expect(company.isFault)
    #expect(office.store.takeLog() == [])
    #expect(company.hasFault(forRelationshipNamed: "people"))
    #expect(company["name"] == .string("Tea"))
    #expect(company.hasFault(forRelationshipNamed: "people"))
    #expect(office.store.takeLog() == [], "the save of the other context left the row in the cache")
    #expect(company.names("people") == ["Ann"])
    #expect(!company.hasFault(forRelationshipNamed: "people"))
    #expect(office.store.takeLog() == ["members people"])
  }

  @Test("OG-403: a relationship that was not read remembers changes until it is")
  func changesOfAFault() throws {
    let ann = try insert("Person", "Ann")
    let tea = try insert("Company", "Tea")
    ann["company"] = .object(tea)
    try context.save()
    let other = office.other()
    let company = try #require(try other.fetch(ObjectRequest("Company")).first)
    let bob = try other.insert("Person")
    bob["name"] = .string("Bob")
    _ = office.store.takeLog()
    bob["company"] = .object(company)
    #expect(office.store.takeLog() == [])
    #expect(company.isUpdated)
    let ann2 = other.object(with: ann.objectID)
    ann2["company"] = .null
    #expect(company.hasFault(forRelationshipNamed: "people"))
    #expect(company.names("people") == ["Bob"])
    try other.save()
    #expect(office.store.stored(company.objectID)?.version == 2)
  }

  @Test("OG scenario 85, 89, 90: wrong objects are refused with Core Data's words")
  func wrongObjects() throws {
    let ann = try insert("Person", "Ann")
    let tea = try insert("Company", "Tea")
    func text(_ body: () throws -> Void) -> String {
      do {
        try body()
        return "accepted"
      } catch { return "\(error)" }
    }
    #expect(
      text { try ann.setValue(.object(ann), forKey: "company") }.hasPrefix(
        "Unacceptable type of value for to-one relationship: property = \"company\"; "
          + "desired type = Company; given type = Person; value = <ManagedObject: 0x"))
    #expect(
      text { try tea.setValue(.object(ann), forKey: "people") }.hasPrefix(
        "Unacceptable type of value for to-many relationship: property = \"people\"; "
          + "desired type = NSSet"))
    #expect(
      text { try ann.setValue(.string("x"), forKey: "age") }.hasPrefix(
        "Unacceptable type of value for attribute: property = \"age\"; desired type = NSNumber"))
    let other = office.other()
    let foreign = try other.insert("Company")
    #expect(
      text { try ann.setValue(.object(foreign), forKey: "company") }.hasPrefix(
        "Illegal attempt to establish a relationship 'company' between objects in different contexts"
      ))
    #expect(
      text { try ann.setValue(.null, forKey: "nmae") }.contains(
        "is not key value coding-compliant for the key \"nmae\""))
    #expect(
      text { try context.delete(foreign) }
        == "An NSManagedObjectContext cannot delete objects in other contexts.")
  }
}
