import Foundation
import MomentumModel
import MomentumTestSupport
import Testing

@testable import MomentumObjects

/// Stores that a program has written itself (SR-294 to SR-309).
@Suite struct CustomStoreTests {
  private let container: ObjectContainer
  private let made = Locked<DictionaryStore?>(nil)

  init() throws {
    container = ObjectContainer(try compiledModel(Office.entities))
    container.descriptions = [StoreDescription(.custom(type: "Dictionary", path: nil))]
    container.coordinator.observe { _ in }
    let made = made
    container.coordinator.register("Dictionary") { _, id in
      let store = DictionaryStore(id)
      made.withLock { $0 = store }
      return .incremental(store)
    }
  }

  private func open() throws -> DictionaryStore {
    try container.openStores()
    return try #require(made.withLock { $0 })
  }

  private var context: ObjectContext { container.viewContext }

  @Test("SR-294: the metadata names the store; without an identifier it is not added")
  func metadata() throws {
    _ = try open()
    #expect(container.coordinator.openStores.map(\.identifier) == ["DICTIONARY"])
    #expect(
      container.coordinator[metadata: "DICTIONARY"]?["NSStoreType"] == .string("Dictionary"))
    let other = ObjectContainer(try compiledModel(Office.entities))
    other.coordinator.observe { _ in }
    other.coordinator.register("Nameless") { _, id in
      let store = DictionaryStore(id)
      store.metadata = [:]
      return .incremental(store)
    }
    other.descriptions = [StoreDescription(.custom(type: "Nameless", path: nil))]
    #expect(throws: ObjectError.self) { try other.openStores() }
    #expect(other.coordinator.openStores.isEmpty)
  }

  @Test("SR scenario 83, SR-295, SR-299: fetched objects are filled when they are used")
  func fetch() throws {
    let store = try open()
    try store.put(
      "Person", "b", ["name": .attribute(.string("Bob")), "age": .attribute(.integer(30))])
    try store.put(
      "Person", "a", ["name": .attribute(.string("Ann")), "age": .attribute(.integer(40))])
    var request = ObjectRequest("Person", where: ObjectPredicate("age > 10"))
    request.sortKeys = [ObjectSort("age")]
    #expect(try context.fetch(request).map { $0.text("name") } == ["Bob", "Ann"])
    request.limit = 1
    #expect(try context.fetchIDs(request).map(\.reference) == ["b"])
    #expect(try context.count(request) == 1)
    request.limit = 0
    request.propertiesToFetch = ["max:(age) AS oldest"]
    #expect(try context.fetchDictionaries(request) == [["oldest": .attribute(.integer(40))]])
  }

  @Test("SR-295: a store that finds objects itself is believed")
  func matching() throws {
    container.coordinator.register("Dictionary") { [made] _, id in
      let store = DictionaryStore(id, filters: true)
      made.withLock { $0 = store }
      return .incremental(store)
    }
    let store = try open()
    try store.put("Person", "a", ["name": .attribute(.string("Ann"))])
    _ = store.takeLog()
    #expect(try context.fetchIDs(ObjectRequest("Person")).count == 1)
    #expect(store.takeLog() == ["fetch Person"], "no values are read for identities")
    #expect(try context.fetch(ObjectRequest("Person")).map { $0.text("name") } == ["Ann"])
  }

  @Test(
    "SR scenario 83, SR-297, SR-298: a save has inserts, updates and deletes; one without is sent")
  func save() throws {
    let store = try open()
    let ann = try context.insert("Person")
    ann["name"] = .string("Ann")
    let acme = try context.insert("Company")
    ann["company"] = .object(acme)
    try context.save()
    #expect(!ann.objectID.isTemporary)
    let record = try #require(store.record(ann.objectID))
    #expect(record.values["company"] == .identity(acme.objectID))
    #expect(record.values["age"] == .attribute(.integer(18)))
    ann["age"] = .integer(19)
    try context.save()
    #expect(store.record(ann.objectID)?.version == 2)
    #expect(store.record(ann.objectID)?.values["name"] == .attribute(.string("Ann")))
    _ = store.takeLog()
    try context.save()
    #expect(store.takeLog() == ["save 0"])
    ann["company"] = .null
    try context.save()
    try context.delete(ann)
    try context.save()
    #expect(store.record(ann.objectID) == nil)
  }

  @Test("SR scenario 83, SR-300: a to-many relationship is read at its first use, and once")
  func toMany() throws {
    let store = try open()
    let acme = try store.put("Company", "acme", ["name": .attribute(.string("Acme"))])
    for name in ["Ann", "Bob"] {
      try store.put(
        "Person", name, ["name": .attribute(.string(name)), "company": .identity(acme)])
    }
    let company = context.object(with: acme)
    #expect(company.text("name") == "Acme")
    #expect(!store.takeLog().contains("members people"))
    #expect(company.names("people") == ["Ann", "Bob"])
    #expect(company.names("people") == ["Ann", "Bob"])
    #expect(store.takeLog().filter { $0 == "members people" }.count == 1)
    let request = ObjectRequest("Person", where: ObjectPredicate("company.name == 'Acme'"))
    #expect(try context.count(request) == 2)
  }

  @Test("SR-300: pairs of a many-to-many relationship are written for both sides")
  func manyToMany() throws {
    let store = try open()
    let ann = try context.insert("Person")
    let tag = try context.insert("Tag")
    tag["word"] = .string("x")
    try ann.add(tag, toRelationship: "tags")
    try context.save()
    #expect(store.record(ann.objectID)?.values["tags"] == .identities([tag.objectID]))
    #expect(store.record(tag.objectID)?.values["people"] == .identities([ann.objectID]))
    try ann.remove(tag, fromRelationship: "tags")
    try context.save()
    #expect(store.record(tag.objectID)?.values["people"] == .identities([]))
  }

  @Test("SR scenario 83, SR-301: URIs escape what a path cannot have, and '/' stays")
  func uris() throws {
    let store = try open()
    let id = try store.put("Person", "a b/c", [:])
    #expect(id.uri == "x-coredata://DICTIONARY/Person/pa%20b/c")
    #expect(container.coordinator.objectID(forURI: id.uri) == id)
    #expect(try store.put("Person", "a b/c", [:]) == id, "equal references are equal objects")
    let other = try #require(
      container.coordinator.objectID(forURI: "x-coredata://DICTIONARY/Person/pq%20r"))
    #expect(other.reference == "q%20r", "an unknown reference is not decoded")
    #expect(throws: ObjectError.self) { try context.existingObject(with: other) }
  }

  @Test("SR-305: a version that somebody else has raised is a conflict")
  func conflict() throws {
    let store = try open()
    let id = try store.put("Person", "a", ["name": .attribute(.string("Ann"))])
    let ann = context.object(with: id)
    ann["name"] = .string("Anna")
    try store.put("Person", "a", ["name": .attribute(.string("Anne"))])
    let error = #expect(throws: ObjectError.self) { try context.save() }
    #expect(error?.code == .mergeConflict)
    context.mergePolicy = .objectTrump
    try context.save()
    #expect(store.record(id)?.values["name"] == .attribute(.string("Anna")))
    #expect(store.record(id)?.version == 3)
  }

  @Test("A value of another type than the model's is an error, not a trap")
  func wrongValue() throws {
    let store = try open()
    let id = try store.put("Person", "a", ["age": .attribute(.string("old"))])
    #expect(throws: ObjectError.self) { try context.existingObject(with: id) }
    let wrong = try store.put("Person", "b", ["company": .identity(id)])
    #expect(throws: ObjectError.self) { try context.existingObject(with: wrong) }
  }

  @Test("SR-299: a record that has gone is an error for existingObject")
  func gone() throws {
    let store = try open()
    let id = try store.put("Person", "a", [:])
    try context.delete(context.existingObject(with: id))
    try context.save()
    let error = #expect(throws: ObjectError.self) { try context.existingObject(with: id) }
    #expect(error?.code == .referentialIntegrity)
    container.close()
    #expect(store.takeLog().last == "close")
  }
}

