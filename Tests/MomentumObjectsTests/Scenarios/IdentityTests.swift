import Foundation
import MomentumModel
import MomentumTestSupport
import Testing

@testable import MomentumObjects

/// One row is one object in a context, and what identities say (OG-201 to OG-216).
@Suite struct IdentityTests {
  private let office: Office
  private let context: ObjectContext

  init() throws {
    office = try Office()
    context = office.context
  }

  @Test("OG scenario 27: every way to a row leads to one object (OG-201)")
  func oneObject() throws {
    let ann = try office.person("Ann")
    let tea = try context.insert("Company")
    tea["people"] = .objects([ann])
    try context.save()
    let reader = office.other()
    let first = try #require(try reader.fetch(ObjectRequest("Person")).first)
    #expect(try reader.fetch(ObjectRequest("Person")).first === first)
    #expect(reader.object(with: ann.objectID) === first)
    #expect(reader.registeredObject(for: ann.objectID) === first)
    #expect(try reader.existingObject(with: ann.objectID) === first)
    guard case .objects(let people) = reader.object(with: tea.objectID)["people"] else {
      Issue.record("no people")
      return
    }
    #expect(people.count == 1 && people[0] === first && first !== ann)
  }

  @Test("OG scenario 28: object(with:) is a fault until a property is read (OG-211)")
  func objectWithIdentity() throws {
    let id = try office.person("Ann").objectID
    let reader = office.other()
    #expect(reader.registeredObject(for: id) == nil, "OG-210")
    _ = office.store.takeLog()
    let object = reader.object(with: id)
    #expect(object.isFault && office.store.takeLog() == [])
    #expect(object["name"] == .string("Ann") && !object.isFault)
    #expect(reader.registeredObject(for: id) === object)
  }

  @Test("OG scenario 29, 30: a missing row reads as empty and deleted, or fails (OG-211, OG-311)")
  func missingRow() throws {
    let id = try missing()
    let object = context.object(with: id)
    #expect(object["name"] == .null && object["age"] == .null && object["tags"] == .objects([]))
    #expect(object.isDeleted && context.deletedObjects == [object])
    try context.save()
    #expect(!context.hasChanges)
    let strict = office.other()
    strict.deletesInaccessibleFaults = false
    let fault = strict.object(with: id)
    let error = #expect(throws: ObjectError.self) { try fault.value(forKey: "name") }
    #expect(error?.code == .referentialIntegrity)
    #expect(error?.description == "CoreData could not fulfill a fault for '\(id.uri)'")
  }

  @Test("OG-312: a context is asked first, with the property, and not for existingObject")
  func inaccessibleHook() throws {
    let asking = AskingContext(office.coordinator)
    let id = try missing()
    #expect(throws: ObjectError.self) { try asking.existingObject(with: id) }
    _ = asking.object(with: id)["name"]
    #expect(asking.asked == ["name"])
    asking.isWilling = false
    let other = asking.object(with: try missing("8"))
    #expect(throws: ObjectError.self) { try other.value(forKey: "age") }
    #expect(asking.asked == ["name", "age"])
    try asking.delete(other)
    asking.processPendingChanges()
    // In delete propagation, a missing object is just deleted.
    #expect(asking.asked == ["name", "age"])
  }

  @Test("OG scenario 31: existingObject of a missing row throws 133000 (OG-212)")
  func existingMissing() throws {
    let id = try missing()
    let error = #expect(throws: ObjectError.self) { try context.existingObject(with: id) }
    #expect(error?.code.rawValue == 133_000 && error?.objects == [id])
    #expect(error?.description == "Attempt to access an object not found in store.")
  }

  @Test(
    "OG scenario 32: existingObject of an unsaved object, and of a discarded one (OG-212, OG-215)")
  func existingTemporary() throws {
    let new = try context.insert("Person")
    let id = new.objectID
    #expect(try context.existingObject(with: id) === new)
    try context.delete(new)
    context.processPendingChanges()
    #expect(throws: ObjectError.self) { try context.existingObject(with: id) }
    let ann = try office.person("Ann")
    try context.delete(ann)
    #expect(try context.existingObject(with: ann.objectID).isDeleted, "OG-214")
  }

  @Test("OG scenario 33, 34: URIs in a fresh stack and of another store (OG-205, OG-209)")
  func uris() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.path + "/office.sqlite"
      func coordinator() throws -> StoreCoordinator {
        let coordinator = StoreCoordinator(office.model)
        try coordinator.add(SQLiteObjectStore(path: path, model: office.model))
        return coordinator
      }
      let first = try coordinator()
      let writer = ObjectContext(first)
      let manager = try writer.insert("Manager")
      manager["name"] = .string("Ann")
      let temporary = manager.objectID.uri
      try writer.save()
      let uri = manager.objectID.uri
      let store = try #require(first.stores.first)
      #expect(uri == "x-coredata://\(store.identifier)/Manager/p1", "the object's own entity")
      first.remove(store)

