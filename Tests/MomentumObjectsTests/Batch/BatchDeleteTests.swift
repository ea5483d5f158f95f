import MomentumModel
import MomentumSQL
import Testing

@testable import MomentumObjects

/// Batch deletions: rules SR-157 to SR-163 and SR-177 to SR-185.
@Suite struct BatchDeleteTests {
  private let world: BatchWorld
  private var context: ObjectContext { world.context }

  /// Book `a` has two chapters and an author, book `b` a tag, novel `c` nothing.
  init() throws {
    world = try BatchWorld(options: BatchWorld.tracking)
    let a = try world.insert("Book", ["title": "a", "shelf": "x"])
    let b = try world.insert("Book", ["title": "b"])
    try world.insert("Novel", ["title": "c"])
    for text in ["1", "2"] { try world.insert("Chapter", ["text": text])["book"] = .object(a) }
    a["author"] = .object(try world.insert("Author", ["name": "Ann"]))
    b["tags"] = .objects([try world.insert("Tag", ["word": "t"])])
    try context.save()
  }

  private func request(_ entity: String, _ format: String? = nil) -> ObjectRequest {
    ObjectRequest(entity, where: format.map { ObjectPredicate($0) })
  }

  private func book(_ title: String) throws -> ManagedObject {
    try #require(try context.fetch(request("Book", "title == '\(title)'")).first)
  }

  @Test("SR scenario 21 (SR-157, SR-159): contexts do not change until the identities are merged")
  func merging() throws {
    let book = try book("a")
    let changes = try context.executeForChanges(.delete(request("Book", "title == 'a'")))
    #expect(changes.deleted == [book.objectID])
    #expect(!book.isDeleted && book.text("title") == "a" && !context.hasChanges)
    #expect(context.registeredObject(for: book.objectID) === book)
    try ObjectContext.mergeRemoteChanges(changes, into: [context])
    #expect(book.isDeleted)
    try context.save()
    #expect(context.registeredObject(for: book.objectID) == nil)
  }

  @Test("SR scenario 22 (SR-179, SR-183): Cascade takes the chapters, which are not in the result")
  func cascade() throws {
    let changes = try context.executeForChanges(.delete(request("Book", "title == 'a'")))
    #expect(changes.deleted.map(\.entityName) == ["Book"])
    #expect(try world.count("Chapter") == 0)
    #expect(try world.count("Author") == 1)
  }

  @Test("SR scenario 22 (SR-179): Nullify clears the key of an optional inverse")
  func nullify() throws {
    #expect(try context.execute(.delete(request("Author"))) == 1)
    #expect(try world.column("ZAUTHOR", "ZBOOK") == ["-", "-", "-"])
    #expect(try world.column("Z_OPT", "ZBOOK") == ["2", "1", "1"])
  }

