import MomentumModel
import MomentumSQL
import Testing

@testable import MomentumObjects

/// Batch insertions: rules SR-157 to SR-170, OG-614 and OG-825.
@Suite struct BatchInsertTests {
  private func items(_ codes: [String], place: String) -> [[String: PropertyValue]] {
    codes.map { ["code": .string($0), "place": .string(place)] }
  }

  @Test(
    "SR scenario 25 (SR-164, SR-167): 1,000 dictionaries are 1,000 rows, and Z_MAX is 1,000 more")
  func dictionaries() throws {
    let world = try BatchWorld()
    try world.insert("Book", ["title": "first"])
    try world.context.save()
    let objects = (0..<1000).map { ["title": PropertyValue.string("b\($0)")] }
    #expect(try world.context.execute(.insert("Book", objects)) == 1000)
    #expect(try world.count("Book") == 1001)
    let highest = try world.rows("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Book'")
    #expect(highest == [[.integer(1001)]])
    // SR-165: what is left out has the default of the model, or NULL.
    let row = try world.rows(
      "SELECT Z_PK, Z_OPT, ZPAGES, ZSHELF, ZTITLE FROM ZBOOK WHERE Z_PK = 1001")
    #expect(row == [[.integer(1001), .integer(1), .integer(5), .null, .text("b999")]])
    // The next save goes on after the new keys.
    let next = try world.insert("Book", ["title": "next"])
    try world.context.save()
    #expect(next.objectID.number == 1002)
  }

  @Test("SR scenario 26 (SR-164): a handler that is done at once inserts nothing")
  func handlerThatIsDone() throws {
    let world = try BatchWorld(options: BatchWorld.tracking)
    let result = try world.context.execute(.insertDictionaries("Book") { _ in true })
    #expect(result == 0)
    #expect(try world.count("Book") == 0)
    #expect(try world.rows("SELECT COUNT(*) FROM ATRANSACTION") == [[.integer(0)]])
  }

  @Test("SR-164: a handler gets an empty dictionary each time, and its last one is not inserted")
  func dictionaryHandler() throws {
    let world = try BatchWorld()
    var number = 0
    let result = try world.context.execute(
      .insertDictionaries("Book") { values in
        #expect(values.isEmpty)
        number += 1
        values["title"] = .string("b\(number)")
        return number == 4
      })
    #expect(result == 3)
    #expect(try world.column("ZTITLE", "ZBOOK") == ["b1", "b2", "b3"])
  }

  @Test("SR-164, SR-170: an object handler fills objects of no context, also of a sub-entity")
  func objectHandler() throws {
    let world = try BatchWorld()
    var number: Int64 = 0
    try world.context.execute(
      .insertObjects("Novel") { novel in
        #expect(novel.context == nil)
        guard number < 2 else { return true }
        number += 1
        novel["title"] = .string("n")
        novel["pace"] = .integer(number)
        novel["mood"] = .string("never stored")
        return false
      })
    #expect(try world.column("ZPACE", "ZBOOK") == ["1", "2"])
    let entities = try world.context.fetch(ObjectRequest("Book")).map(\.entityName)
    #expect(entities == ["Novel", "Novel"])
    #expect(world.context.hasChanges == false)
  }