      let second = try coordinator()
      let reader = ObjectContext(second)
      let id = try #require(second.objectID(forURI: uri))
      let found = try reader.existingObject(with: id)
      #expect(!found.isFault && found["name"] == .string("Ann"))
      #expect(second.objectID(forURI: uri + "77") != nil, "whether there is a row is not looked up")
      #expect(second.objectID(forURI: temporary) == nil)
      #expect(office.coordinator.objectID(forURI: uri) == nil, "a store of another coordinator")
      let error = #expect(throws: ObjectError.self) { try context.existingObject(with: id) }
      #expect(error?.code == .referentialIntegrity, "OG-213")
    }
  }

  @Test("OG-204, OG-207: temporary identities are different, and never equal permanent ones")
  func temporary() throws {
    let first = try context.insert("Person")
    let second = try context.insert("Company")
    let prefix = "x-coredata:///Person/t"
    #expect(first.objectID.uri.hasPrefix(prefix))
    let tail = first.objectID.uri.dropFirst(prefix.count)
    #expect(tail.prefix(36).allSatisfy { $0.isHexDigit && !$0.isLowercase || $0 == "-" })
    #expect(Int(tail.dropFirst(36)).map { $0 >= 2 } == true)
    #expect(second.objectID.uri.contains(tail.prefix(36)), "one UUID for a process")
    let (id, hash) = (first.objectID, first.hashValue)
    try context.save()
    #expect(first.objectID != id && first.hashValue == hash)
    #expect(first.objectID == office.other().object(with: first.objectID).objectID)
  }

  @Test("OG scenario 35: a permanent identity before the save stays (OG-208)")
  func permanent() throws {
    let person = try context.insert("Person")
    try context.obtainPermanentIDs(for: [person])
    let id = person.objectID
    #expect(!id.isTemporary && person.isInserted && context.insertedObjects == [person])
    try context.obtainPermanentIDs(for: [person])
    #expect(person.objectID == id, "permanent ones come back unchanged")
    _ = try context.insert("Person")
    try context.save()
    #expect(person.objectID == id && office.store.stored(id) != nil)
  }

  @Test(
    "OG scenario 124: clean objects that nobody holds are let go, changed ones are not (OG-202)")
  func released() async throws {
    let office = try Office()
    for name in ["Ann", "Bob", "Cleo"] { _ = try office.person(name) }
    let reader = office.other()
    try await reader.perform(schedule: .enqueued) {
      let people = try reader.fetch(ObjectRequest("Person"))
      people[0]["age"] = .integer(1)
      try reader.delete(people[1])
      reader.detectConflicts(for: people[2])
      _ = try reader.insert("Tag")
    }
    #expect(reader.registeredObjects.count == 4)
    reader.rollback()
    #expect(reader.registeredObjects.count == 1, "the one marked with detectConflicts")
    reader.retainsRegisteredObjects = true
    _ = try reader.fetch(ObjectRequest("Person"))
    #expect(reader.registeredObjects.count == 3)
    reader.retainsRegisteredObjects = false
    #expect(reader.registeredObjects.count == 1)
  }

  @Test("OG scenario 125: objects that lead to each other stay until they are refreshed (OG-203)")
  func cycle() throws {
    let reader = office.other()
    do {
      let ann = try reader.insert("Person")
      let bob = try reader.insert("Person")
      ann["partner"] = .object(bob)
      try reader.save()
    }
    #expect(reader.registeredObjects.count == 2)
    reader.refreshAllObjects()
    #expect(reader.registeredObjects.isEmpty)
  }

  @Test("OG-203: a context that is released lets such objects go")
  func cycleOfReleasedContext() throws {
    weak var ann: ManagedObject?
    do {
      let reader = office.other()
      let first = try reader.insert("Person")
      first["partner"] = .object(try reader.insert("Person"))
      try reader.save()
      ann = first
    }
    #expect(ann == nil)
  }

  @Test(
    "OG scenario 145, SR scenario 69: a class has one entity of a model (OG-915)")
  func classes() throws {
    final class Someone: ManagedObject {}
    var classes = ObjectClasses()
    classes["Person"] = Someone.self
    let offices = try (0..<2).map { _ in try Office(classes: classes) }
    for office in offices {
      let someone: Someone = try office.context.insert(Someone.self)
      #expect(someone.entityName == "Person")
      #expect(try office.context.insert("Manager") is Someone, "a sub-entity has it too")
    }
    classes["Company"] = Someone.self
    let both = try Office(classes: classes)
    let error = #expect(throws: ObjectMisuse.self) { try both.context.insert(Someone.self) }
    #expect(
      error?.description.hasPrefix(
        "An NSManagedObject of class 'Someone' must have a valid NSEntityDescription.") == true)
    #expect(throws: ObjectMisuse.self) { try context.insert(Someone.self) }
  }

  private func missing(_ digit: String = "9") throws -> ObjectID {
    let known = try office.person("Ann").objectID
    return try #require(office.coordinator.objectID(forURI: known.uri + "000" + digit))
  }
}

/// A context that writes down which missing rows it was asked for.
private final class AskingContext: ObjectContext, @unchecked Sendable {
  var asked: [String] = []
  var isWilling = true

  override func shouldHandleInaccessibleFault(
    _ object: ManagedObject, triggeredBy key: String?
  ) -> Bool {
    asked.append(key ?? "nil")
    return isWilling
  }
}
