import MomentumModel
import Testing

@testable import MomentumObjects

/// Fetches with unsaved changes over both stores of the product (OG-501 to OG-516).
@Suite struct PendingFetchTests {
  /// Saved alpha 22, bravo 25, charlie 10; then alpha 5, charlie 21, bravo deleted, delta 30 and
  /// echo 40 inserted (OG-503).
  private func sample(_ kind: Office.StoreKind) throws -> Office {
    let office = try Office(kind)
    let context = office.context
    var people: [ManagedObject] = []
    for (name, age) in [("alpha", 22), ("bravo", 25), ("charlie", 10)] {
      let person = try context.insert("Person")
      person["name"] = .string(name)
      person["age"] = .integer(Int64(age))
      people.append(person)
      // The keys are those of the names' order.
      try context.save()
    }
    people[0]["age"] = .integer(5)
    people[2]["age"] = .integer(21)
    try context.delete(people[1])
    for (name, age) in [("delta", 30), ("echo", 40)] {
      let person = try context.insert("Person")
      person["name"] = .string(name)
      person["age"] = .integer(Int64(age))
    }
    context.retainsRegisteredObjects = true
    return office
  }

  private func request(_ format: String? = "age > 20", sort: String = "name") -> ObjectRequest {
    var request = ObjectRequest("Person", where: format.map { ObjectPredicate($0) })
    request.sortKeys = [ObjectSort(sort)]
    return request
  }

  private func names(_ objects: [ManagedObject]) -> [String?] { objects.map { $0.text("name") } }

  @Test(
    "OG scenario 92: without unsaved changes: the saved membership, the unsaved values (OG-502)")
  func withoutPending() throws {
    for kind in Office.StoreKind.allCases {
      let office = try sample(kind)
      var request = request()
      request.includesPendingChanges = false
      let found = try office.context.fetch(request)
      #expect(names(found) == ["alpha", "bravo"], "also the row that is deleted here")
      #expect(found[0]["age"] == .integer(5) && found[1].isDeleted)
      #expect(try office.context.fetchIDs(request) == found.map(\.objectID))
      #expect(try office.context.count(request) == 2)
    }
  }

