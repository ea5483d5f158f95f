import Foundation
import MomentumModel
import MomentumObjects
import MomentumObjectsProof
import MomentumServerObjects
import MomentumTestSupport
import Testing

/// Batch requests over one database.
@Suite(.enabled(if: ServerObjectsCase.isEnabled, ServerObjectsCase.reason))
struct BatchTests {
  private func with(
    _ body: (ServerObjectsCase, ObjectContext) throws -> Void
  ) throws {
    try ServerObjectsCase.with(ShopModel.entities) { test in try body(test, try test.context()) }
  }

  private func coins(_ names: String..., mint: String) -> [[String: PropertyValue]] {
    names.map { ["name": .string($0), "mint": .string(mint)] }
  }

  // MARK: - Insertions

  @Test func aHandlerFillsRowsUntilItIsDone() throws {
    try with { test, context in
      var number: Int64 = 0
      let count = try context.execute(
        .insertObjects("Novel") { novel in
          guard number < 2500 else { return true }
          number += 1
          novel["pace"] = .integer(number)
          // The store can be used meanwhile: no transaction is open.
          if number == 7 {
            let count = try context.count(ObjectRequest("Book"))
            #expect(count == 0)
          }
          return false
        })
      #expect(count == 2500)
      #expect(
        try test.rows("SELECT entity, count(*), max(pace), min(pages) FROM book GROUP BY 1")
          == [["Novel", "2500", "2500", "5"]])
    }
  }

  @Test(arguments: [
    (MergePolicy.error, "old", "1"), (.storeTrump, "old", "1"), (.rollback, "old", "1"),
    (.objectTrump, "new", "2"), (.overwrite, "new", "2"),
  ])
  func theMergePolicyDecidesAboutUniqueValues(
    policy: MergePolicy, mint: String, version: String
  ) throws {
    try with { test, context in
      try context.execute(.insert("Coin", coins("a", "b", mint: "old")))
      context.mergePolicy = policy
      let changes = try context.executeForChanges(
        .insert("Coin", coins("b", "c", "d", mint: "new")))
      #expect(
        try test.rows("SELECT name, mint, momentum_version FROM coin ORDER BY name") == [
          ["a", "old", "1"], ["b", mint, version], ["c", "new", "1"], ["d", "new", "1"],
        ])
      #expect(changes.inserted.count == 2 && changes.updated.count == (mint == "new" ? 1 : 0))
      #expect(changes.updated.allSatisfy { $0.entityName == "Coin" })
    }
  }

  @Test func theRulesOfTheModelAreChecked() throws {
    try with { test, context in
      for (values, code) in [
        (["mint": .string("x")], 1570), (["name": .string("a"), "worth": .integer(-1)], 1620),
        (["nothing": .null], 1550),
      ] as [([String: PropertyValue], Int)] {
        let error = #expect(throws: ObjectError.self) {
          try context.execute(.insert("Coin", [["name": .string("z")], values]))
        }
        #expect(error?.code.rawValue == code)
      }
      // The table requires an object, too, which a batch insertion cannot set.
      let error = #expect(throws: ObjectError.self) {
        try context.execute(.insert("Master", [["name": .string("a")]]))
      }
      #expect(error?.code.rawValue == 1570)
      #expect(error?.description.contains("'guild' of entity 'Master'") == true)
      let rows = try test.rows("SELECT count(*) FROM coin")
      #expect(rows == [["0"]])
    }
  }

  // MARK: - Updates

  @Test func anUpdateIsAConflictForContextsThatHaveNotMergedIt() throws {
    try with { test, context in
      let coin = try context.insert("Coin")
      coin["name"] = .string("a")
      try context.save()
      let other = try test.context()
      let changes = try other.executeForChanges(.update("Coin", set: ["mint": .string("x")]))
      #expect(changes.updated.map(\.uri) == [coin.objectID.uri])
      coin["worth"] = .integer(3)
      let error = #expect(throws: ObjectError.self) { try context.save() }
      #expect(error?.code == .mergeConflict)
      try ObjectContext.mergeRemoteChanges(changes, into: [context])
      #expect(coin.text("mint") == "x" && coin.number("worth") == 3)
      try context.save()
      #expect(try test.rows("SELECT mint, worth, momentum_version FROM coin") == [["x", "3", "3"]])
    }
  }

  @Test func theRulesOfTheTablesAreErrors() throws {
    try with { test, context in
      try context.execute(.insert("Coin", coins("a", "b", mint: "x")))
      for (set, code) in [
        (["name": .string("c")], 133_021), (["name": .null], 1570),
        (["worth": .integer(-1)], 134_060),
      ] as [([String: PropertyValue], Int)] {
        let error = #expect(throws: ObjectError.self) {
          try context.execute(.update("Coin", set: set))
        }
        #expect(error?.code.rawValue == code, "\(set)")
      }
      #expect(
        try test.rows("SELECT name, momentum_version FROM coin ORDER BY 1")
          == [["a", "1"], ["b", "1"]])
    }
  }

  @Test func datesAndFractionsAreComputedOnTheServer() throws {
    try with { test, context in
      let book = try context.insert("Book")
      book["pages"] = .integer(7)
      try context.save()
      try context.execute(
        .update(
          "Book", computing: ["changed": "now()", "pages": "pages * 1.9", "price": "pages / 2"])
      )
      let rows = try test.rows(
        "SELECT abs(extract(epoch FROM changed - now())) < 600, pages FROM book")
      #expect(rows == [["t", "13"]])
    }
  }

  // MARK: - Deletions

  @Test func aRequiredInverseAndDenyRefuseADeletion() throws {
    try with { test, context in
      let (book, seal) = (try context.insert("Book"), try context.insert("Seal"))
      seal["book"] = .object(book)
      let (guild, master) = (try context.insert("Guild"), try context.insert("Master"))
      master["guild"] = .object(guild)
      try context.save()
      let error = #expect(throws: ObjectError.self) {
        try context.execute(.delete(ObjectRequest("Book")))
      }
      #expect(error?.code.rawValue == 134_060)
      #expect(error?.description.hasSuffix("mandatory OTO nullify inverse on Book/seal") == true)
      // A store of SQLite would leave a key that leads nowhere.
      let denied = #expect(throws: ObjectError.self) {
        try context.execute(.delete(ObjectRequest("Guild")))
      }
      #expect(denied?.code.rawValue == 134_060)
      #expect(try test.rows("SELECT count(*) FROM guild") == [["1"]])
      #expect(try context.execute(.deleteObjects([seal.objectID])) == 1)
      #expect(try context.execute(.delete(ObjectRequest("Book"))) == 1)
      #expect(try context.execute(.deleteObjects([master.objectID])) == 1)
      #expect(try context.execute(.delete(ObjectRequest("Guild"))) == 1)
    }
  }

  @Test func anObjectThatLosesALinkOfAJoinTableHasANewVersion() throws {
    try with { test, context in
      let (one, two) = (try context.insert("Book"), try context.insert("Book"))
      one["friends"] = .objects([two])
      try context.save()
      let other = try test.context()
      let same = try other.existingObject(with: one.objectID)
      #expect(same["pages"] == .integer(5))
      #expect(try context.execute(.deleteObjects([two.objectID])) == 1)
      #expect(try test.rows("SELECT momentum_version FROM book") == [["2"]])
      same["pages"] = .integer(6)
      let error = #expect(throws: ObjectError.self) { try other.save() }
      #expect(error?.code == .mergeConflict)
    }
  }

  // MARK: - Failures

  @Test func aReadOnlyStoreRefusesRequests() throws {
    try with { test, context in
      let reader = try test.context { $0.isReadOnly = true }
      let error = #expect(throws: ObjectError.self) {
        try reader.execute(.update("Coin", set: ["mint": .null]))
      }
      #expect(error?.code == .readOnlyStore)
    }
  }

  @Test(
    "A statement that fails leaves nothing behind", .tags(.faults),
    arguments: ["INSERT", "UPDATE", "SELECT", "WITH d0"])
  func failures(head: String) throws {
    struct Stop: Error {}
    try with { test, context in
      let book = try context.insert("Book")
      let (author, chapter) = (try context.insert("Author"), try context.insert("Chapter"))
      book["author"] = .object(author)
      chapter["book"] = .object(book)
      try context.save()
      let failing = try test.context { options in
        options.willRun = { sql in if sql.hasPrefix(head) { throw Stop() } }
      }
      let requests: [BatchRequest] = [
        .insert("Coin", coins("a", "b", mint: "x")), .update("Book", set: ["pages": .integer(1)]),
        .delete(ObjectRequest("Author")),
      ]
      var failures = 0
      for request in requests {
        let outcome = Result { try failing.execute(request) }
        if case .failure = outcome { failures += 1 }
      }
      #expect(failures > 0)
      let rows = try test.rows(
        "SELECT (SELECT count(*) FROM coin), (SELECT count(*) FROM author), "
          + "(SELECT count(*) FROM book WHERE author_id IS NULL), "
          + "(SELECT count(*) FROM book WHERE pages = 1)")
      let expected: [String: [[String?]]] = [
        "INSERT": [["0", "0", "1", "1"]], "UPDATE": [["2", "1", "0", "0"]],
        "SELECT": [["2", "1", "0", "1"]], "WITH d0": [["2", "1", "0", "1"]],
      ]
      #expect(rows == expected[head])
    }
  }
}
