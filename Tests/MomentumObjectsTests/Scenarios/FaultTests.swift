import Foundation
import MomentumModel
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

@testable import MomentumObjects

/// What is read when, and from where (OG-301 to OG-320). `takeLog` of the store has what a context
/// has asked of it.
@Suite struct FaultTests {
  private let office: Office
  private let context: ObjectContext

  init() throws {
    office = try Office()
    context = office.context
  }

  /// Saved people in a company, and a context that has read nothing.
  private func people(_ count: Int) throws -> (company: ObjectID, reader: ObjectContext) {
    let company = try context.insert("Company")
    for index in 0..<count {
      let person = try context.insert("Person")
      person["name"] = .string("P\(index)")
      person["company"] = .object(company)
    }
    try context.save()
    _ = office.store.takeLog()
    return (company.objectID, office.other())
  }

  @Test(
    "OG scenario 23: a fetch returns faults, and reading one fills that one only (OG-301, OG-307)")
  func faults() throws {
    let (_, reader) = try people(3)
    let found = try reader.fetch(ObjectRequest("Person"))
    #expect(found.allSatisfy { $0.isFault })
    _ = found[1]["name"]
    #expect(found.map(\.isFault) == [true, false, true])
    #expect(try found[1].primitiveValue(forKey: "age") == .integer(18), "all attributes at once")
  }

  @Test("OG scenario 24: without faults, also those that were faults before (OG-307)")
  func realized() throws {
    let (_, reader) = try people(3)
    let before = try reader.fetch(ObjectRequest("Person"))
    before[0]["age"] = .integer(77)
    var request = ObjectRequest("Person")
    request.returnsFaults = false
    let found = try reader.fetch(request)
    #expect(found == before && found.allSatisfy { !$0.isFault })
    #expect(found[0]["age"] == .integer(77), "OG-309: pending values stay")
  }

  @Test(
    "OG scenario 26: a to-many is read at its first use, its members are faults (OG-303, OG-305)")
  func toMany() throws {
    let (id, reader) = try people(2)
    let company = reader.object(with: id)
    try company.fireFault()
    #expect(!company.isFault, "fired without reading a property (OG-119)")
    #expect(company.hasFault(forRelationshipNamed: "people"))
    _ = office.store.takeLog()
    guard case .objects(let people) = company["people"] else { return }
    #expect(people.count == 2 && people.allSatisfy { $0.isFault })
    #expect(!company.hasFault(forRelationshipNamed: "people"))
    _ = company["people"]
    #expect(office.store.takeLog() == ["members people"], "once, and no rows (OG-320)")
  }

  @Test("OG-306: of a new object no relationship is a fault")
  func newObject() throws {
    let person = try context.insert("Person")
    for name in ["company", "tags", "notes"] {
      #expect(!person.hasFault(forRelationshipNamed: name))
    }
  }

  @Test("OG scenario 133: objectIDs(forRelationshipNamed:) fires the owner only (OG-303)")
  func identities() throws {
    let (id, reader) = try people(2)
    let company = reader.object(with: id)
    #expect(company.hasFault(forRelationshipNamed: "people") && company.isFault)
    let ids = try company.objectIDs(forRelationshipNamed: "people")
    #expect(ids.count == 2 && !company.isFault)
    let person = reader.object(with: ids[0])
    #expect(person.isFault)
    #expect(try person.objectIDs(forRelationshipNamed: "company") == [id])
    #expect(!person.isFault)
  }

  @Test("OG scenario 134: sets and descriptions of faults read nothing (OG-302)")
  func nothing() throws {
    let (_, reader) = try people(100)
    let faults = try reader.fetch(ObjectRequest("Person"))
    _ = office.store.takeLog()
    let set = Set(faults)
    let texts = faults.map(\.description)
    #expect(set.count == 100 && texts.allSatisfy { $0.hasSuffix("data: <fault>)") })
    for fault in faults {
      _ = (fault.objectID, fault.entityName, fault.context, fault.isInserted, fault.isUpdated)
      _ = (fault.isDeleted, fault.hasFault(forRelationshipNamed: "tags"), fault == faults[0])
    }
    #expect(office.store.takeLog() == [] && faults.allSatisfy { $0.isFault })
  }

  @Test("OG scenario 135: fetched rows are kept, or each fault is read (OG-307, OG-308)")
  func rowCache() throws {
    let (_, reader) = try people(3)
    let found = try reader.fetch(ObjectRequest("Person"))
    _ = office.store.takeLog()
    for person in found { _ = person["name"] }
    #expect(office.store.takeLog() == [])
    let model = office.model
    let plain = StoreCoordinator(model)
    try plain.add(office.store)
    var request = ObjectRequest("Person")
    request.includesPropertyValues = false
    let fresh = ObjectContext(plain)
    let faults = try fresh.fetch(request)
    #expect(office.store.takeLog() == ["identities Person"])
    for person in faults { _ = person["name"] }
    #expect(office.store.takeLog() == ["row Person/p1", "row Person/p2", "row Person/p3"])
  }

