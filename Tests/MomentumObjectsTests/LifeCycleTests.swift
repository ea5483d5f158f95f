import MomentumModel
import Testing

@testable import MomentumObjects

/// The states of an object from its insertion to its deletion (OG-102, OG-113).
@Suite struct LifeCycleTests {
  @Test("OG scenario 1, 3: a saved object is found by another context with its values")
  func savedAndFound() throws {
    let office = try Office()
    let person = try office.person("Ann", age: 40)
    #expect(!person.isInserted && !person.hasChanges && !person.objectID.isTemporary)
    let other = office.other()
    let found = try #require(try other.fetch(ObjectRequest("Person")).first)
    #expect(found !== person)
    #expect(found.objectID == person.objectID)
    #expect(found.isFault)
    #expect(found["name"] == .string("Ann"))
    #expect(!found.isFault)
    #expect(found["age"] == .integer(40))
  }

  @Test("A store that cannot be read does not stop a subscript, and observers are told")
  func unreadableStore() throws {
    let office = try Office()
    let id = try office.person("Ann").objectID
    let other = office.other()
    let person = try #require(try other.fetch(ObjectRequest("Person")).first)
    let relationship = try #require(person.plan.toManys.first)
    var failures: [ObjectID] = []
    let observation = other.observe { event in
      if case .failed(let id, let error) = event, error is TableStore.Unreadable {
        failures.append(id)
      }
    }
    office.store.isUnreadable = true
    #expect(
      person[relationship.name] == (relationship.isOrdered ? .orderedObjects([]) : .objects([])))
    #expect(failures == [id])
    #expect(throws: TableStore.Unreadable.self) { try person.value(forKey: relationship.name) }
    office.store.isUnreadable = false
    _ = try person.value(forKey: relationship.name)
    #expect(failures == [id])
    observation.cancel()
  }

  @Test("OG: a fault whose row has gone is an error, and a subscript reads it as null")
  func missingRow() throws {
    let office = try Office()
    let uri = try office.person("Ann").objectID.uri
    let other = office.other()
    other.deletesInaccessibleFaults = false
    let id = try #require(office.coordinator.objectID(forURI: uri + "999"))
    let missing = other.object(with: id)
    #expect(throws: ObjectError.self) { try missing.value(forKey: "name") }
    #expect(missing["name"] == .null)
    missing["name"] = .string("Bob")
    #expect(missing.isFault && !missing.hasChanges)
  }

  @Test("OG scenario 2: an unsaved object is found, with a temporary identity")
  func unsavedIsFound() throws {
    let office = try Office()
    let person = try office.context.insert("Person")
    #expect(person.isInserted && person.hasChanges && !person.isUpdated && !person.isFault)
    let found = try office.context.fetch(ObjectRequest("Person"))
    #expect(found == [person])
    #expect(person.objectID.isTemporary)
    #expect(person.objectID.uri.hasPrefix("x-coredata:///Person/t"))
    #expect(office.coordinator.objectID(forURI: person.objectID.uri) == nil)
  }

  @Test("OG scenario 4, 5: a change is seen at once and gone after the save")
  func changed() throws {
    let office = try Office()
    let person = try office.person("Ann")
    person["name"] = .string("Bob")
    #expect(person.isUpdated && person.hasChanges && office.context.hasChanges)
    #expect(person.changedValues() == ["name": .string("Bob")])
    #expect(try person.committedValues(forKeys: ["name"]) == ["name": .string("Ann")])
    person["name"] = .string("Cleo")
    #expect(person.changedValues() == ["name": .string("Cleo")])
    #expect(try person.committedValues(forKeys: ["name"]) == ["name": .string("Ann")])
    try office.context.save()
    #expect(!person.isUpdated && person.changedValues().isEmpty)
    #expect(try person.committedValues(forKeys: ["name"]) == ["name": .string("Cleo")])
    #expect(office.store.stored(person.objectID)?.version == 2)
  }

  @Test("OG scenario 6, 7: a deleted object leaves fetches at once, and its context with the save")
  func deleted() throws {
    let office = try Office()
    let person = try office.person("Ann")
    try office.context.delete(person)
    #expect(person.isDeleted && person.hasChanges)
    #expect(office.context.deletedObjects == [person])
    #expect(try office.context.fetch(ObjectRequest("Person")).isEmpty)
    try office.context.save()
    #expect(!person.isDeleted && person.context == nil)
    #expect(office.store.stored(person.objectID) == nil)
  }

  @Test("OG scenario 8: a rollback undoes inserts, changes and deletions")
  func rollback() throws {
    let office = try Office()
    let ann = try office.person("Ann")
    let bob = try office.person("Bob")
    ann["name"] = .string("Eve")
    try office.context.delete(bob)
    let new = try office.context.insert("Person")
    office.context.rollback()
    #expect(!office.context.hasChanges)
    #expect(ann["name"] == .string("Ann"))
    #expect(!ann.isUpdated && !bob.isDeleted && bob.context === office.context)
    #expect(new.context == nil && !new.isInserted)
    #expect(try office.context.count(ObjectRequest("Person")) == 2)
  }

  @Test("OG scenario 101: an object that was deleted before it was saved was never there")
  func insertedAndDeleted() throws {
    let office = try Office()
    let person = try office.context.insert("Person")
    try office.context.delete(person)
    #expect(person.isDeleted)
    var saved: [ContextChanges] = []
    let observation = office.context.observe {
      if case .didSave(let changes) = $0 { saved.append(changes) }
    }
    try office.context.save()
    observation.cancel()
    #expect(person.context == nil)
    #expect(saved.count == 1 && saved[0].isEmpty)
    #expect(office.store.takeLog() == [])
  }

  @Test("OG scenario 111, 112: equal values make an object dirty, and nothing is written")
  func equalValues() throws {
    let office = try Office()
    let person = try office.person("Ann")
    person["name"] = .string("Ann")
    #expect(person.isUpdated && !person.hasPersistentChangedValues)
    #expect(person.changedValues().isEmpty)
    _ = office.store.takeLog()
    try office.context.save()
    #expect(!person.isUpdated)
    #expect(office.store.stored(person.objectID)?.version == 1)
    person["name"] = .string("Bob")
    person["name"] = .string("Ann")
    #expect(person.hasChanges && person.changedValues().isEmpty)
    try office.context.save()
    #expect(office.store.stored(person.objectID)?.version == 1)
  }

  @Test("OG scenario 113: transient values are not saved and go with a refresh")
  func transient() throws {
    let office = try Office()
    let person = try office.person("Ann")
    person["mood"] = .string("fine")
    #expect(person.hasChanges && !person.hasPersistentChangedValues)
    try office.context.save()
    #expect(person["mood"] == .string("fine"))
    office.context.refreshAllObjects()
    #expect(person["mood"] == .null)
    #expect(person["name"] == .string("Ann"))
  }

  @Test("OG scenario 114: a primitive value changes nothing but the value")
  func primitive() throws {
    let office = try Office()
    let person = try office.person("Ann")
    try person.setPrimitiveValue(.string("Eve"), forKey: "name")
    #expect(person["name"] == .string("Eve"))
    #expect(person.changedValues().isEmpty && !office.context.hasChanges)
    person["age"] = .integer(50)
    try office.context.save()
    #expect(office.store.stored(person.objectID)?.values[0] == .string("Eve"))
  }

  @Test("OG scenario 117: a new object has no committed values")
  func newObjectHasNoCommittedValues() throws {
    let office = try Office()
    let person = try office.context.insert("Person")
    person["name"] = .string("Ann")
    #expect(try person.committedValues(forKeys: ["name"]).isEmpty)
    #expect(person.changedValues() == ["name": .string("Ann")])
    person["home"] = .null
    try office.context.save()
    #expect(try person.committedValues(forKeys: ["home"]) == ["home": .null])
  }

  @Test("OG scenario 132: a new object has the defaults")
  func defaults() throws {
    let office = try Office()
    let person = try office.context.insert("Person")
    #expect(person["age"] == .integer(18))
    person["age"] = .null
    try office.context.save()
    let other = office.other()
    let found = try other.fetch(ObjectRequest("Person"))
    #expect(found.first?["age"] == .null)
  }

  @Test("OG scenario 35: permanent identities can be had before the save")
  func permanentIDs() throws {
    let office = try Office()
    let person = try office.context.insert("Person")
    try office.context.obtainPermanentIDs(for: [person])
    let id = person.objectID
    #expect(!id.isTemporary && person.isInserted)
    #expect(office.context.registeredObject(for: id) === person)
    try office.context.save()
    #expect(person.objectID == id)
  }

  @Test("OG scenario 123: after a reset a held object is empty and without context")
  func reset() throws {
    let office = try Office()
    let person = try office.person("Ann")
    var invalidated: [[ObjectID]] = []
    let observation = office.context.observe {
      if case .didChange(let changes) = $0 { invalidated.append(changes.invalidatedAll) }
    }
    office.context.reset()
    observation.cancel()
    #expect(person.isFault && person.context == nil)
    #expect(invalidated == [[person.objectID]])
    #expect(person["name"] == .null)
    let again = try #require(try office.context.fetch(ObjectRequest("Person")).first)
    #expect(again !== person)
  }
}
