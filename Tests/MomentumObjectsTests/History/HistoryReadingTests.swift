import Foundation
import MomentumModel
import MomentumSQL
import MomentumTestSupport
import Testing

@testable import MomentumObjects

/// Reading and deleting the persistent history: rules SR-249 to SR-278.
@Suite struct HistoryReadingTests {
  private let world: BatchWorld
  private var context: ObjectContext { world.context }

  init() throws { world = try BatchWorld(options: BatchWorld.tracking) }

  /// Three transactions: a book and an author, a change of the book, a deletion.
  private func saveThree() throws {
    context.transactionAuthor = "one"
    let book = try world.insert("Novel", ["title": "a", "shelf": "x"])
    try world.insert("Author", ["name": "Ann"])
    try context.save()
    context.transactionAuthor = "two"
    book["plot"] = .string("p")
    book["title"] = .string("b")
    try context.save()
    context.transactionAuthor = "one"
    try context.delete(book)
    try context.save()
  }

  private func all(_ predicate: ObjectPredicate? = nil) throws -> [HistoryTransaction] {
    try context.fetchHistory(after: .token(nil), where: predicate)
  }

  @Test(
    "SR scenario 39 (SR-249, SR-257): one transaction with inserts, updates and deletes in order")
  func oneTransaction() throws {
    let kept = try world.insert("Book", ["title": "a"])
    let gone = try world.insert("Book", ["title": "b"])
    try context.save()
    kept["title"] = .string("z")
    try context.delete(gone)
    try world.insert("Author", ["name": "Ann"])
    try world.insert("Author", ["name": "Bob"])
    try context.save()
    let last = try #require(try all().last)
    #expect(last.number == 2)
    #expect(last.changes?.map(\.kind) == [0, 0, 1, 2])
    #expect(last.records?.map(\.number) == [3, 4, 5, 6])
    // A save without changes writes none.
    try context.save()
    #expect(try all().count == 2)
  }

