import Foundation
import MomentumRuntime
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

/// A change that stops half-way leaves the old state, one that ends the new state.
@Suite(.tags(.faults)) struct FaultTests {
  /// One change of each kind, on a store that ``prepare(_:)`` has filled.
  private static let changes: [(String, @Sendable (LibraryStore) throws -> Void)] = [
    (
      "insert",
      {
        try $0.insert(
          "Member", ["name": .text("new"), "spouse": .integer(1), "mentor": .integer(2)])
      }
    ),
    (
      "insert many",
      {
        _ = try $0.store.insert(
          contentsOf: (0..<3).map { LibraryObject<Sticker>(["label": .text("\($0)")]) })
      }
    ),
    ("update", { try $0.update("Member", 1, ["name": .text("z"), "spouse": .integer(3)]) }),
    ("delete", { try $0.delete("Book", 1) }),
    ("delete shelf", { try $0.delete("Shelf", 1) }),
    ("add", { try $0.change("authors", of: "Book", 2, .add([1, 3], at: 0)) }),
    ("replace", { try $0.change("pupils", of: "Member", 3, .replace([2, 1])) }),
    ("batch", { try $0.store.delete(LibraryObject<Book>.all) }),
    (
      "transaction",
      { library in
        try library.store.transaction {
          let series = try library.insert("Series")
          try library.update("Book", 1, ["title": .text("x"), "series": .integer(series)])
          try library.delete("Member", 3)
        }
      }
    ),
  ]

  private func prepare(_ library: LibraryStore) throws {
    try library.store.transaction {
      for name in ["a", "b", "c"] { try library.insert("Member", ["name": .text(name)]) }
      try library.update(
        "Member", 1, ["name": .text("a"), "spouse": .integer(2), "mentor": .integer(3)])
      try library.insert("Passport", ["holder": .integer(1)])
      for title in ["one", "two"] {
        let book = try library.insert("Book", ["title": .text(title)])
        try library.insert("Chapter", ["book": .integer(book)])
        try library.change("authors", of: "Book", book, .add([1, 2], at: nil))
      }
      let shelf = try library.insert("Shelf")
      try library.insert("Shelf", ["parent": .integer(shelf)])
      try library.insert("Lamp", ["shelf": .integer(shelf)])
    }
  }

  private func graph(_ library: LibraryStore) throws -> StoredGraph {
    try StoredGraph.read(library.store.compiled, library.store.connection)
  }

  @Test(arguments: FaultTests.changes.indices) func eachStatementMayFail(_ index: Int) throws {
    let (name, change) = Self.changes[index]
    try withLibrary { library in
      try prepare(library)
      let old = try graph(library)
      var number = 0
      var isDone = false
      while !isDone {
        var count = 0
        library.store.writer.willRun = { sql in
          if count == number { throw SQLiteError(.step, code: .full, sql: sql) }
          count += 1
        }
        do {
          try change(library)
          isDone = true
        } catch let failure as StoreFailure {
          #expect(failure.reason == .store)
          #expect(try graph(library) == old, "\(name), statement \(number)")
          #expect(!library.store.connection.isInTransaction)
        }
        library.store.writer.willRun = nil
        number += 1
      }
      #expect(number > 3, "\(name)")
      let new = try graph(library)
      #expect(new.objects != old.objects, "\(name)")
      #expect(new.faults == [], "\(name)")
    }
  }

  /// The files as they are after each statement, as a process that ends there leaves them.
  @Test(arguments: FaultTests.changes.indices) func eachStatementMayBeTheLast(
    _ index: Int
  ) throws {
    let (name, change) = Self.changes[index]
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("library.sqlite").path
      try prepare(LibraryStore(store: Library.create(path)))
      var options = StoreOptions()
      options.observe = { _ in Self.copy(path, into: folder) }
      let library = LibraryStore(store: try Library.open(path, options: options))
      let compiled = library.store.compiled
      let old = try StoredGraph.read(compiled, Connection(path: path, access: .readOnly))
      try change(library)
      let new = try StoredGraph.read(compiled, Connection(path: path, access: .readOnly))
      let copies = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .filter { $0.hasPrefix("copy-") }
      #expect(copies.count > 3)
      for copy in copies.sorted() {
        let file = folder.appendingPathComponent(copy).appendingPathComponent("library.sqlite")
        let left = try StoredGraph.read(
          compiled, Connection(path: file.path, access: .readWrite))
        #expect(left == old || left == new, "\(name), \(copy)")
      }
    }
  }

  private static func copy(_ path: String, into folder: URL) {
    let files = FileManager.default
    let number = (try? files.contentsOfDirectory(atPath: folder.path).count) ?? 0
    let copy = folder.appendingPathComponent("copy-\(number)")
    try? files.createDirectory(at: copy, withIntermediateDirectories: true)
    for suffix in ["", "-journal", "-wal"] {
      try? files.copyItem(
        atPath: path + suffix, toPath: copy.appendingPathComponent("library.sqlite").path + suffix)
    }
  }
}
