import Foundation
import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumRuntime
import MomentumSQL
import MomentumSQLite
import MomentumStore
import MomentumTestSupport
import Testing

/// Stores whose names differ from those that generated code was written with.
@Suite(.tags(.random)) struct OwnNamesRuntimeTests {
  /// Join tables named by their other side with other numbers, keys' entity columns of other numbers, a renamed
  /// entity's old name.
  private static func disguise(_ path: String, _ compiled: CompiledModel) throws {
    let connection = try Connection(path: path, access: .readWrite)
    let (model, schema) = (compiled.model, compiled.schema)
    for (id, storage) in schema.relationships.sorted(by: { isBefore($0.key, $1.key) }) {
      switch storage {
      case .foreignKey(let key):
        guard let column = key.entityColumn else { continue }
        try connection.execute(
          sql: "ALTER TABLE \(schema[id.entity].table) RENAME COLUMN \(column) "
            + "TO Z77_\(key.column.dropFirst())")
      case .joinTable(let side):
        guard let inverse = model[id].inverse, isBefore(id, inverse),
          case .joinTable(let other)? = schema.relationships[inverse]
        else { continue }
        for side in [side, other] {
          let column = side.destinationColumn
          try connection.execute(
            sql: "ALTER TABLE \(side.table) RENAME COLUMN \(column) TO \(column)5")
          guard let order = side.orderColumn else { continue }
          try connection.execute(
            sql: "ALTER TABLE \(side.table) RENAME COLUMN \(order) TO \(order)5")
        }
        let names = [id, inverse].map {
          "Z_\(schema[$0.entity].number)\(model[$0].name.uppercased())"
        }
        let name = names[0] == side.table ? names[1] : names[0]
        try connection.execute(sql: "ALTER TABLE \(side.table) RENAME TO \(name)")
      case .inverseForeignKey: break
      }
    }
    try connection.execute("UPDATE Z_PRIMARYKEY SET Z_NAME = 'Guild' WHERE Z_NAME = 'Club'")
  }

  private static func isBefore(_ left: RelationshipID, _ right: RelationshipID) -> Bool {
    (left.entity.index, left.index) < (right.entity.index, right.index)
  }

  private func withDisguisedLibrary(
    options: StoreOptions = StoreOptions(), _ body: (LibraryStore) throws -> Void
  ) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("library.sqlite").path
      let compiled = try Library.model.compiled.get()
      try compiled.createStore(at: path)
      try Self.disguise(path, compiled)
      let library = LibraryStore(store: try Library.open(path, options: options))
      #expect(library.store.compiled.schema.relationships != compiled.schema.relationships)
      try body(library)
    }
  }

  /// Inserts, updates, deletes and changes of to-many relationships leave what they leave in any store.
  @Test(arguments: 100..<108) func aDisguisedStoreEqualsItsReference(seed: Int) throws {
    try withDisguisedLibrary { library in
      var reference = ReferenceGraph(library.store.compiled.model)
      var generator = ChangeGenerator(seed: UInt64(seed))
      for step in 0..<80 {
        let change = generator.change(of: reference)
        var next = reference
        var isRefused = false
        do {
          next.begin()
          try change.apply(to: &next)
          try next.checkUnique()
          try next.commit()
          reference = next
        } catch is ReferenceGraph.Refusal { isRefused = true }
        var failure: StoreFailure?
        do { try change.apply(to: library) } catch let error as StoreFailure { failure = error }
        let story = "seed \(seed), step \(step): \(change) \(failure?.description ?? "")"
        try #require((failure != nil) == isRefused, "\(story)")
        try #require(failure?.reason != .store, "\(story)")
        try #require(differences(library, reference) == [], "\(story)")
      }
    }
  }

  private static func prepared(
    _ predicate: String, entity: String
  ) throws -> PreparedFetch<Int64> {
    var diagnostics = Diagnostics()
    var request = RequestInput(entity: entity)
    request.predicate = predicate
    let fetch = try #require(Library.model.compiled.get().compile(request, &diagnostics))
    return PreparedFetch(
      sql: fetch.sql.text,
      bindings: { encoder in
        for case .value(let value) in fetch.sql.bindings {
          switch value {
          case .text(let text): encoder.append(text)
          case .integer(let number): encoder.append(number)
          case .null, .real, .blob: encoder.appendNull()
          }
        }
      },
      decode: { (row: Row) throws(RowError) in try row.int64(1) })
  }

  /// The plan of an import is made anew for the names that the store has.
  @Test func anImportTakesTheStoresNames() throws {
    try withDisguisedLibrary { library in
      let compiled = try Library.model.compiled.get()
      let objects = """
        {"objects": [
          {"entity": "Sticker", "id": "s", "attributes": {"label": "old"}},
          {"entity": "Book", "id": "b", "attributes": {"title": "Tides"}, "relationships": {"tags": ["s"]}}
        ]}
        """
      var diagnostics = Diagnostics()
      let rows = try compiled.importObjects(
        of: SourceFile(path: "objects.json", text: objects), into: library.store.connection.path,
        &diagnostics)
      #expect(rows?.values.reduce(0, +) == 3, "\(diagnostics.all.map(\.text))")
      let fetch = try Self.prepared("ANY tags.label == 'old'", entity: "Book")
      #expect(try library.store.fetch(fetch) == [1])
    }
  }

  /// A statement that was written when code was generated runs with the store's names.
  @Test func aGeneratedStatementTakesTheStoresNames() throws {
    let fetch = try Self.prepared("ANY tags.label == 'old'", entity: "Book")
    try withDisguisedLibrary { library in
      let book = try library.insert("Book", ["title": .text("Tides")])
      _ = try library.insert("Book", ["title": .text("Winds")])
      let sticker = try library.insert("Sticker", ["label": .text("old")])
      try library.change("tags", of: "Book", book, .add([sticker], at: nil))
      #expect(try library.store.fetch(fetch) == [book])
    }
  }

  @Test func aGeneratedStatementThatComparesOtherNumbersIsRefused() throws {
    let clubs = try Self.prepared("name != nil", entity: "Club")
    let books = try Self.prepared("title != nil", entity: "Book")
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("library.sqlite").path
      let compiled = try Library.model.compiled.get()
      try compiled.createStore(at: path)
      let connection = try Connection(path: path, access: .readWrite)
      let numbers = ["Club", "Member"].compactMap { name in
        compiled.model.entity(named: name).map { compiled.schema[$0].number }
      }
      try #require(numbers.count == 2)
      for (name, number) in [("Club", 99), ("Member", numbers[0]), ("Club", numbers[1])] {
        try connection.execute(
          sql: "UPDATE Z_PRIMARYKEY SET Z_ENT = \(number) WHERE Z_NAME = '\(name)'")
      }
      let store = try Library.open(path)
      let library = LibraryStore(store: store)
      let club = try library.insert("Club", ["name": .text("Chess")])
      _ = try library.insert("Member", ["name": .text("Ann")])
      #expect(
        try connection.firstValue(sql: "SELECT Z_PK FROM ZPARTY WHERE Z_ENT = \(numbers[1])")
          == .integer(club))
      #expect(try store.fetch(books).isEmpty)
      do {
        _ = try store.fetch(clubs)
        Issue.record("it would have found members")
      } catch let error as StoreFailure {
        #expect(error.reason == .request)
        #expect(error.description.hasPrefix("the store numbers its entities otherwise"))
      }
    }
  }

  @Test func aStoreWithoutAColumnIsRefusedByName() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("library.sqlite").path
      try Library.model.compiled.get().createStore(at: path)
      let connection = try Connection(path: path, access: .readWrite)
      try connection.execute("ALTER TABLE ZSTICKER DROP COLUMN ZLABEL")
      do {
        _ = try Library.open(path)
        Issue.record("the store lacks a column")
      } catch let error as StoreFailure {
        #expect(
          error.description.hasSuffix("table ZSTICKER has no column ZLABEL (Sticker.label)"))
      }
    }
  }
}
