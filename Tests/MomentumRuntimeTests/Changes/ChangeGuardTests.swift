import Foundation
import MomentumCompiler
import MomentumRuntime
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

/// Every kind of change asks first whether the store can be changed at all.
@Suite struct ChangeGuardTests {
  typealias Stickers = LibraryObject<Sticker>

  struct Kind: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var change: @Sendable (LibraryStore) throws -> Void

    init(_ name: String, _ change: @escaping @Sendable (LibraryStore) throws -> Void) {
      testDescription = name
      self.change = change
    }
  }

  /// Each kind once as it could be done, and once as it would be refused or do nothing.
  static let kinds = [
    Kind("insert") { try $0.insert("Sticker", ["label": .text("b")]) },
    Kind("insert without a value") { try $0.insert("Sticker") },
    Kind("insert many") {
      _ = try $0.store.insert(contentsOf: [Stickers(["label": .text("b")])])
    },
    Kind("insert none") { _ = try $0.store.insert(contentsOf: [Stickers]()) },
    Kind("update") { try $0.update("Sticker", 1, ["label": .text("b")]) },
    Kind("update without a difference") { try $0.update("Sticker", 1, ["label": .text("a")]) },
    Kind("update of no object") { try $0.update("Sticker", 9, ["label": .text("b")]) },
    Kind("delete") { try $0.delete("Sticker", 1) },
    Kind("delete of no object") { try $0.delete("Sticker", 9) },
    Kind("add") { try $0.change("books", of: "Sticker", 1, .add([1], at: nil)) },
    Kind("add to no object") { try $0.change("books", of: "Sticker", 9, .add([1], at: nil)) },
    Kind("remove") { try $0.change("books", of: "Sticker", 1, .remove([1])) },
    Kind("replace of no relationship") { try $0.change("label", of: "Sticker", 1, .replace([])) },
    Kind("reorder") { try $0.change("authors", of: "Book", 1, .reorder([])) },
    Kind("batch update") {
      _ = try $0.store.update(
        Stickers.all, set: [.set({ $0.attribute("label", String.self) }, "b")])
    },
    Kind("batch update of nothing") { _ = try $0.store.update(Stickers.all, set: []) },
    Kind("batch update of a wrong type") {
      _ = try $0.store.update(
        Stickers.all, set: [.set({ $0.attribute("label", Int16.self) }, 1)])
    },
    Kind("batch delete") { _ = try $0.store.delete(Stickers.all) },
    Kind("transaction") { try $0.store.transaction {} },
  ]

  private func expect(
    _ text: String, _ kind: Kind, _ library: LibraryStore,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    do {
      try kind.change(library)
      Issue.record("nothing was thrown", sourceLocation: sourceLocation)
    } catch let failure as StoreFailure {
      #expect(failure.reason == .store, sourceLocation: sourceLocation)
      expectText(
        failure.description, text, "\(kind.testDescription)", sourceLocation: sourceLocation)
    } catch {
      Issue.record(error, sourceLocation: sourceLocation)
    }
  }

  private func fill(_ library: LibraryStore) throws {
    try library.insert("Sticker", ["label": .text("a")])
    try library.insert("Book", ["title": .text("t")])
  }

  @Test(arguments: kinds) func aReadOnlyStoreSaysSo(kind: Kind) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("library.sqlite").path
      try fill(LibraryStore(store: Library.create(path)))
      var options = StoreOptions()
      options.isReadOnly = true
      let library = LibraryStore(store: try Library.open(path, options: options))
      expect("'\(path)' was opened read-only and cannot be changed", kind, library)
    }
  }

  /// As after a full disk: SQLite has rolled back, and a change would be committed by itself.
  @Test(arguments: kinds) func nothingFollowsATransactionThatWasRolledBack(kind: Kind) throws {
    try withLibrary { library in
      try fill(library)
      let connection = library.store.connection
      let before = try StoredGraph.read(library.store.compiled, connection)
      let text =
        "the transaction on '\(connection.path)' was rolled back by an earlier error"
      do {
        try library.store.transaction {
          try library.insert("Note")
          try connection.execute("ROLLBACK")
          expect(text, kind, library)
        }
        Issue.record("the transaction ended well")
      } catch let failure as StoreFailure {
        #expect(failure.description == text)
      }
      expectEqual(
        try StoredGraph.read(library.store.compiled, connection), before, "nothing has changed")
    }
  }

  /// SQLite rolls the whole transaction back after some errors, for example on a full disk.
  @Test func aSavepointOfATransactionThatIsGoneIsNotReleased() throws {
    try withLibrary { library in
      try fill(library)
      let connection = library.store.connection
      let kind = Kind("savepoint") { library in
        try library.store.transaction {
          try library.store.transaction { try library.store.connection.execute("ROLLBACK") }
        }
      }
      expect(
        "the transaction on '\(connection.path)' was rolled back by an earlier error", kind,
        library)
      #expect(!connection.isInTransaction)
    }
  }

  @Test(arguments: kinds) func aTransactionOfSomebodyElseIsLeftAlone(kind: Kind) throws {
    try withLibrary { library in
      try fill(library)
      let connection = library.store.connection
      try connection.execute("BEGIN")
      expect(
        "another transaction is open on the connection of '\(connection.path)'", kind, library)
      #expect(connection.isInTransaction)
      try connection.execute("ROLLBACK")
      #expect(try connection.firstValue("SELECT count(*) FROM ZSTICKER") == .integer(1))
    }
  }

  // MARK: - Keys

  /// The highest key of a table, as another program may have left it.
  @Test(arguments: [
    ("Z_MAX = NULL", "Z_PRIMARYKEY.Z_MAX"), ("Z_MAX = -1", "Z_PRIMARYKEY.Z_MAX"),
    ("Z_MAX = 'x'", "Z_PRIMARYKEY.Z_MAX"), ("Z_MAX = 1.5", "Z_PRIMARYKEY.Z_MAX"),
    ("Z_ENT = 99", "Z_PRIMARYKEY.Z_MAX"),
    ("Z_MAX = 9223372036854775807", nil),
  ])
  func aTableWithoutAHighestKeyGetsNoObject(_ change: String, _ missing: String?) throws {
    try withLibrary { library in
      let connection = library.store.connection
      try connection.execute(
        sql: "UPDATE Z_PRIMARYKEY SET \(change) WHERE Z_NAME = 'Sticker'")
      do {
        try library.insert("Sticker", ["label": .text("a")])
        Issue.record("nothing was thrown")
      } catch let failure as StoreFailure {
        #expect(failure.reason == .store)
        if let missing {
          let expected = StoreFailure(.notAStore(path: connection.path, missing: missing))
          expectText(failure.description, expected.description)
          #expect(failure.description.contains(missing))
          #expect(failure.description.contains(connection.path))
        } else {
          expectText(failure.description, "entity 'Sticker' has no more keys to give")
        }
      }
      #expect(try connection.firstValue("SELECT count(*) FROM ZSTICKER") == .integer(0))
      // Other tables have their own highest key.
      #expect(try library.insert("Note") == 1)
    }
  }

  @Test func theLastKeyOfAllIsGiven() throws {
    try withLibrary { library in
      try library.store.connection.execute(
        "UPDATE Z_PRIMARYKEY SET Z_MAX = 9223372036854775805 WHERE Z_NAME = 'Sticker'")
      #expect(try library.insert("Sticker", ["label": .text("a")]) == Int64.max - 1)
      #expect(try library.insert("Sticker", ["label": .text("b")]) == Int64.max)
      #expect(throws: StoreFailure.self) {
        try library.insert("Sticker", ["label": .text("c")])
      }
    }
  }
}