  @Test("OG scenario 93: objects, count, identities and dictionaries (OG-502, OG-503)")
  func withPending() throws {
    for kind in Office.StoreKind.allCases {
      let office = try sample(kind)
      let context = office.context
      let request = request()
      let found = try context.fetch(request)
      #expect(names(found) == ["charlie", "delta", "echo"])
      #expect(try context.count(request) == 3)
      let ids = try context.fetchIDs(request)
      #expect(Set(ids) == Set(found.map(\.objectID)) && ids.filter(\.isTemporary).count == 2)
      var dictionaries = request
      dictionaries.propertiesToFetch = ["name", "age"]
      let rows = try context.fetchDictionaries(dictionaries)
      #expect(
        rows == [
          ["name": .attribute(.string("alpha")), "age": .attribute(.integer(22))],
          ["name": .attribute(.string("bravo")), "age": .attribute(.integer(25))],
        ])
    }
  }

  @Test("OG-502: the identities of unsaved changes are not sorted, and come after the saved ones")
  func unsortedIdentities() throws {
    let office = try Office(.sqlite)
    for name in ["bravo", "delta"] {
      let person = try office.context.insert("Person")
      person["name"] = .string(name)
      try office.context.save()
    }
    let alpha = try office.context.insert("Person")
    alpha["name"] = .string("alpha")
    let ids = try office.context.fetchIDs(request(nil))
    #expect(ids.count == 3 && ids[2] == alpha.objectID)
    #expect(try office.context.fetch(request(nil)).first === alpha)
  }

  @Test("OG scenario 94: the store has offset and limit, the limit counts again (OG-504, OG-505)")
  func window() throws {
    for kind in Office.StoreKind.allCases {
      let office = try sample(kind)
      var request = request(nil, sort: "age")
      (request.offset, request.limit) = (1, 2)
      #expect(try names(office.context.fetch(request)) == ["alpha", "charlie"])
      office.context.rollback()
      #expect(try names(office.context.fetch(request)) == ["alpha", "bravo"], "exact again")
    }
  }

  @Test("OG scenario 95: sub-entities, unsaved and saved (OG-506)")
  func subentities() throws {
    for kind in Office.StoreKind.allCases {
      let office = try Office(kind)
      let manager = try office.context.insert("Manager")
      var request = ObjectRequest("Person")
      for _ in 0..<2 {
        request.includesSubentities = true
        #expect(try office.context.fetch(request) == [manager])
        request.includesSubentities = false
        #expect(try office.context.fetch(request).isEmpty)
        try office.context.save()
      }
    }
  }

  @Test("OG scenario 96: a missing value is unequal in memory and unknown in SQL (OG-507)")
  func missingValue() throws {
    let office = try Office(.sqlite)
    let person = try office.context.insert("Person")
    let request = ObjectRequest("Person", where: ObjectPredicate("name != \"x\""))
    #expect(try office.context.fetch(request) == [person])
    try office.context.save()
    #expect(try office.context.fetch(request).isEmpty)
  }

  @Test("OG scenario 97: an update out of the predicate and one into it (OG-502)")
  func updates() throws {
    for kind in Office.StoreKind.allCases {
      let office = try sample(kind)
      let found = try names(office.context.fetch(request("age BETWEEN {20, 26}")))
      #expect(found == ["charlie"], "alpha left, bravo was deleted")
      try office.context.save()
      let other = office.other()
      #expect(try names(other.fetch(request("age BETWEEN {20, 26}"))) == ["charlie"])
    }
  }

  @Test("OG-510: an object that is deleted here is not found, even if the request names it")
  func deletedIsNotFound() throws {
    let office = try sample(.sqlite)
    let bravo = try #require(office.context.deletedObjects.first)
    let named = ObjectRequest(
      "Person", where: ObjectPredicate("SELF IN %@", [.list([.object(bravo.objectID)])]))
    #expect(try office.context.fetch(named).isEmpty)
    office.context.reset()
    #expect(try office.context.fetch(named).count == 1)
  }

  @Test("OG-807: a fetch does not end the event, so observers see no half-made object")
  func aFetchPostsNothing() throws {
    let office = try Office()
    let context = office.context
    var events: [Int] = []
    let observation = context.observe {
      if case .didChange(let changes) = $0 { events.append(changes.inserted.count) }
    }
    defer { observation.cancel() }
    let ann = try context.insert("Person")
    _ = try context.fetch(ObjectRequest("Company"))
    _ = try context.count(ObjectRequest("Person"))
    _ = try context.fetchIDs(ObjectRequest("Company"))
    #expect(events == [])
    ann["name"] = .string("Ann")
    context.processPendingChanges()
    #expect(events == [1])
  }

  @Test("OG-511, OG-516: a fetch reports nothing of what it registers, and sees pending cascades")
  func noEvents() throws {
    let office = try Office(.sqlite)
    let ann = try office.context.insert("Person")
    let note = try office.context.insert("Note")
    note["author"] = .object(ann)
    try office.context.save()
    let reader = office.other()
    var count = 0
    let observation = reader.observe { _ in count += 1 }
    _ = try reader.fetch(ObjectRequest("Note"))
    #expect(count == 0)
    try reader.delete(reader.object(with: ann.objectID))
    #expect(try reader.fetch(ObjectRequest("Note")).isEmpty)
    observation.cancel()
  }

  @Test("OG-512, OG-911: a transient attribute in a predicate or sort key is refused by SQLite")
  func transient() throws {
    let office = try Office(.sqlite)
    _ = try office.context.insert("Person")
    #expect(throws: (any Error).self) {
      try office.context.fetch(request("mood == 'fine'"))
    }
    #expect(throws: (any Error).self) { try office.context.fetch(request(nil, sort: "mood")) }
  }

  @Test("OG-514: the defaults of a request")
  func defaults() {
    let request = ObjectRequest("Person")
    #expect(request.limit == 0 && request.offset == 0 && request.batchSize == 0)
    #expect(request.includesSubentities && request.includesPendingChanges)
    #expect(request.includesPropertyValues && request.returnsFaults && !request.isDistinct)
  }

  // MARK: - Several stores

  private func twoStores() throws -> (Office, SQLiteObjectStore, SQLiteObjectStore) {
    let office = try Office(.sqlite)
    let second = try SQLiteObjectStore(path: nil, model: office.model)
    try office.coordinator.add(second)
    let first = try #require(office.coordinator.stores.first as? SQLiteObjectStore)
    return (office, first, second)
  }

  @Test("OG scenario 98: a request for one of two stores (OG-509)")
  func affectedStores() throws {
    let (office, first, second) = try twoStores()
    let context = office.context
    for (name, store) in [("one", first), ("two", second)] {
      let person = try context.insert("Person")
      person["name"] = .string(name)
      try context.assign(person, to: store)
    }
    var request = request(nil)
    request.storeIdentifiers = [second.identifier]
    for _ in 0..<2 {
      let unsaved = context.hasChanges
      #expect(try names(context.fetch(request)) == ["two"], "unsaved: \(unsaved)")
      #expect(try context.count(request) == 1 && context.fetchIDs(request).count == 1)
      try context.save()
    }
    let one = try #require(try context.fetch(self.request("name == 'one'")).first)
    one["age"] = .integer(3)
    #expect(try names(context.fetch(request)) == ["two"])
    request.storeIdentifiers = nil
    #expect(try context.count(request) == 2)
  }

  @Test("OG scenario 99: an object is assigned to a store before its first save (OG-216, OG-410)")
  func assigned() throws {
    let (office, first, second) = try twoStores()
    let person = try office.context.insert("Person")
    try office.context.assign(person, to: second)
    let note = try office.context.insert("Note")
    note["author"] = .object(person)
    try office.context.save()
    #expect(person.objectID.uri.contains(second.identifier))
    #expect(note.objectID.uri.contains(second.identifier), "the store of what it is related to")
    let error = #expect(throws: ObjectMisuse.self) {
      try office.context.assign(person, to: first)
    }
    #expect(
      error?.description.hasSuffix(
        "Can’t reassign an object to a different store once it has been saved.") == true)
  }

  @Test("OG scenario 100: a relationship into another store cannot be saved (OG-410)")
  func externalRelationship() throws {
    let (office, first, second) = try twoStores()
    let context = office.context
    let people = try (0..<2).map { _ in try context.insert("Person") }
    try context.assign(people[0], to: first)
    try context.assign(people[1], to: second)
    people[0]["partner"] = .object(people[1])
    var error = #expect(throws: ObjectError.self) { try context.save() }
    #expect(error?.code.rawValue == 133_010 && error?.key == "partner")
    people[0]["partner"] = .null
    let tag = try context.insert("Tag")
    tag["word"] = .string("red")
    try context.assign(tag, to: second)
    tag["people"] = .objects([people[0]])
    error = #expect(throws: ObjectError.self) { try context.save() }
    #expect(error?.code == .externalRelationship)
    tag["people"] = .objects([people[1]])
    try context.save()
  }
}
