import MomentumModel
import MomentumRuntime
import MomentumSQL
import Testing

@testable import MomentumObjects

/// Batch updates: rules SR-157 to SR-163 and SR-171 to SR-176.
@Suite struct BatchUpdateTests {
  private let world: BatchWorld
  private var context: ObjectContext { world.context }

  init() throws {
    world = try BatchWorld(options: BatchWorld.tracking)
    try world.insert("Book", ["title": "a", "shelf": "x"])
    try world.insert("Book", ["title": "b", "shelf": "x"])
    try world.insert("Novel", ["title": "c", "shelf": "x"])
    try world.context.save()
  }

  private func title(_ text: String) -> ObjectPredicate {
    ObjectPredicate("title == %@", [.value(.string(text))])
  }

  @Test("SR scenario 28 (SR-162, SR-171): the number of objects, and Z_OPT of each is one more")
  func count() throws {
    let count = try context.execute(
      .update(
        "Book", where: ObjectPredicate("title IN {'a', 'c'}"),
        set: ["shelf": .string("y"), "pages": .integer(7)]))
    #expect(count == 2)
    let versions = try world.rows("SELECT ZTITLE, Z_OPT, ZSHELF, ZPAGES FROM ZBOOK ORDER BY ZTITLE")
    #expect(
      versions == [
        [.text("a"), .integer(2), .text("y"), .integer(7)],
        [.text("b"), .integer(1), .text("x"), .integer(5)],
        [.text("c"), .integer(2), .text("y"), .integer(7)],
      ])
  }

  @Test("SR-174: identities of all matched rows, of sub-entities only if they are wanted")
  func identities() throws {
    let all = try context.executeForChanges(.update("Book", set: ["shelf": .string("x")]))
    #expect(all.updated.map(\.entityName).sorted() == ["Book", "Book", "Novel"])
    let own = try context.execute(
      .update("Book", set: ["shelf": .null], includesSubentities: false))
    #expect(own == 2)
    let row = try world.rows("SELECT ZSHELF FROM ZBOOK WHERE ZTITLE = 'c'")
    #expect(row == [[.text("x")]])
  }

  @Test("SR-172: an expression is computed from the object's own values")
  func expressions() throws {
    let count = try context.execute(
      .update("Book", where: title("a"), computing: ["pages": "pages * 2 + 1"]))
    #expect(count == 1)
    let pages = try world.rows("SELECT ZPAGES FROM ZBOOK ORDER BY ZTITLE")
    #expect(pages == [[.integer(11)], [.integer(5)], [.integer(5)]])
  }

  @Test("SR-173: a condition may lead over a relationship")
  func joins() throws {
    let author = try world.insert("Author", ["name": "Ann"])
    let book = try #require(try context.fetch(ObjectRequest("Book", where: title("b"))).first)
    book["author"] = .object(author)
    try context.save()
    let count = try context.execute(
      .update("Book", where: ObjectPredicate("author.name == 'Ann'"), set: ["pages": .integer(1)]))
    #expect(count == 1)
  }

  @Test("Elements of a composite attribute are set one by one or together")
  func composites() throws {
    try context.execute(
      .update("Book", where: title("a"), set: ["size": .composite(["width": .double(1)])]))
    try context.execute(.update("Book", where: title("a"), set: ["size.height": .double(2)]))
    let book = try #require(try context.fetch(ObjectRequest("Book", where: title("a"))).first)
    context.refresh(book, keepingChanges: false)
    context.stalenessInterval = 0
    #expect(book["size"] == .composite(["width": .double(1), "height": .double(2)]))
  }

  @Test("SR scenario 28 (SR-171, SR-172): wrong keys and values are misuse")
  func misuse() throws {
    let wrong: [[String: PropertyValue]] = [
      ["titel": .string("x")], ["author": .null], ["author.name": .string("x")],
      ["title": .integer(3)], ["mood": .string("x")], ["size.depth": .double(1)], [:],
    ]
    for values in wrong {
      let error = #expect(throws: ObjectMisuse.self, "\(values)") {
        try context.execute(.update("Book", set: values))
      }
      guard let key = values.keys.first, key == "titel" || key.hasPrefix("author") else { continue }
      let text = "Invalid string key \(key) passed to propertiesToUpdate:"
      #expect(error?.description.hasPrefix(text) == true)
    }
    #expect(try world.column("Z_OPT", "ZBOOK") == ["1", "1", "1"])
  }

  @Test("A wrong expression is refused, and nothing changes")
  func wrongExpression() throws {
    #expect(throws: StoreFailure.self) {
      try context.execute(.update("Book", computing: ["pages": "title"]))
    }
    #expect(throws: ObjectMisuse.self) {
      try context.execute(
        .update("Book", set: ["pages": .integer(1)], computing: ["pages": "pages"]))
    }
    #expect(try world.column("Z_OPT", "ZBOOK") == ["1", "1", "1"])
  }

  @Test("SR-175: nil is written for a required attribute; a unique value for two rows is refused")
  func rules() throws {
    try context.execute(.update("Book", where: title("a"), set: ["title": .null]))
    #expect(try world.rows("SELECT COUNT(*) FROM ZBOOK WHERE ZTITLE IS NULL") == [[.integer(1)]])
    try context.execute(
      .insert("Item", [["code": .string("a")], ["code": .string("b")]]))
    let error = #expect(throws: ObjectError.self) {
      try context.execute(.update("Item", set: ["code": .string("z")]))
    }
    #expect(error?.code == .constraintConflict && error?.key == "code")
    #expect(try world.column("ZCODE", "ZITEM") == ["a", "b"])
  }

  @Test(
    "SR scenario 29 (SR-161): a refresh gives the cached row unless the staleness interval is 0")
  func staleness() throws {
    let book = try #require(try context.fetch(ObjectRequest("Book", where: title("a"))).first)
    #expect(book.text("shelf") == "x")
    try context.execute(.update("Book", set: ["shelf": .string("y")]))
    #expect(book.text("shelf") == "x" && !context.hasChanges)
    context.refresh(book, keepingChanges: false)
    #expect(book.text("shelf") == "x")
    context.stalenessInterval = 0
    context.refresh(book, keepingChanges: false)
    #expect(book.text("shelf") == "y")
  }

  @Test("SR-159 (OG scenario 59): merged identities show the new values, below unsaved changes")
  func merging() throws {
    let other = world.other()
    let book = try #require(try context.fetch(ObjectRequest("Book", where: title("a"))).first)
    let same = try #require(try other.fetch(ObjectRequest("Book", where: title("a"))).first)
    _ = (book.text("shelf"), same.text("shelf"))
    same["pages"] = .integer(99)
    let changes = try context.executeForChanges(
      .update("Book", where: title("a"), set: ["shelf": .string("y"), "pages": .integer(1)]))
    try ObjectContext.mergeRemoteChanges(changes, into: [context, other])
    #expect(book.text("shelf") == "y" && book["pages"] == .integer(1))
    #expect(same.text("shelf") == "y" && same["pages"] == .integer(99))
    // The merged context knows the new version, so it can save.
    try other.save()
    #expect(try world.rows("SELECT ZPAGES FROM ZBOOK WHERE Z_PK = 1") == [[.integer(99)]])
  }

  @Test("SR-162: the save of an object that was not merged conflicts")
  func conflict() throws {
    let book = try #require(try context.fetch(ObjectRequest("Book", where: title("a"))).first)
    book["pages"] = .integer(2)
    try context.execute(.update("Book", set: ["shelf": .string("y")]))
    let error = #expect(throws: ObjectError.self) { try context.save() }
    #expect(error?.code == .mergeConflict)
  }

  @Test("SR-160: one transaction with the author and a change for each row")
  func history() throws {
    context.transactionAuthor = "batch"
    context.name = "worker"
    try context.execute(
      .update("Book", where: ObjectPredicate("title != 'b'"), set: ["shelf": .string("y")]))
    let transactions = try context.fetchHistory(
      after: .token(nil), where: ObjectPredicate("author == 'batch'"))
    #expect(transactions.count == 1 && transactions[0].contextName == "worker")
    let changes = try #require(transactions.first?.changes)
    #expect(changes.map(\.objectID.entityName) == ["Book", "Novel"])
    for change in changes {
      guard case .updated(_, ["shelf"]) = change else {
        Issue.record("\(change)")
        continue
      }
    }
  }

  @Test("SR-160: a batch of a child context is signed by the context that saves")
  func historyOfAChild() throws {
    let child = ObjectContext(parent: context)
    (context.transactionAuthor, context.name) = ("root", "main")
    (child.transactionAuthor, child.name) = ("child", "editor")
    try child.execute(.update("Book", set: ["shelf": .string("y")]))
    let transaction = try #require(try context.fetchHistory(after: .token(nil)).last)
    #expect(transaction.author == "root" && transaction.contextName == "main")
  }
}
