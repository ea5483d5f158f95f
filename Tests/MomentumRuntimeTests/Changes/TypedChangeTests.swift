import Foundation
import MomentumCompiler
import MomentumDiagnostics
import MomentumRuntime
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

// Types as they are generated, by which it is seen that calls look as the documentation shows them.

private struct Novel: StoredEntity {
  typealias Model = Library

  struct ID: ObjectKey {
    var rawValue: Int64
  }

  struct SizePaths: Sendable {
    private let path: PropertyPath
    init(_ path: PropertyPath) { self.path = path }
    var width: AttributePath<Double> { AttributePath(path, "width") }
  }

  struct Paths: EntityPaths {
    private let path: PropertyPath
    init(_ path: PropertyPath) { self.path = path }
    var title: AttributePath<String> { AttributePath(path, "title") }
    var isbn: AttributePath<String?> { AttributePath(path, "isbn") }
    var size: SizePaths { SizePaths(path.appending("size")) }
    var tags: ToManyPath<Label> { ToManyPath(path, "tags") }
    var chapters: ToManyPath<Part> { ToManyPath(path, "chapters") }
  }

  static let entityName = "Book"
  static let storedProperties = ["isbn", "title"]

  var objectID = ID.unsaved
  var isbn: String?
  var title: String

  init(title: String, isbn: String? = nil) {
    self.title = title
    self.isbn = isbn
  }

  init(row: Row) throws(RowError) { throw RowError(column: 0, expected: "no row") }

  func encode(into row: inout RowEncoder) {
    row.append(isbn)
    row.append(title)
  }
}

private struct Label: StoredEntity {
  typealias Model = Library

  struct ID: ObjectKey {
    var rawValue: Int64
  }

  struct Paths: EntityPaths {
    private let path: PropertyPath
    init(_ path: PropertyPath) { self.path = path }
    var label: AttributePath<String> { AttributePath(path, "label") }
  }

  static let entityName = "Sticker"
  static let storedProperties = ["label"]

  var objectID = ID.unsaved
  var label: String

  init(label: String) { self.label = label }
  init(row: Row) throws(RowError) { throw RowError(column: 0, expected: "no row") }

  func encode(into row: inout RowEncoder) { row.append(label) }
}

private struct Part: StoredEntity {
  typealias Model = Library

  struct ID: ObjectKey {
    var rawValue: Int64
  }

  struct Paths: EntityPaths {
    init(_ path: PropertyPath) {}
  }

  static let entityName = "Chapter"
  static let storedProperties = ["title", "book"]

  var objectID = ID.unsaved
  var title: String?
  var book: Novel.ID?

  init(title: String, book: Novel.ID) {
    self.title = title
    self.book = book
  }

  init(row: Row) throws(RowError) { throw RowError(column: 0, expected: "no row") }

  func encode(into row: inout RowEncoder) {
    row.append(title)
    row.append(book)
  }
}

@Suite struct TypedChangeTests {
  @Test func callsLookAsDocumented() throws {
    try withLibrary { library in
      let store = library.store
      var novel = try store.insert(Novel(title: "a"))
      let other = try store.insert(Novel(title: "b", isbn: "1"))
      let labels = try store.insert(contentsOf: ["x", "y", "z"].map { Label(label: $0) })
      let parts = try store.insert(
        contentsOf: ["1", "2", "3"].map { Part(title: $0, book: novel.objectID) })

      try store.add(labels.prefix(2), to: \.tags, of: novel)
      try store.remove([labels[0]], from: \.tags, of: novel)
      try store.replace(\.tags, of: Novel.self, other.objectID, with: [labels[2]])
      try store.reorder(\.chapters, of: novel, as: parts.reversed())
      try store.add([parts[0]], to: \.chapters, of: Novel.self, novel.objectID, at: 0)
      novel.title = "c"
      try store.update(novel)
      let count = try store.update(
        Novel.where { $0.isbn == nil }, set: [.set(\.isbn, "2"), .set(\.size.width, 3)])
      #expect(count == 1)
      try store.delete(Label.self, labels[0])
      try store.delete(other)

      let graph = try StoredGraph.read(store.compiled, store.connection)
      #expect(graph.faults == [])
      #expect(graph.objects.keys.filter { $0.root == "Book" }.count == 1)
      let object = graph.objects[.init(root: "Book", key: novel.objectID.rawValue)]
      #expect(object?.values["title"] == .text("c"))
      #expect(object?.values["isbn"] == .text("2"))
      #expect(object?.values["size.width"] == .real(3))
      #expect(object?.links["tags"] == [labels[1].rawValue])
      #expect(object?.links["chapters"] == [parts[0], parts[2], parts[1]].map(\.rawValue))
    }
  }

  @Test func changeOfAValueThatWasNeverInserted() throws {
    try withLibrary { library in
      do {
        try library.store.update(Novel(title: "a"))
        Issue.record("nothing was thrown")
      } catch let failure as StoreFailure { #expect(failure.reason == .noObject) }
    }
  }

  /// The statement that <doc:Saving> shows, on another entity.
  @Test func batchUpdateIsOneStatement() throws {
    try withLibrary { library in
      var texts: [String] = []
      library.store.writer.willRun = { texts.append($0) }
      try library.store.update(
        Novel.where { $0.title > "a" }.limit(3), set: [.set(\.isbn, nil)])
      expectText(
        texts.joined(separator: "\n"),
        """
        BEGIN IMMEDIATE
        UPDATE ZBOOK SET ZISBN = ?, Z_OPT = Z_OPT + 1 WHERE Z_PK IN (SELECT t0.Z_PK FROM ZBOOK t0 WHERE  t0.ZTITLE > ?  LIMIT 3)
        COMMIT
        """, "statements")
    }
  }

  /// A store that keeps a persistent history has a transaction for each save, whoever saves.
  @Test(arguments: [true, false]) func changesStandInTheHistoryOfTheStore(keepsHistory: Bool) throws
  {
    var diagnostics = Diagnostics()
    let compiled = try #require(
      CompiledModel.compile(
        SourceFile(path: "contents", text: Library.contents), keepsHistory: keepsHistory,
        &diagnostics))
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.path + "/library.sqlite"
      try compiled.createStore(at: path)
      let store = try Library.open(path)
      #expect(try store.connection.hasTable("ACHANGE") == keepsHistory)
      var novel = try store.insert(Novel(title: "a"))
      novel.title = "b"
      try store.update(novel)
      try store.transaction {
        _ = try store.insert(Label(label: "x"))
        try store.delete(novel)
      }
      guard keepsHistory else { return }
      let statement = try store.connection.prepare(
        sql: """
          SELECT ZTRANSACTIONID, ZCHANGETYPE, Z_NAME, ZENTITYPK FROM ACHANGE
          JOIN Z_PRIMARYKEY p ON p.Z_ENT = ZENTITY ORDER BY Z_PK
          """)
      var rows: [String] = []
      while let row = try statement.nextRow() {
        rows.append(row.map(\.debugText).joined(separator: " "))
      }
      #expect(
        rows == ["1 0 \"Book\" 1", "2 1 \"Book\" 1", "3 0 \"Sticker\" 1", "3 2 \"Book\" 1"])
    }
  }
}