  @Test(
    "SR scenario 40, 44 (SR-250, SR-253, SR-256): texts once each, in the order of their creation")
  func texts() throws {
    context.name = "main"
    try saveThree()
    let rows = try world.rows("SELECT Z_ENT, Z_OPT, ZNAME FROM ATRANSACTIONSTRING ORDER BY Z_PK")
    let process = ProcessInfo.processInfo.processName
    #expect(
      rows == [process, "one", "main", "two"].map { [.integer(16003), .null, .text($0)] })
    let transactions = try all()
    #expect(transactions.map(\.author) == ["one", "two", "one"])
    #expect(transactions.allSatisfy { $0.contextName == "main" && $0.processID == process })
    #expect(transactions.allSatisfy { $0.storeIdentifier == world.store.identifier })
  }

  @Test("SR scenario 41 (SR-259, SR-275): the changed properties of an update of a sub-entity")
  func changedProperties() throws {
    try saveThree()
    let changes = try #require(try all()[1].changes)
    guard case .updated(let id, let properties)? = changes.first else {
      Issue.record("no update")
      return
    }
    #expect(id.entityName == "Novel" && properties == ["plot", "title"])
    // Two to-ones, seven attributes with the elements of the composite, two to-manys.
    let bytes = try world.rows("SELECT LENGTH(ZCOLUMNS) FROM ACHANGE WHERE ZCHANGETYPE = 1")
    #expect(bytes == [[.integer(2)]])
  }

  @Test("SR scenario 42 (SR-261): a new member of a to-many is a change of the owner")
  func toMany() throws {
    let author = try world.insert("Author", ["name": "Ann"])
    try context.save()
    let book = try world.insert("Book", ["title": "a"])
    author["books"] = .objects([book])
    try context.save()
    let changes = try #require(try all().last?.changes)
    #expect(
      changes == [
        .inserted(book.objectID), .updated(author.objectID, properties: ["books"]),
      ])
  }

  @Test("SR scenario 45 (SR-264): nil reads everything, the current token nothing, oldest first")
  func tokens() throws {
    let empty = try #require(try world.coordinator.currentHistoryToken())
    #expect(empty.numbers == [world.store.identifier: 0])
    #expect(try all().isEmpty)
    try saveThree()
    let found = try all()
    #expect(found.map(\.number) == [1, 2, 3])
    let current = try world.coordinator.currentHistoryToken()
    #expect(current == found.last?.token)
    #expect(try context.fetchHistory(after: .token(current)).isEmpty)
    #expect(try context.fetchHistory(after: .token(found[0].token)).map(\.number) == [2, 3])
    #expect(try context.fetchHistory(after: .transaction(found[1])).map(\.number) == [3])
    #expect(try context.fetchHistory(after: .date(found[2].timestamp)).isEmpty)
    #expect(try context.fetchHistory(after: .date(0)).count == 3)
    // SR-270: the token of an empty store is fine here.
    #expect(try context.fetchHistory(after: .token(empty)).count == 3)
  }

  @Test("SR scenario 46 (SR-273): the named transaction stays, changes go with theirs")
  func deleting() throws {
    try saveThree()
    let last = try #require(try all().last)
    try context.deleteHistory(before: .token(nil))
    #expect(try all().count == 3)
    try context.deleteHistory(before: .transaction(last))
    #expect(try all().map(\.number) == [3])
    #expect(try world.column("ZTRANSACTIONID", "ACHANGE") == ["3"])
    try context.deleteHistory(before: .date(.greatestFiniteMagnitude))
    #expect(try all().isEmpty)
    // SR-274: texts stay; the next transaction has the next number.
    #expect(try world.rows("SELECT COUNT(*) FROM ATRANSACTIONSTRING") == [[.integer(3)]])
    try world.insert("Author", ["name": "Bob"])
    try context.save()
    #expect(try all().map(\.number) == [4])
  }

  @Test("SR-271: a token before deleted transactions, or of another store, is error 134301")
  func expiredTokens() throws {
    try saveThree()
    let found = try all()
    try context.deleteHistory(before: .transaction(found[2]))
    #expect(try context.fetchHistory(after: .token(found[1].token)).count == 1)
    let tokens = [
      found[0].token, HistoryToken(["other": 1]), HistoryToken([world.store.identifier: 99]),
    ]
    for token in tokens {
      let error = #expect(throws: ObjectError.self) {
        try context.fetchHistory(after: .token(token))
      }
      #expect(error?.code.rawValue == 134_301)
    }
  }

  @Test("SR scenario 47 (SR-260, SR-275): a deletion keeps the preserved attribute")
  func tombstones() throws {
    try saveThree()
    guard case .deleted(let id, let tombstone)? = try all().last?.changes?.first else {
      Issue.record("no deletion")
      return
    }
    #expect(id.entityName == "Novel")
    #expect(tombstone == ["shelf": .attribute(.string("x"))])
  }

  @Test("SR scenario 48 (SR-265, SR-267): transactions alone, and those of one author")
  func filters() throws {
    try saveThree()
    let bare = try context.fetchHistory(after: .token(nil), includesChanges: false)
    #expect(bare.count == 3 && bare.allSatisfy { $0.changes == nil })
    #expect(try all(ObjectPredicate("author == 'one'")).map(\.number) == [1, 3])
    #expect(try all(ObjectPredicate("author != 'one' AND contextName == nil")).count == 1)
    let first = try all()[0]
    let later = ObjectPredicate("token > %@", [.token(first.token)])
    #expect(try all(later).map(\.number) == [2, 3])
    #expect(try all(ObjectPredicate("transactionNumber <= 2")).count == 2)
    let date = ObjectPredicate("timestamp >= %@", [.value(.date(first.timestamp))])
    #expect(try all(date).count == 3)
    #expect(throws: (any Error).self) { try all(ObjectPredicate("writer == 'one'")) }
    #expect(throws: (any Error).self) { try all(ObjectPredicate("author ==")) }
  }

  @Test("SR-268, SR-269: conditions for changes, together with a token")
  func changeFilters() throws {
    try saveThree()
    let first = try #require(try all().first)
    func changes(_ format: String, _ arguments: [ObjectPredicate.Argument] = []) throws -> [Int64] {
      try context.fetchHistory(
        after: .token(nil), changesWhere: ObjectPredicate(format, arguments)
      ).flatMap { $0.records ?? [] }.map(\.number)
    }
    #expect(try changes("changedEntity == 'Novel'").count == 3)
    // Sub-entities are not included.
    #expect(try changes("changedEntity == 'Book'").isEmpty)
    #expect(try changes("changeType == 2") == [4])
    let author = try #require(
      first.changes?.first { $0.objectID.entityName == "Author" }?.objectID)
    #expect(try changes("changedObjectID == %@", [.object(author)]).count == 1)
    let both = try context.fetchHistory(
      after: .token(first.token), changesWhere: ObjectPredicate("changeType < 2"))
    #expect(both.map(\.number) == [2])
  }

  @Test("SR-265: the other kinds of results")
  func resultTypes() throws {
    try saveThree()
    var request = HistoryRequest(after: .token(nil))
    request.resultType = .count
    guard case .count(3) = try world.coordinator.execute(request) else {
      Issue.record("no count")
      return
    }
    request.resultType = .changesOnly
    guard case .changes(let changes) = try world.coordinator.execute(request) else {
      Issue.record("no changes")
      return
    }
    request.resultType = .objectIDs
    guard case .objectIDs(let ids) = try world.coordinator.execute(request) else {
      Issue.record("no identities")
      return
    }
    #expect(changes.map(\.kind) == [0, 0, 1, 2] && ids == changes.map(\.objectID))
  }

  @Test("SR scenario 49 (SR-276, SR-217): merged transactions are events of a results controller")
  func mergingTransactions() throws {
    var request = ObjectRequest("Author")
    request.sortKeys = [ObjectSort("name")]
    let view = world.other()
    let controller = try ResultsController(view, request)
    try controller.performFetch()
    var updates = 0
    controller.observe { _ in updates += 1 }
    let author = try world.insert("Author", ["name": "Ann"])
    try context.save()
    let first = try #require(try all().first)
    try ObjectContext.mergeRemoteChanges(first.mergedChanges, into: [view])
    #expect(updates == 1 && controller.objects?.map { $0.text("name") } == ["Ann"])
    author["name"] = .string("Zoe")
    try context.save()
    for transaction in try context.fetchHistory(after: .token(first.token)) {
      try ObjectContext.mergeRemoteChanges(transaction.mergedChanges, into: [view])
    }
    #expect(updates == 2 && controller.objects?.map { $0.text("name") } == ["Zoe"])
  }

  @Test("OG-814: nested contexts are merged after their parents, other coordinators not at all")
  func nestedContexts() throws {
    let author = try world.insert("Author", ["name": "Ann"])
    try context.save()
    let child = ObjectContext(parent: context)
    let inChild = try child.existingObject(with: author.objectID)
    #expect(inChild.text("name") == "Ann")
    let stranger = try BatchWorld()
    let changes = try context.executeForChanges(
      .update("Author", set: ["name": .string("Bob")]))
    try ObjectContext.mergeRemoteChanges(changes, into: [child, stranger.context, context])
    #expect(author.text("name") == "Bob" && inChild.text("name") == "Bob")
    #expect(stranger.context.registeredObjects.isEmpty)
  }

  @Test("SR scenario 50 (SR-272): an archived token gives the same answer in another coordinator")
  func archivedToken() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.path + "/books.sqlite"
      let first = try BatchWorld(path: path, options: BatchWorld.tracking)
      try first.insert("Author", ["name": "Ann"])
      try first.context.save()
      let token = try #require(try first.coordinator.currentHistoryToken())
      try first.insert("Author", ["name": "Bob"])
      try first.context.save()
      let data = try JSONEncoder().encode(token)
      first.coordinator.remove(first.store)
      let second = try BatchWorld(path: path, options: BatchWorld.tracking)
      let decoded = try JSONDecoder().decode(HistoryToken.self, from: data)
      #expect(decoded == token)
      let found = try second.context.fetchHistory(after: .token(decoded))
      #expect(found.map(\.number) == [2])
      #expect(
        token.description
          == "<NSPersistentHistoryToken - {\n    \"\(second.store.identifier)\" = 1;\n}>")
    }
  }

  @Test(
    "SR scenario 51 (SR-246, SR-105): opened without tracking, a store with a history is read-only")
  func openedWithoutTracking() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.path + "/books.sqlite"
      let first = try BatchWorld(path: path, options: BatchWorld.tracking)
      try first.insert("Author", ["name": "Ann"])
      try first.context.save()
      first.coordinator.remove(first.store)
      let second = try BatchWorld(path: path)
      #expect(second.store.isReadOnly && second.store.warning != nil)
      #expect(throws: (any Error).self) {
        try second.context.execute(.update("Author", set: ["name": .null]))
      }
      let author = try #require(try second.context.fetch(ObjectRequest("Author")).first)
      author["name"] = .string("Bob")
      #expect(throws: (any Error).self) { try second.context.save() }
    }
  }

  @Test("Stores without a history: no token, no transactions, nothing to delete (SR-45)")
  func noHistory() throws {
    let plain = try BatchWorld()
    try plain.coordinator.add(MemoryObjectStore(plain.model))
    #expect(try plain.coordinator.currentHistoryToken() == nil)
    #expect(try plain.context.fetchHistory(after: .token(nil)).isEmpty)
    try plain.context.deleteHistory(before: .date(1))
  }

  @Test("SR-260: a store with fewer columns for kept values than the model has keeps what it can")
  func fewerTombstones() throws {
    let book = try world.insert("Book", ["title": "a", "shelf": "x"])
    try context.save()
    _ = try world.rows("ALTER TABLE ACHANGE DROP COLUMN ZTOMBSTONE0")
    try context.delete(book)
    try context.save()
    let change = try all().last?.changes?.first
    guard case .deleted(let id, let tombstone)? = change else {
      Issue.record("no deletion")
      return
    }
    #expect(id == book.objectID && tombstone.isEmpty)
  }

  @Test("Rows that nobody of this version wrote are left out")
  func foreignRows() throws {
    try saveThree()
    _ = try world.rows("UPDATE ACHANGE SET ZENTITY = 4711 WHERE Z_PK = 1")
    _ = try world.rows("UPDATE ACHANGE SET ZCHANGETYPE = 'x' WHERE Z_PK = 2")
    _ = try world.rows("UPDATE ACHANGE SET ZCOLUMNS = x'FFFFFFFFFFFFFF' WHERE Z_PK = 3")
    let found = try all()
    #expect(found.map { $0.changes?.count } == [0, 1, 1])
    guard case .updated(_, let properties)? = found[1].changes?.first else {
      Issue.record("no update")
      return
    }
    #expect(properties.contains("title") && properties.contains("pace"))
  }
}