/// Stores of whole files that a program has written itself.
@Suite struct CustomAtomicStoreTests {
  private func container(_ path: String) throws -> ObjectContainer {
    let container = ObjectContainer(try compiledModel(Office.entities))
    container.coordinator.observe { _ in }
    container.coordinator.register("Lines") { path, id in .atomic(LineStore(path ?? "", id)) }
    container.descriptions = [StoreDescription(.custom(type: "Lines", path: path))]
    try container.openStores()
    return container
  }

  @Test("SR-307 to SR-309: a file is read as a whole and written as a whole")
  func wholeFile() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("a.txt").path
      var uri = ""
      var identifier = ""
      do {
        let container = try container(path)
        let context = container.viewContext
        let ann = try context.insert("Person")
        ann["name"] = .string("Ann")
        let tags = try ["x", "y"].map { word in
          let tag = try context.insert("Tag")
          tag["word"] = .string(word)
          return tag
        }
        ann["tags"] = .objects(tags)
        let acme = try context.insert("Company")
        acme["name"] = .string("Acme")
        ann["company"] = .object(acme)
        try context.save()
        uri = ann.objectID.uri
        identifier = container.coordinator.openStores[0].identifier
      }
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(text.hasPrefix(identifier + "\n"))
      #expect(text.contains("|name=Ann|"))
      let container = try container(path)
      #expect(container.coordinator.openStores[0].identifier == identifier)
      let id = try #require(container.coordinator.objectID(forURI: uri))
      let ann = try container.viewContext.existingObject(with: id)
      #expect(ann.names("tags", by: "word") == ["x", "y"])
      #expect(ann.object("company")?.names("people") == ["Ann"])
      var request = ObjectRequest("Person", where: ObjectPredicate("ANY tags.word == 'x'"))
      request.sortKeys = [ObjectSort("name")]
      #expect(try container.viewContext.fetch(request) == [ann])
      let new = try container.viewContext.insert("Person")
      try container.viewContext.save()
      #expect(new.objectID.reference == "5", "references go on")
    }
  }

  @Test("SR-282: an atomic store has no derived attributes")
  func derived() throws {
    let text = """
      <entity name="A"><attribute name="n" optional="YES" attributeType="String"/><attribute \
      name="d" optional="YES" attributeType="String" derived="YES" derivationExpression="n"/></entity>
      """
    let container = ObjectContainer(try compiledModel(text))
    container.coordinator.observe { _ in }
    container.coordinator.register("Lines") { path, id in .atomic(LineStore(path ?? "", id)) }
    container.descriptions = [StoreDescription(.custom(type: "Lines", path: "/none/x"))]
    #expect(throws: ObjectMisuse.self) { try container.openStores() }
  }
}
