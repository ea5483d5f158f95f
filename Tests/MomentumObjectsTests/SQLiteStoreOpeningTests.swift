import Foundation
import MomentumModel
import MomentumPropertyList
import MomentumRuntime
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

@testable import MomentumObjects

/// How a SQLite store is opened: rules SR-95 to SR-110.
@Suite struct SQLiteStoreOpeningTests {
  @Test func aNewStoreHasAWriteAheadLogAndCoreDatasSettings() throws {
    try SQLiteStoreFixture.run { fixture, path in
      try fixture.insert(try fixture.new("Note"))
      #expect(FileManager.default.fileExists(atPath: path + "-wal"))
      #expect(try storedRows(path, "PRAGMA journal_mode") == [[.text("wal")]])
      #expect(try storedRows(path, "PRAGMA auto_vacuum") == [[.integer(2)]])
      #expect(fixture.store.metadata["NSStoreUUID"] == .string(fixture.store.identifier))
      fixture.store.close()
      #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
    }
  }

  @Test func theOpeningIsLoggedInCoreDatasOrder() throws {
    try SQLiteStoreFixture.run { fixture, path in
      let events = Locked<[SQLiteStoreEvent]>([])
      var options = SQLiteStoreOptions()
      options.hooks.observe = { event in events.withLock { $0.append(event) } }
      _ = try SQLiteStoreFixture(path: path, model: fixture.model, options: options)
      let log = SQLiteStoreLog(level: 1)
      let lines = events.withLock { $0 }.flatMap { log.lines($0) }
        .filter { !$0.contains("execution time") }
      #expect(
        lines == [
          "CoreData: annotation: Connecting to sqlite database file at \"\(path)\"",
          "CoreData: sql: SELECT TBL_NAME FROM SQLITE_MASTER WHERE TBL_NAME = 'Z_METADATA'",
          "CoreData: sql: pragma recursive_triggers=1",
          "CoreData: sql: pragma journal_mode=wal",
          "CoreData: sql: SELECT Z_VERSION, Z_UUID, Z_PLIST FROM Z_METADATA",
          "CoreData: sql: SELECT TBL_NAME FROM SQLITE_MASTER WHERE TBL_NAME = 'Z_METADATA'",
          "CoreData: sql: SELECT TBL_NAME FROM SQLITE_MASTER WHERE TBL_NAME = 'Z_MODELCACHE'",
        ])
    }
  }

  @Test func storesInMemoryShareNothing() throws {
    let model = try ModelPlan(compiledModel(SQLiteStoreFixture.entities))
    let first = try SQLiteStoreFixture(path: nil, model: model)
    let second = try SQLiteStoreFixture(path: "/dev/null", model: model)
    let note = try first.new("Note", ["text": .string("a")])
    try first.insert(note)
    #expect(try first.value("text", first.store.row(note.id)) == .string("a"))
    #expect(try second.store.count(second.fetch("Note")) == 0)
    #expect(first.store.identifier != second.store.identifier)
  }

  @Test func pragmasAreRunAndTheJournalModeReplacesTheLog() throws {
    var options = SQLiteStoreOptions()
    options.pragmas = ["journal_mode": "DELETE", "application_id": "77"]
    options.analyzes = true
    options.vacuums = true
    try SQLiteStoreFixture.run(options: options) { fixture, path in
      try fixture.insert(try fixture.new("Note"))
      #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
      #expect(try storedRows(path, "PRAGMA application_id") == [[.integer(77)]])
      #expect(try fixture.store.count(fixture.fetch("Note")) == 1)
    }
    options.pragmas = ["x; DROP TABLE ZNOTE": "1"]
    #expect(throws: SQLiteStoreError.self) { try SQLiteStoreFixture(path: nil, options: options) }
  }

  @Test func aReadOnlyStoreIsNotChanged() throws {
    try SQLiteStoreFixture.run { fixture, path in
      let note = try fixture.new("Note")
      try fixture.insert(note)
      fixture.store.close()
      let before = try Data(contentsOf: URL(fileURLWithPath: path))
      var options = SQLiteStoreOptions()
      options.isReadOnly = true
      let other = try SQLiteStoreFixture(path: path, model: fixture.model, options: options)
      #expect(other.store.isReadOnly)
      #expect(try other.store.row(note.id) != nil)
      #expect(throws: SQLiteStoreError.self) {
        try other.store.save(StoreChanges(updates: [other.update(note)]))
      }
      #expect(throws: SQLiteStoreError.self) { try other.new("Note") }
      try other.store.save(StoreChanges())
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
      let missing = path + ".missing"
      #expect(throws: StoreError.self) {
        try SQLiteStoreFixture(path: missing, model: fixture.model, options: options)
      }
      #expect(!FileManager.default.fileExists(atPath: missing))
    }
  }

  @Test func aStoreOfAnotherModelIsAnErrorWithItsMetadata() throws {
    try SQLiteStoreFixture.run { fixture, path in
      let other = try ModelPlan(
        compiledModel(
          "<entity name=\"Note\"><attribute name=\"x\" attributeType=\"String\"/></entity>"))
      let error = #expect(throws: SQLiteStoreError.self) {
        try SQLiteStoreFixture(path: path, model: other)
      }
      guard case .incompatible(_, let mismatches, let metadata)? = error else {
        Issue.record("another error: \(String(describing: error))")
        return
      }
      #expect(mismatches.map(\.entity) == ["Album", "Artist", "Band", "Note", "Tag"])
      #expect(metadata["NSStoreUUID"] == .string(fixture.store.identifier))
    }
  }

  @Test func aConfigurationHasItsEntitiesOnly() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let model = try ModelPlan(compiledModel(SQLiteStoreFixture.entities))
      let path = folder.path + "/music.sqlite"
      let store = try SQLiteObjectStore(path: path, model: model, configuration: "Music")
      let (note, tag) = (
        try #require(model.entity(named: "Note")), try #require(model.entity(named: "Tag"))
      )
      #expect(!store.holds(note) && store.holds(tag))
      store.close()
      _ = try SQLiteObjectStore(path: path, model: model, configuration: "Music")
      #expect(throws: SQLiteStoreError.self) { try SQLiteObjectStore(path: path, model: model) }
      #expect(throws: SQLiteStoreError.self) {
        try SQLiteObjectStore(path: path, model: model, configuration: "Video")
      }
    }
  }

  @Test func anEmptyFileBecomesAStore() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.path + "/music.sqlite"
      #expect(FileManager.default.createFile(atPath: path, contents: nil))
      let fixture = try SQLiteStoreFixture(path: path)
      try fixture.insert(try fixture.new("Note"))
      try Data("no database at all, but long enough".utf8).write(
        to: URL(fileURLWithPath: path + "2"))
      #expect(throws: StoreError.self) {
        try SQLiteStoreFixture(path: path + "2", model: fixture.model)
      }
    }
  }
}