  @Test(
    "SR scenario 26 (SR-165, SR-166): an unknown key or a relationship fails, and nothing is inserted",
    arguments: ["titel", "author", "chapters"])
  func wrongKey(key: String) throws {
    let world = try BatchWorld()
    let good: [String: PropertyValue] = ["title": .string("a")]
    let bad: [String: PropertyValue] = ["title": .string("b"), key: .null]
    let error = #expect(throws: ObjectError.self) {
      try world.context.execute(.insert("Book", [good, bad]))
    }
    #expect(error?.key == key && error?.code == .notValid)
    #expect(try world.count("Book") == 0)
  }

  @Test("OG scenario 142 (OG-614, OG-825): a missing required attribute is error 1570")
  func missingAttribute() throws {
    let world = try BatchWorld()
    let error = #expect(throws: ObjectError.self) {
      try world.context.execute(.insert("Book", [["title": .string("a")], ["pages": .integer(1)]]))
    }
    #expect(error?.code.rawValue == 1570 && error?.key == "title")
    #expect(try world.count("Book") == 0)
    // The other rules of attributes are checked, too; those of relationships are not.
    let small = #expect(throws: ObjectError.self) {
      try world.context.execute(
        .insert("Book", [["title": .string("a"), "pages": .integer(-1)]]))
    }
    #expect(small?.code == .numberTooSmall)
    #expect(try world.context.execute(.insert("Chapter", [["text": .string("no book")]])) == 1)
  }

  @Test("A value of a wrong type and an abstract entity are misuse (SR-169)")
  func misuse() throws {
    let world = try BatchWorld()
    #expect(throws: ObjectMisuse.self) {
      try world.context.execute(.insert("Book", [["title": .integer(1)]]))
    }
    #expect(throws: ObjectMisuse.self) { try world.context.execute(.insert("Thing", [[:]])) }
    #expect(throws: ObjectMisuse.self) { try world.context.execute(.insert("Nothing", [[:]])) }
    #expect(try world.count("Book") == 0)
  }

  @Test("Composite attributes take their elements")
  func composite() throws {
    let world = try BatchWorld()
    try world.context.execute(
      .insert(
        "Book", [["title": .string("a"), "size": .composite(["width": .double(2)])]]))
    let book = try #require(try world.context.fetch(ObjectRequest("Book")).first)
    #expect(book["size"] == .composite(["width": .double(2)]))
  }

  @Test(
    "SR scenario 27 (SR-168): the merge policy decides about a row with the same unique value",
    arguments: [
      (MergePolicy.error, "old", "1"), (.storeTrump, "old", "1"), (.rollback, "old", "1"),
      (.objectTrump, "new", "2"), (.overwrite, "new", "2"),
    ])
  func constraint(policy: MergePolicy, place: String, version: String) throws {
    let world = try BatchWorld(options: BatchWorld.tracking)
    try world.context.execute(.insert("Item", items(["a", "b"], place: "old")))
    world.context.mergePolicy = policy
    let changes = try world.context.executeForChanges(
      .insert("Item", items(["b", "c", "d"], place: "new")))
    #expect(try world.column("ZCODE", "ZITEM") == ["a", "b", "c", "d"])
    #expect(try world.column("ZPLACE", "ZITEM") == ["old", place, "new", "new"])
    #expect(try world.column("Z_OPT", "ZITEM") == ["1", version, "1", "1"])
    // Rows that stay are not in the result; keys have no gaps.
    let isUpdated = place == "new"
    #expect(changes.inserted.map(\.number) == [3, 4])
    #expect(changes.updated.map(\.number) == (isUpdated ? [2] : []))
    let history = try world.column("ZCHANGETYPE", "ACHANGE")
    #expect(history == ["0", "0", "0", "0"] + (isUpdated ? ["1"] : []))
    #expect(try world.rows("SELECT COUNT(*) FROM ATRANSACTION") == [[.integer(2)]])
  }

  @Test("SR-158: the kinds of results")
  func results() throws {
    let world = try BatchWorld()
    let request = BatchRequest.insert("Item", items(["a"], place: "x"))
    guard case .status(true) = try world.context.execute(request, returning: .statusOnly) else {
      Issue.record("no status")
      return
    }
    let second = BatchRequest.insert("Item", items(["b", "c"], place: "x"))
    guard case .count(2) = try world.context.execute(second, returning: .count) else {
      Issue.record("no count")
      return
    }
    let third = BatchRequest.insert("Item", items(["d"], place: "x"))
    guard case .objectIDs(let ids) = try world.context.execute(third, returning: .objectIDs)
    else {
      Issue.record("no identities")
      return
    }
    #expect(ids.map(\.uri) == ["x-coredata://\(world.store.identifier)/Item/p4"])
  }

  @Test("SR-159, SR-242: merged insertions are inserts of a results controller")
  func resultsController() throws {
    let world = try BatchWorld()
    var request = ObjectRequest("Item")
    request.sortKeys = [ObjectSort("code")]
    let controller = try ResultsController(world.context, request)
    try controller.performFetch()
    var updates = 0
    controller.observe { _ in updates += 1 }
    let changes = try world.context.executeForChanges(
      .insert("Item", items(["a", "b", "c"], place: "x")))
    #expect(updates == 0 && controller.count == 0)
    try ObjectContext.mergeRemoteChanges(changes, into: [world.context])
    #expect(updates == 1 && controller.count == 3)
  }

  @Test("A handler that throws, and each failing statement, leaves nothing behind")
  func failures() throws {
    struct Stop: Error {}
    let world = try BatchWorld(options: BatchWorld.tracking)
    #expect(throws: Stop.self) {
      try world.context.execute(
        .insertDictionaries("Book") { values in
          values["title"] = .string("a")
          if try world.store.pool.write({ try $0.rows("SELECT 1 FROM ZBOOK") }).count == 2 {
            throw Stop()
          }
          return false
        })
    }
    #expect(try world.count("Book") == 0)
    #expect(try world.rows("SELECT COUNT(*) FROM ACHANGE") == [[.integer(0)]])
    #expect(try world.context.execute(.insert("Book", [["title": .string("a")]])) == 1)
    #expect(try world.column("Z_PK", "ZBOOK") == ["1"])
  }
}