  @Test("SR scenario 23 (SR-179, SR-182): a required inverse fails, and nothing is deleted")
  func requiredInverse() throws {
    let error = #expect(throws: ObjectError.self) {
      try context.execute(.delete(request("Book")))
    }
    #expect(error?.code.rawValue == 134_060)
    #expect(
      error?.description
        == "Constraint trigger violation: Batch delete failed due to mandatory MTM nullify inverse "
        + "on Book/tags")
    #expect(try world.count("Book") == 3 && world.count("Chapter") == 2)
    #expect(try context.fetchHistory(after: .token(nil)).count == 1)
    // The other way round the inverse is optional. Without the tag, the same request succeeds.
    #expect(try context.execute(.delete(request("Tag"))) == 1)
    #expect(try context.execute(.delete(request("Book"))) == 3)
  }

  @Test("SR-179: a to-one relationship whose inverse is required")
  func requiredToOne() throws {
    let genre = try world.insert("Genre", ["word": "g"])
    try book("a")["genre"] = .object(genre)
    try book("b")["genre"] = .object(genre)
    try context.save()
    // The genre keeps another book, and yet the rule refuses.
    let error = #expect(throws: ObjectError.self) {
      try context.execute(.delete(request("Book", "title == 'a'")))
    }
    #expect(error?.description.hasSuffix("mandatory OTO nullify inverse on Book/genre") == true)
  }

  @Test("SR-180: Deny is not looked at, and the key is left")
  func deny() throws {
    let genre = try world.insert("Genre", ["word": "g"])
    try book("c")["genre"] = .object(genre)
    try context.save()
    #expect(try context.execute(.delete(request("Genre"))) == 1)
    #expect(try world.rows("SELECT COUNT(*) FROM ZBOOK WHERE ZGENRE = 1") == [[.integer(1)]])
  }

  @Test("SR-177, SR-178: limit and order choose, sub-entities are in unless the request says no")
  func requests() throws {
    var first = request("Chapter")
    first.sortKeys = [ObjectSort("text", ascending: false)]
    first.limit = 1
    #expect(try context.execute(.delete(first)) == 1)
    #expect(try world.column("ZTEXT", "ZCHAPTER") == ["1"])
    var own = request("Book", "title == 'c'")
    own.includesSubentities = false
    #expect(try context.execute(.delete(own)) == 0)
    own.includesSubentities = true
    #expect(try context.execute(.delete(own)) == 1)
    #expect(try context.execute(.delete(request("Chapter", "book.title == 'a'"))) == 1)
  }

  @Test("SR scenario 24 (SR-177): identities are of one entity")
  func identities() throws {
    let ids = [try book("a").objectID, try book("c").objectID]
    #expect(throws: ObjectMisuse.self) { try context.execute(.deleteObjects(ids)) }
    #expect(throws: ObjectMisuse.self) { try context.execute(.deleteObjects([])) }
    #expect(try world.count("Book") == 3)
    let missing = ObjectID(ids[0].place, 4711)
    #expect(try context.execute(.deleteObjects([ids[0], missing])) == 1)
    #expect(try world.count("Book") == 2)
    #expect(try world.count("Chapter") == 0)
  }

  @Test("SR-184, SR-260: a change for each row, cascaded ones too, with tombstones")
  func history() throws {
    let before = try world.coordinator.currentHistoryToken()
    try context.execute(.delete(request("Book", "title == 'a'")))
    let transactions = try context.fetchHistory(after: .token(before))
    #expect(transactions.count == 1)
    var texts: [String] = []
    for change in transactions.first?.changes ?? [] {
      switch change {
      case .inserted(let id): texts.append("+\(id.entityName)")
      case .updated(let id, let properties):
        texts.append("~\(id.entityName) \(properties.sorted())")
      case .deleted(let id, let tombstone):
        let isShelf = tombstone == ["shelf": .attribute(.string("x"))]
        texts.append("-\(id.entityName)\(isShelf ? " shelf" : "")")
        #expect(isShelf || tombstone.isEmpty)
      }
    }
    #expect(texts == [#"~Author ["books"]"#, "-Book shelf", "-Chapter", "-Chapter"])
  }

  @Test("OG scenario 141 (OG-620): the save of an object whose row has gone is error 133020")
  func saveAfterDelete() throws {
    let book = try book("c")
    _ = book.text("title")
    try context.execute(.deleteObjects([book.objectID]))
    book["title"] = .string("z")
    let error = #expect(throws: ObjectError.self) { try context.save() }
    #expect(error?.code.rawValue == 133_020)
  }

  @Test("SR-59: other stores refuse batch requests by name")
  func otherStores() throws {
    let coordinator = StoreCoordinator(world.model)
    try coordinator.add(MemoryObjectStore(world.model))
    let context = ObjectContext(coordinator)
    let requests: [(BatchRequest, String)] = [
      (.insert("Book", [["title": .string("a")]]), "NSBatchInsertRequest"),
      (.update("Book", set: ["pages": .integer(1)]), "NSBatchUpdateRequest"),
      (.delete(request("Book")), "NSBatchDeleteRequest"),
    ]
    for (request, name) in requests {
      let error = #expect(throws: ObjectError.self) { try context.execute(request) }
      #expect(error?.code.rawValue == 134_091)
      #expect(error?.description.contains(name) == true)
    }
  }

  @Test("The statements of a batch are announced; if one fails, nothing has changed")
  func statements() throws {
    struct Stop: Error {}
    let failing = Locked("")
    let log = Locked<[String]>([])
    var options = BatchWorld.tracking
    options.hooks.willRun = { sql in
      log.withLock { $0.append(sql) }
      if failing.withLock({ !$0.isEmpty && sql.hasPrefix($0) }) { throw Stop() }
    }
    let world = try BatchWorld(options: options)
    let book = try world.insert("Book", ["title": "a"])
    try world.insert("Chapter", ["text": "1"])["book"] = .object(book)
    try world.context.save()
    for head in [
      "BEGIN", "SELECT Z_PK, Z_ENT", "DELETE FROM ZBOOK", "INSERT INTO ACHANGE", "COMMIT",
    ] {
      failing.withLock { $0 = head }
      #expect(throws: (any Error).self, "\(head)") {
        try world.context.execute(.delete(ObjectRequest("Book")))
      }
      failing.withLock { $0 = "" }
      #expect(try world.count("Book") == 1 && world.count("Chapter") == 1)
    }
    log.withLock { $0 = [] }
    try world.context.execute(.delete(ObjectRequest("Book")))
    let statements = log.withLock { $0 }
    #expect(statements.first == "BEGIN IMMEDIATE" && statements.last == "COMMIT")
    #expect(statements.contains { $0.hasPrefix("DELETE FROM ZCHAPTER WHERE Z_PK") })
    #expect(statements.contains { $0.hasPrefix("INSERT INTO ATRANSACTION") })
  }
}
