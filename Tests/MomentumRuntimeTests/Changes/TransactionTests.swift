import Foundation
import MomentumRuntime
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

@Suite struct TransactionTests {
  private struct Stop: Error {}

  private func graph(_ library: LibraryStore) throws -> StoredGraph {
    try StoredGraph.read(library.store.compiled, library.store.connection)
  }

  @Test func objectsThatNeedEachOtherAreMadeTogether() throws {
    try withLibrary { library in
      try library.store.transaction {
        let series = try library.insert("Series")
        try library.insert("Book", ["title": .text("a"), "series": .integer(series)])
      }
      #expect(try graph(library).objects.count == 2)
    }
  }

  @Test func innerTransactionIsTakenBackAlone() throws {
    try withLibrary { library in
      try library.store.transaction {
        try library.insert("Sticker", ["label": .text("a")])
        #expect(throws: Stop.self) {
          try library.store.transaction {
            try library.insert("Sticker", ["label": .text("b")])
            // Without what it needs, which matters no more.
            try library.insert("Series")
            throw Stop()
          }
        }
        try library.insert("Sticker", ["label": .text("c")])
      }
      let labels = try graph(library).objects.sorted { $0.key < $1.key }
        .map { $0.value.values["label"] }
      #expect(labels == [.text("a"), .text("c")])
    }
  }

  @Test func failedChangeLeavesTheRestOfItsTransaction() throws {
    try withLibrary { library in
      try library.store.transaction {
        let first = try library.insert("Member", ["name": .text("a")])
        // The key of the spouse is cleared before the index refuses the name.
        let second = try library.insert("Member", ["name": .text("b"), "spouse": .integer(first)])
        #expect(throws: StoreFailure.self) {
          try library.insert("Member", ["name": .text("b"), "spouse": .integer(first)])
        }
        #expect(throws: StoreFailure.self) {
          try library.update("Member", second, ["name": .text("a")])
        }
      }
      let graph = try graph(library)
      #expect(graph.faults == [])
      #expect(graph.objects.values.allSatisfy { $0.links["spouse"]?.count == 1 })
    }
  }

  /// As in one save, an object counts one change however often it was changed.
  @Test func transactionCountsAChangeOnce() throws {
    try withLibrary { library in
      let book = try library.insert("Book", ["title": .text("a")])
      try library.store.transaction {
        try library.update("Book", book, ["title": .text("b")])
        try library.update("Book", book, ["title": .text("c")])
        for _ in 0..<3 { try library.insert("Chapter", ["book": .integer(book)]) }
      }
      let object = try graph(library).objects[.init(root: "Book", key: book)]
      #expect(object?.lock == 2)
      #expect(object?.values["chapterCount"] == .integer(3))
    }
  }

  /// What an inner transaction has counted is taken back with it, so the outer one counts the change again.
  @Test func aChangeAfterOneThatWasTakenBackIsCounted() throws {
    try withLibrary { library in
      let book = try library.insert("Book", ["title": .text("a")])
      let lock = { try graph(library).objects[.init(root: "Book", key: book)]?.lock }
      try library.store.transaction {
        #expect(throws: Stop.self) {
          try library.store.transaction {
            try library.update("Book", book, ["title": .text("b")])
            throw Stop()
          }
        }
        #expect(try lock() == 1, "Z_OPT went back")
        try library.update("Book", book, ["title": .text("c")])
        #expect(try lock() == 2, "Z_OPT of the outer change")
      }
      #expect(try lock() == 2)
    }
  }

  /// Counted before the inner transaction, an object counts no second time after it.
  @Test func aChangeBeforeOneThatWasTakenBackIsCountedOnce() throws {
    try withLibrary { library in
      let book = try library.insert("Book", ["title": .text("a")])
      try library.store.transaction {
        try library.update("Book", book, ["title": .text("b")])
        #expect(throws: Stop.self) {
          try library.store.transaction {
            try library.update("Book", book, ["title": .text("c")])
            throw Stop()
          }
        }
        try library.update("Book", book, ["title": .text("d")])
      }
      #expect(try graph(library).objects[.init(root: "Book", key: book)]?.lock == 2)
    }
  }

  /// `Passport.holder` denies deletion while it leads to a member; a cascade from that member takes both.
  @Test func aDenyRuleLetsGoOfWhatIsDeletedAlong() throws {
    try withLibrary { library in
      let member = try library.insert("Member", ["name": .text("a")])
      let passport = try library.insert("Passport", ["holder": .integer(member)])
      #expect(throws: StoreFailure.self, "the holder stays") {
        try library.delete("Passport", passport)
      }
      try library.delete("Member", member)
      #expect(try graph(library).objects.isEmpty)
    }
  }

  @Test func updateWithoutDifferenceWritesNothing() throws {
    try withLibrary { library in
      let book = try library.insert("Book", ["title": .text("a"), "price": .real(2)])
      let before = try graph(library)
      try library.update("Book", book, ["title": .text("a"), "price": .real(2)])
      expectEqual(try graph(library), before, "a change that is taken back leaves every object")
    }
  }

  @Test func insertedValueHasItsKey() throws {
    try withLibrary { library in
      let tag = try library.store.insert(LibraryObject<Sticker>(["label": .text("a")]))
      #expect(tag.objectID.rawValue == 1)
      let more = try library.store.insert(
        contentsOf: ["b", "c"].map { LibraryObject<Sticker>(["label": .text($0)]) })
      #expect(more.map(\.rawValue) == [2, 3])
    }
  }

  @Test func oneBadObjectOfManyTakesAllBack() throws {
    try withLibrary { library in
      let names: [SQLValue] = [.text("a"), .text("b"), .null]
      #expect(throws: StoreFailure.self) {
        try library.store.insert(contentsOf: names.map { LibraryObject<Sticker>(["label": $0]) })
      }
      let graph = try graph(library)
      #expect(graph.objects.isEmpty)
      #expect(graph.highestKeys["Sticker"] == 0)
    }
  }

  @Test func deepCascadeNeedsNoStack() throws {
    try withLibrary { library in
      try library.store.transaction {
        var parent = try library.insert("Shelf")
        for _ in 0..<3000 { parent = try library.insert("Shelf", ["parent": .integer(parent)]) }
      }
      try library.delete("Shelf", 1)
      #expect(try graph(library).objects.isEmpty)
    }
  }

  @Test func readOnlyStoreRefuses() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("library.sqlite").path
      _ = try Library.create(path)
      var options = StoreOptions()
      options.isReadOnly = true
      let library = LibraryStore(store: try Library.open(path, options: options))
      do {
        try library.insert("Sticker", ["label": .text("a")])
        Issue.record("nothing was thrown")
      } catch let failure as StoreFailure {
        #expect(failure.reason == .store)
        #expect(failure.description == "'\(path)' was opened read-only and cannot be changed")
      }
    }
  }

  /// A copy is opened where a log stands beside the store; a change of it would be lost.
  @Test func readOnlyCopyRefusesToo() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("library.sqlite").path
      let writer = try Library.create(path)
      try writer.connection.execute("PRAGMA journal_mode = WAL")
      try LibraryStore(store: writer).insert("Sticker", ["label": .text("a")])
      var options = StoreOptions()
      options.isReadOnly = true
      let library = LibraryStore(store: try Library.open(path, options: options))
      #expect(throws: StoreFailure.self) { try library.delete("Sticker", 1) }
    }
  }
}