  @Test("OG scenario 137: prefetching reads the members of all owners at once (OG-318)")
  func prefetch() throws {
    for index in 0..<50 {
      let company = try context.insert("Company")
      let person = try context.insert("Person")
      person["name"] = .string("P\(index)")
      person["company"] = .object(company)
    }
    try context.save()
    let reader = office.other()
    _ = office.store.takeLog()
    var request = ObjectRequest("Company")
    request.prefetchedKeyPaths = ["people"]
    let companies = try reader.fetch(request)
    #expect(office.store.takeLog() == ["rows Company", "members people of 50", "rows Person"])
    #expect(companies.allSatisfy { $0.names("people").count == 1 })
    #expect(office.store.takeLog() == [])
  }

  @Test("OG scenario 143: a fault whose context was released cannot be read (OG-313)")
  func releasedContext() throws {
    let (id, _) = try people(1)
    let fault = office.other().object(with: id)
    #expect(fault.context == nil && fault.isFault)
    let error = #expect(throws: ObjectMisuse.self) { try fault.value(forKey: "name") }
    #expect(error?.name == "NSObjectInaccessibleException")
    let reader = office.other()
    let other = reader.object(with: id)
    office.coordinator.remove(office.store)
    reader.deletesInaccessibleFaults = false
    #expect(throws: ObjectError.self) { try other.value(forKey: "name") }
  }

  @Test("OG scenario 57: a row that another context saved is seen after a refresh (OG-310t)")
  func savedByAnother() throws {
    let ann = try office.person("Ann")
    let other = office.other()
    other.object(with: ann.objectID)["name"] = .string("Eve")
    try other.save()
    #expect(ann["name"] == .string("Ann"), "OG-309")
    context.refresh(ann, keepingChanges: false)
    #expect(ann["name"] == .string("Eve"))
  }

  @Test(
    "OG scenario 58: what changed behind the context is read with stalenessInterval 0 (OG-310t)")
  func staleness() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.path + "/office.sqlite"
      let context = try sqliteContext(office.model, path: path)
      let tag = try context.insert("Tag")
      tag["word"] = .string("red")
      try context.save()
      _ = try storedRows(path, "UPDATE ZTAG SET ZWORD = 'blue'")
      #expect(tag["word"] == .string("red"))
      context.refresh(tag, keepingChanges: true)
      #expect(tag["word"] == .string("red"), "the row cache")
      context.refreshAllObjects()
      #expect(tag["word"] == .string("red"))
      context.stalenessInterval = 0
      context.refresh(tag, keepingChanges: false)
      #expect(tag["word"] == .string("blue"))
    }
  }

  @Test("OG scenario 138: a refresh below changes keeps them and lets related objects go (OG-315)")
  func refreshBelowChanges() throws {
    let ann = try office.person("Ann")
    let tea = try context.insert("Company")
    ann["company"] = .object(tea)
    try context.save()
    let reader = office.other()
    let theirs = reader.object(with: ann.objectID)
    weak let company = theirs.object("company")
    #expect(company != nil, "a realized object holds its related objects")
    theirs["home"] = .string("Ulm")
    ann["name"] = .string("Eve")
    ann["home"] = .string("Bonn")
    try context.save()
    reader.processPendingChanges()
    var refreshed: [ManagedObject] = []
    let observation = reader.observe {
      if case .didChange(let changes) = $0 { refreshed += changes.refreshed }
    }
    reader.refresh(theirs, keepingChanges: true)
    reader.processPendingChanges()
    observation.cancel()
    #expect(refreshed == [theirs])
    #expect(theirs["name"] == .string("Eve") && theirs["home"] == .string("Ulm"))
    #expect(company == nil)
    try reader.save()
    #expect(office.store.stored(ann.objectID)?.version == 4, "no conflict")
  }

  @Test("OG-316: refreshAllObjects reports all objects once; changed ones stay, clean ones do not")
  func refreshAll() throws {
    let (ann, bob) = (try office.person("Ann"), try office.person("Bob"))
    ann["name"] = .string("Eve")
    context.processPendingChanges()
    var events: [ContextChanges] = []
    let observation = context.observe {
      if case .didChange(let changes) = $0 { events.append(changes) }
    }
    context.refreshAllObjects()
    observation.cancel()
    #expect(events.count == 1 && Set(events[0].refreshed) == [ann, bob])
    #expect(!ann.isFault && ann["name"] == .string("Eve") && bob.isFault)
  }

  @Test("OG-916: a fetched property is fetched once, and again after a refresh")
  func fetchedProperty() throws {
    let entities = """
      <entity name="Word"><attribute name="text" optional="YES" attributeType="String"/>
        <fetchedProperty name="same" optional="YES">
          <fetchRequest name="fetchedPropertyFetchRequest" entity="Word"
            predicateString="text == $FETCH_SOURCE.text"/>
        </fetchedProperty></entity>
      """
    let context = try sqliteContext(entities)
    func insert(_ text: String) throws -> ManagedObject {
      let word = try context.insert("Word")
      word["text"] = .string(text)
      try context.save()
      return word
    }
    let first = try insert("a")
    _ = try insert("b")
    #expect(first["same"] == .orderedObjects([first]))
    let second = try insert("a")
    #expect(first["same"] == .orderedObjects([first]))
    context.refresh(first, keepingChanges: false)
    #expect(first["same"] == .orderedObjects([first, second]))
  }
}
