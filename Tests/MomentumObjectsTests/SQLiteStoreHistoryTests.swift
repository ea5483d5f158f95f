import MomentumCompiler
import MomentumModel
import MomentumSQL
import MomentumStore
import Testing

@testable import MomentumObjects

/// The rows of the persistent history: rules SR-245 to SR-263.
@Suite struct SQLiteStoreHistoryTests {
  private var options: SQLiteStoreOptions {
    var options = SQLiteStoreOptions()
    options.tracksHistory = true
    options.now = { 700_000_000 }
    return options
  }

  @Test func aSaveIsOneTransactionWithARowForEachObject() throws {
    try SQLiteStoreFixture.run(options: options) { fixture, path in
      let artist = try fixture.new("Band", ["name": .string("A")])
      let note = try fixture.new("Note")
      try fixture.store.save(
        StoreChanges(
          inserts: [.init(artist), .init(note)], author: "me", contextName: "main"))
      let changed = fixture.update(note, ["text": .string("x")])
      try fixture.store.save(StoreChanges(updates: [changed], deletes: [.init(artist)]))
      // A version that rises alone is no change of an object.
      try fixture.store.save(StoreChanges(updates: [fixture.update(changed.new)]))

      let numbers = (
        Int64(fixture.store.compiled.schema[artist.id.entity.id].number),
        Int64(fixture.store.compiled.schema[note.id.entity.id].number)
      )
      let rows = try storedRows(
        path,
        "SELECT Z_ENT, Z_OPT, ZTRANSACTIONID, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZCOLUMNS, ZTOMBSTONE0 FROM ACHANGE ORDER BY Z_PK"
      )
      func row(
        _ transaction: Int64, _ type: Int64, _ entity: Int64, _ columns: SQLValue,
        _ tombstone: SQLValue
      ) -> [SQLValue] {
        [
          .integer(16001), .null, .integer(transaction), .integer(type), .integer(entity),
          .integer(1), columns, tombstone,
        ]
      }
      #expect(
        rows == [
          row(1, 0, numbers.0, .null, .null), row(1, 0, numbers.1, .null, .null),
          row(2, 1, numbers.1, .blob([0x80]), .null),
          row(2, 2, numbers.0, .null, .text("A")),
        ])
      let transactions = try storedRows(
        path,
        "SELECT t.Z_PK, t.ZTIMESTAMP, a.ZNAME, c.ZNAME FROM ATRANSACTION t LEFT JOIN ATRANSACTIONSTRING a ON a.Z_PK = t.ZAUTHORTS LEFT JOIN ATRANSACTIONSTRING c ON c.Z_PK = t.ZCONTEXTNAMETS ORDER BY t.Z_PK"
      )
      #expect(
        transactions == [
          [.integer(1), .real(700_000_000), .text("me"), .text("main")],
          [.integer(2), .real(700_000_000), .null, .null],
        ])
      let keys = try storedRows(
        path, "SELECT Z_NAME, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT IN (16001, 16002)")
      #expect(
        keys == [[.text("CHANGE"), .integer(4)], [.text("TRANSACTION"), .integer(2)]])
    }
  }

  @Test func aFailedSaveLeavesNoHistory() throws {
    try SQLiteStoreFixture.run(options: options) { fixture, path in
      let note = try fixture.new("Note")
      try fixture.insert(note)
      try fixture.store.save(StoreChanges(updates: [fixture.update(note)]))
      #expect(throws: StoreConflict.self) {
        try fixture.store.save(
          StoreChanges(updates: [fixture.update(note, ["text": .string("x")])]))
      }
      #expect(try storedRows(path, "SELECT COUNT(*) FROM ACHANGE") == [[.integer(1)]])
    }
  }

  @Test func theTablesAreAddedToAStoreWithoutThem() throws {
    try SQLiteStoreFixture.run { fixture, path in
      try fixture.insert(try fixture.new("Note"))
      fixture.store.close()
      let tracked = try SQLiteStoreFixture(path: path, model: fixture.model, options: options)
      try tracked.insert(try tracked.new("Note"))
      #expect(try storedRows(path, "SELECT ZENTITYPK FROM ACHANGE") == [[.integer(2)]])
      tracked.store.close()
      // Opened without tracking, a store with a history is forced to be read-only.
      let forced = try SQLiteStoreFixture(path: path, model: fixture.model)
      #expect(forced.store.isReadOnly)
      #expect(forced.store.warning?.contains("Forcing into Read Only mode") == true)
      #expect(try forced.store.count(forced.fetch("Note")) == 2)
    }
  }
}
