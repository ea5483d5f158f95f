import MomentumModel
import MomentumRuntime
import Testing

@testable import MomentumObjects

/// The rules of requests, SR-130 to SR-151, on a SQLite store.
@Suite struct FetchRuleTests {
  private let office: LoggedOffice
  private var context: ObjectContext { office.context }

  init() throws { office = try LoggedOffice() }

  private func request(_ format: String? = nil) -> ObjectRequest {
    var request = ObjectRequest("Person", where: format.map { ObjectPredicate($0) })
    request.sortKeys = [ObjectSort("name")]
    return request
  }

  private func names(_ request: ObjectRequest) throws -> [String?] {
    try context.fetch(request).map { $0.text("name") }
  }

  @Test("SR scenario 5, SR-130: an unknown name is an error when the request is used")
  func unknownName() throws {
    let error = #expect(throws: ObjectMisuse.self) {
      try context.fetch(ObjectRequest("Persn"))
    }
    #expect(error?.description.contains("'Persn'") == true)
    #expect(office.takeStatements().isEmpty)
  }

  @Test("SR-131: without sub-entities neither saved nor new ones are found")
  func subentities() throws {
    try office.people(1)
    _ = try context.insert("Manager")
    try context.save()
    _ = try context.insert("Manager")
    var request = request()
    #expect(try context.fetch(request).count == 3)
    #expect(try context.count(request) == 3)
    request.includesSubentities = false
    #expect(try context.fetch(request).count == 1)
    #expect(try context.fetchIDs(request).count == 1)
  }

  @Test(
    "SR scenario 37, SR-132: without values only keys are read, and each fault costs a statement")
  func keysOnly() throws {
    try office.people(3)
    var request = request()
    request.includesPropertyValues = false
    let found = try context.fetch(request)
    let statements = office.takeStatements()
    #expect(statements.count == 1 && !statements[0].contains("ZNAME,"))
    #expect(found.filter(\.isFault).count == 3)
    // What was saved just now is known without a statement.
    office.coordinator.forget(found.map(\.objectID))
    for object in found { _ = object["name"] }
    #expect(office.takeStatements().count == 3)
  }

  @Test("SR scenario 37, SR-133: faults of a fetch cost no further statement")
  func faults() throws {
    try office.people(3)
    var request = request()
    let faults = try context.fetch(request)
    #expect(faults.filter(\.isFault).count == 3)
    #expect(faults.map { $0.text("name") } == ["p00", "p01", "p02"])
    #expect(office.takeStatements().count == 1)
    context.reset()
    request.returnsFaults = false
    #expect(try context.fetch(request).allSatisfy { !$0.isFault })
    #expect(office.takeStatements().count == 1)
  }

  @Test("SR-133: objects that are wanted filled are read together, also after a fetch of keys")
  func filledKeys() throws {
    try office.people(5)
    var request = request()
    request.includesPropertyValues = false
    request.returnsFaults = false
    #expect(try context.fetch(request).allSatisfy { !$0.isFault })
    #expect(office.takeStatements().count == 2)
  }

  @Test("SR scenario 34, SR-134: without unsaved changes membership is the saved one")
  func savedMembership() throws {
    try office.people(3)
    let all = try context.fetch(request())
    all[0]["age"] = .integer(99)
    try context.delete(all[1])
    _ = try context.insert("Person")
    var request = request("age < 50")
    #expect(try names(request) == [nil, "p02"])
    request.includesPendingChanges = false
    let saved = try context.fetch(request)
    #expect(saved.map { $0.text("name") } == ["p00", "p01", "p02"])
    #expect(saved[0]["age"] == .integer(99), "the objects show their unsaved values")
  }

  @Test("SR-135: the limit holds for the corrected list")
  func window() throws {
    try office.people(6)
    try context.insert("Person")["name"] = .string("a")
    var request = request()
    request.limit = 3
    #expect(try names(request) == ["a", "p00", "p01"])
    #expect(try context.count(request) == 3)
    request.limit = 0
    request.offset = 4
    #expect(try names(request).count == 3)
  }

  @Test("SR-128: an offset works without a limit")
  func offset() throws {
    try office.people(6)
    var request = request()
    request.offset = 4
    #expect(try names(request) == ["p04", "p05"])
    #expect(try context.count(request) == 2)
  }

  @Test("SR-136: a fetch refreshes objects that the context has, and keeps their unsaved changes")
  func refreshed() throws {
    try office.people(2)
    let mine = try context.fetch(request())
    #expect(mine[1].text("home") == nil)
    mine[0]["age"] = .integer(77)
    let other = ObjectContext(office.coordinator)
    for object in try other.fetch(request()) { object["home"] = .string("Ulm") }
    try other.save()
    var request = request()
    _ = try context.fetch(request)
    #expect(mine.map { $0.text("home") } == [nil, nil], "not without the option")
    request.refreshesFetchedObjects = true
    _ = try context.fetch(request)
    #expect(mine.map { $0.text("home") } == ["Ulm", "Ulm"])
    #expect(mine[0]["age"] == .integer(77))
  }

  @Test("SR scenario 30, SR-137: distinct dictionaries; unsaved objects are not among them")
  func distinct() throws {
    try office.people(4) { person, number in
      person["home"] = .string(number < 2 ? "Bonn" : "Ulm")
    }
    try context.insert("Person")["home"] = .string("Chur")
    var request = ObjectRequest("Person")
    request.sortKeys = [ObjectSort("home")]
    request.propertiesToFetch = ["home"]
    request.isDistinct = true
    #expect(
      try context.fetchDictionaries(request) == [
        ["home": .attribute(.string("Bonn"))], ["home": .attribute(.string("Ulm"))],
      ])
  }

  @Test("SR-138: a to-many relationship is no property to fetch")
  func toManyProperty() throws {
    var request = ObjectRequest("Person")
    request.propertiesToFetch = ["notes"]
    #expect(throws: StoreFailure.self) { try context.fetchDictionaries(request) }
  }

  @Test("SR scenario 31, SR-139: groups are filtered by a variable; a key path is refused")
  func having() throws {
    try office.people(3) { person, number in
      person["home"] = .string(number == 0 ? "Bonn" : "Ulm")
    }
    var request = ObjectRequest("Person")
    request.propertiesToFetch = ["home", "count:(name) AS n"]
    request.propertiesToGroupBy = ["home"]
    request.havingFormat = "$n > 1"
    #expect(
      try context.fetchDictionaries(request)
        == [["home": .attribute(.string("Ulm")), "n": .attribute(.integer(2))]])
    request.havingFormat = "age > 1"
    #expect(throws: StoreFailure.self) { try context.fetchDictionaries(request) }
  }

  @Test(
    "SR scenario 32, SR-148: without properties all attributes, no relationship, no key for nil")
  func allAttributes() throws {
    try office.people(1)
    #expect(
      try context.fetchDictionaries(ObjectRequest("Person"))
        == [["name": .attribute(.string("p00")), "age": .attribute(.integer(0))]])
  }

  @Test("SR-148: a to-one relationship and the object itself are identities")
  func identities() throws {
    let person = try context.insert("Person")
    let company = try context.insert("Company")
    person["company"] = .object(company)
    try context.save()
    var request = ObjectRequest("Person")
    request.propertiesToFetch = ["company", "objectID"]
    #expect(
      try context.fetchDictionaries(request) == [
        ["company": .identity(company.objectID), "objectID": .identity(person.objectID)]
      ])
  }

  @Test("SR-149: aggregates without groups are one row, also for no objects")
  func aggregates() throws {
    var request = ObjectRequest("Person")
    request.propertiesToFetch = [
      "count:(name) AS n", "sum:(age) AS total", "max:(age) AS oldest",
    ]
    #expect(
      try context.fetchDictionaries(request)
        == [["n": .attribute(.integer(0)), "total": .attribute(.integer(0))]])
  }

  @Test("SR scenario 33, SR-150: identities of unsaved objects are temporary")
  func temporaryIdentities() throws {
    try office.people(2)
    let new = try context.insert("Person")
    let ids = try context.fetchIDs(request())
    #expect(ids.count == 3)
    #expect(ids.filter(\.isTemporary) == [new.objectID])
  }

  @Test("SR scenario 20, SR-151: a count sees unsaved insertions and deletions, offset and limit")
  func counts() throws {
    try office.people(5)
    var request = request()
    _ = try context.insert("Person")
    #expect(try context.count(request) == 6)
    try context.delete(#require(context.fetch(request).last))
    #expect(try context.count(request) == 5)
    request.limit = 2
    #expect(try context.count(request) == 2)
  }

  @Test("SR-141: a request goes to the stores that it names, and results are sorted again")
  func severalStores() throws {
    let second = try SQLiteObjectStore(path: nil, model: office.model)
    try office.people(3)
    try office.coordinator.add(second)
    let writer = ObjectContext(office.coordinator)
    for name in ["p005", "p9"] {
      let person = try writer.insert("Person")
      person["name"] = .string(name)
      try writer.assign(person, toStore: second.identifier)
    }
    try writer.save()
    var request = request()
    #expect(try names(request) == ["p00", "p005", "p01", "p02", "p9"])
    #expect(try context.count(request) == 5)
    request.offset = 1
    request.limit = 2
    #expect(try names(request) == ["p005", "p01"])
    #expect(try context.fetchIDs(request).count == 2)
    #expect(try context.count(request) == 2)
    request.offset = 0
    request.limit = 0
    request.storeIdentifiers = [second.identifier]
    #expect(try names(request) == ["p005", "p9"])
    request.storeIdentifiers = []
    #expect(try names(request).isEmpty)
  }
}
