import MomentumModel
import Testing

@testable import MomentumObjects

/// Results that are read in batches, prefetching, and faults that are read together.
@Suite struct BatchedFetchTests {
  private let office: LoggedOffice

  init() throws { office = try LoggedOffice() }

  private func request(_ batchSize: Int = 20) -> ObjectRequest {
    var request = ObjectRequest("Person")
    request.sortKeys = [ObjectSort("name")]
    request.batchSize = batchSize
    return request
  }

  @Test("OG scenario 136, SR scenario 35, SR-143: each batch is read once, when it is first used")
  func batches() throws {
    try office.people(100)
    let found = try office.context.fetchInBatches(request())
    #expect(found.count == 100)
    #expect(office.takeStatements().count == 1, "only the keys")
    #expect(found[0]["name"] == .string("p00"))
    #expect(office.takeStatements().count == 1)
    #expect(found[25]["name"] == .string("p25"))
    let second = office.takeStatements()
    #expect(second.count == 1)
    #expect(second[0].hasSuffix("WHERE  t0.Z_PK IN (SELECT * FROM _Z_intarray0)   LIMIT 20"))
    #expect(found[20] === found.first { $0["name"] == .string("p20") })
    #expect(found[39]["name"] == .string("p39"))
    #expect(office.takeStatements().isEmpty, "batches 0 and 1 are there")
    #expect(found.map { $0.text("name") }.count == 100)
    #expect(office.takeStatements().count == 3, "the other three")
  }

  @Test("SR-144: an array of 125 rows in batches of 10 costs 13 statements")
  func wholeResult() throws {
    try office.people(125)
    let found = try office.context.fetchInBatches(request(10))
    _ = office.takeStatements()
    #expect(Array(found).count == 125)
    #expect(office.takeStatements().count == 13)
  }

  @Test("SR-143: objects that the context has already are not read again")
  func knownObjects() throws {
    try office.people(20)
    let known = try office.context.fetch(ObjectRequest("Person"))
    _ = office.takeStatements()
    let found = try office.context.fetchInBatches(request())
    #expect(found[3]["age"] == .integer(3))
    #expect(office.takeStatements().count == 1)
    #expect(known.contains(found[3]))
  }

  @Test("SR-147: membership and order are those of the fetch")
  func frozen() throws {
    try office.people(30)
    let found = try office.context.fetchInBatches(request())
    let writer = ObjectContext(office.coordinator)
    try writer.delete(
      #require(
        writer.fetch(
          ObjectRequest("Person", where: ObjectPredicate("name == 'p25'"))
        ).first))
    try writer.save()
    #expect(found.count == 30)
    #expect(found[24]["name"] == .string("p24"))
    #expect(found[25].isFault)
    #expect(found[25]["name"] == .null)
    #expect(found[25].isDeleted)
  }

  @Test("SR-147: with unsaved changes the whole result is read at once")
  func pending() throws {
    try office.people(30)
    let new = try office.context.insert("Person")
    new["name"] = .string("p055")
    let found = try office.context.fetchInBatches(request())
    #expect(found.count == 31)
    #expect(found[6] === new)
    _ = office.takeStatements()
    #expect(found[29]["name"] == .string("p28"))
    #expect(office.takeStatements().isEmpty)
  }

  @Test("SR-146: identities and counts ignore the batch size")
  func ignored() throws {
    try office.people(30)
    #expect(try office.context.fetchIDs(request(5)).count == 30)
    #expect(try office.context.count(request(5)) == 30)
    #expect(office.takeStatements().count == 2)
  }

  @Test("SR scenario 36, SR-146: dictionaries ignore the batch size, too")
  func dictionaries() throws {
    try office.people(45)
    var request = request(10)
    request.propertiesToFetch = ["name"]
    let rows = try office.context.fetchDictionaries(request)
    #expect(rows.count == 45 && rows.allSatisfy { $0["name"] != nil })
    #expect(office.takeStatements().count == 1)
  }

  @Test(
    "SR scenario 38, SR-140: a to-many relationship of 190 objects is prefetched by one statement")
  func prefetchToMany() throws {
    let writer = ObjectContext(office.coordinator)
    for number in 0..<190 {
      let note = try writer.insert("Note")
      note["author"] = .object(
        try number % 19 == 0 ? writer.insert("Person") : #require(note.context?.insertedPerson))
    }
    try writer.save()
    _ = office.takeStatements()
    var request = ObjectRequest("Person")
    request.prefetchedKeyPaths = ["notes"]
    let people = try office.context.fetch(request)
    let lines = office.takeLines()
    #expect(lines.filter { $0.hasPrefix("CoreData: sql:") }.count == 2)
    #expect(
      lines.contains("CoreData: annotation: Prefetching with key 'notes'.  Got 190 rows."))
    var count = 0
    for person in people {
      guard case .orderedObjects(let notes) = person["notes"] else { continue }
      for note in notes where !note.isFault || note["text"] == .null { count += 1 }
    }
    #expect(count == 190)
    #expect(office.takeStatements().isEmpty, "neither members nor their values need a statement")
  }

  @Test("SR-140: a to-one relationship and a path of several steps, one statement for each step")
  func prefetchPath() throws {
    try office.people(40) { person, number in
      guard let context = person.context else { return }
      let company =
        try number % 4 == 0 ? context.insert("Company") : #require(context.insertedCompany)
      person["company"] = .object(company)
    }
    var request = ObjectRequest("Person")
    request.prefetchedKeyPaths = ["company.people"]
    let people = try office.context.fetch(request)
    let lines = office.takeLines()
    #expect(lines.filter { $0.hasPrefix("CoreData: sql:") }.count == 3)
    #expect(
      lines.filter { $0.contains("Prefetching") } == [
        "CoreData: annotation: Prefetching with key 'company'.  Got 10 rows.",
        "CoreData: annotation: Prefetching with key 'people'.  Got 40 rows.",
      ])
    #expect(people.first?.object("company")?.names("people").count == 4)
    #expect(office.takeStatements().isEmpty)
  }

  @Test("SR-140: a wrong key is an error, also if nothing is found")
  func wrongKey() throws {
    var request = ObjectRequest("Person")
    for path in ["frends", "age", "company.peeple"] {
      request.prefetchedKeyPaths = [path]
      #expect(throws: ObjectMisuse.self) { try office.context.fetch(request) }
    }
  }

  @Test("Batch faulting: many faults are read by one statement that names their keys")
  func faults() throws {
    try office.people(50)
    let ids = try office.context.fetchIDs(request(0))
    let some = ids.prefix(7).map { office.context.object(with: $0) }
    _ = office.takeStatements()
    try office.context.prefetcher.realize(some)
    let statements = office.takeStatements()
    #expect(statements.count == 1)
    #expect(statements[0].contains("_Z_intarray0"))
    #expect(some.map { $0.text("name") } == (0..<7).map { "p0\($0)" })
    #expect(office.context.registeredObjects.count == 7, "no other row was read")
  }
}

extension ObjectContext {
  fileprivate var insertedPerson: ManagedObject? {
    insertedObjects.last { $0.entityName == "Person" }
  }

  fileprivate var insertedCompany: ManagedObject? {
    insertedObjects.last { $0.entityName == "Company" }
  }
}
