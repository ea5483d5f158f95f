import Foundation
import MomentumModel
import MomentumPropertyList
import MomentumSQL
import MomentumTestSupport
import Testing

@testable import MomentumObjects

/// The statements of a save, in the order of rules SR-111 to SR-118.
@Suite struct SQLiteStoreSaveTests {
  /// Runs saves and returns the lines of level 1 for the last one.
  private func lines(
    _ save: (SQLiteStoreFixture, () -> Void) throws -> Void
  ) throws -> [String] {
    let events = Locked<[SQLiteStoreEvent]>([])
    var options = SQLiteStoreOptions()
    options.hooks.observe = { event in events.withLock { $0.append(event) } }
    try SQLiteStoreFixture.run(options: options) { fixture, _ in
      try save(fixture) { events.withLock { $0 = [] } }
    }
    let log = SQLiteStoreLog(level: 1)
    return events.withLock { $0 }.flatMap { log.lines($0) }
      .filter { !$0.contains("execution time") }
      .map { $0.replacingOccurrences(of: "CoreData: sql: ", with: "") }
  }

  @Test("SR scenario 3, SR-111: keys are reserved in a transaction of their own")
  func numbersAreReservedInATransactionOfTheirOwn() throws {
    let lines = try lines { fixture, forget in
      forget()
      let root = try fixture.entity("Note")
      #expect(try fixture.store.reserveNumbers(3, root: root) == 1...3)
      #expect(try fixture.store.reserveNumbers(1, root: root) == 4...4)
    }
    let taking = [
      "BEGIN EXCLUSIVE", "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?",
      "UPDATE OR FAIL Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ? AND Z_MAX = ?",
    ]
    #expect(
      lines == taking + ["pragma auto_vacuum", "pragma auto_vacuum=2", "COMMIT"] + taking
        + ["COMMIT"])
  }

  @Test("SR scenario 4, SR-112 to SR-115: deletions, insertions, then the changed columns alone")
  func deletesComeBeforeInsertsAndInsertsBeforeUpdates() throws {
    let lines = try lines { fixture, forget in
      let note = try fixture.new("Note", ["text": .string("a")])
      let old = try fixture.new("Note")
      try fixture.insert(note, old)
      let new = try fixture.new("Note")
      forget()
      try fixture.store.save(
        StoreChanges(
          inserts: [StoreChanges.Insert(new)],
          updates: [fixture.update(note, ["text": .string("b")])],
          deletes: [StoreChanges.Delete(old)]))
    }
    #expect(
      lines == [
        "BEGIN EXCLUSIVE", "DELETE FROM ZNOTE WHERE Z_PK = ? AND Z_OPT = ?",
        "INSERT INTO ZNOTE(Z_PK, Z_ENT, Z_OPT, Z2NOTES, ZTEXT) VALUES(?, ?, ?, ?, ?)",
        "UPDATE ZNOTE SET ZTEXT = ?, Z_OPT = ?  WHERE Z_PK = ? AND Z_OPT = ?", "COMMIT",
        "pragma page_count", "pragma freelist_count",
      ])
  }

  @Test func aSaveWithoutChangesRunsNothing() throws {
    #expect(
      try lines { fixture, forget in
        forget()
        try fixture.store.save(StoreChanges())
      } == [])
  }

  @Test func faultsAreLoggedAsCoreDataDoes() throws {
    let events = Locked<[SQLiteStoreEvent]>([])
    var options = SQLiteStoreOptions()
    options.hooks.observe = { event in events.withLock { $0.append(event) } }
    try SQLiteStoreFixture.run(options: options) { fixture, _ in
      let tag = try fixture.new("Tag")
      try fixture.insert(tag)
      events.withLock { $0 = [] }
      _ = try fixture.store.row(tag.id)
      _ = try fixture.store.members(fixture.relationship("Tag", "artists"), of: tag.id)
      let log = SQLiteStoreLog(level: 2)
      let lines = events.withLock { $0 }.flatMap { log.lines($0) }.filter { !$0.contains("time:") }
      #expect(
        lines == [
          "CoreData: sql: SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZNAME FROM ZTAG t0 WHERE  t0.Z_PK = ?",
          "CoreData: details: SQLite bind[0] = 1",
          "CoreData: annotation: fetch using NSSQLiteStatement <0x0> on entity 'Tag' with sql text 'SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZNAME FROM ZTAG t0 WHERE  t0.Z_PK = ? ' returned 1 rows",
          "CoreData: annotation: fault fulfilled from database for : 0x0 <\(tag.id.uri)>",
          "CoreData: sql: SELECT t0.Z_ENT, t0.Z_PK FROM Z_2TAGS t1 JOIN ZARTIST t0 ON t0.Z_PK = t1.Z_2ARTISTS WHERE t1.Z_5TAGS = ?",
          "CoreData: details: SQLite bind[0] = 1",
          "CoreData: annotation: fetch using NSSQLiteStatement <0x0> on entity 'Artist' with sql text 'SELECT t0.Z_ENT, t0.Z_PK FROM Z_2TAGS t1 JOIN ZARTIST t0 ON t0.Z_PK = t1.Z_2ARTISTS WHERE t1.Z_5TAGS = ? ' returned 0 rows",
          "CoreData: annotation: to-many relationship fault \"artists\" for objectID 0x0 <\(tag.id.uri)> fulfilled from database.  Got 0 rows",
        ])
    }
  }

  @Test func higherLevelsHaveTheObjectsAndThePlan() throws {
    let events = Locked<[SQLiteStoreEvent]>([])
    var options = SQLiteStoreOptions()
    options.hooks.explains = true
    options.hooks.observe = { event in events.withLock { $0.append(event) } }
    try SQLiteStoreFixture.run(options: options) { fixture, _ in
      let tag = try fixture.new("Tag")
      try fixture.insert(tag)
      events.withLock { $0 = [] }
      _ = try fixture.store.rows(fixture.fetch("Tag"))
      _ = try fixture.store.count(fixture.fetch("Tag"))
      let text = events.withLock { $0 }.flatMap { SQLiteStoreLog(level: 4).lines($0) }
        .joined(separator: "\n")
      #expect(text.contains("CoreData: details: query plan: SCAN t0"))
      #expect(
        text.contains(
          "returned 1 rows with values: (\n    \"<Tag: 0x0> (entity: Tag; id: 0x0 <\(tag.id.uri)> ; data: <fault>)\"\n)"
        ))
      #expect(text.contains("type: NSCountResultType;) returned 1"))
      #expect(text.contains("CoreData: annotation: total count request execution time: "))
    }
  }

  @Test func metadataReachesTheFileWithTheNextSave() throws {
    try SQLiteStoreFixture.run { fixture, path in
      fixture.store.metadata["mine"] = .string("x")
      fixture.store.metadata["NSStoreModelVersionHashes"] = nil
      let other = try SQLiteStoreFixture(path: path, model: fixture.model)
      #expect(other.store.metadata["mine"] == nil)
      try fixture.store.save(StoreChanges())
      let third = try SQLiteStoreFixture(path: path, model: fixture.model)
      #expect(third.store.metadata["mine"] == .string("x"))
      #expect(third.store.identifier == fixture.store.identifier)
    }
  }

  @Test func derivedValuesAreComputedByTheStore() throws {
    try SQLiteStoreFixture.run { fixture, _ in
      let artist = try fixture.new("Artist", ["albumCount": .integer(9)])
      let album = try fixture.new("Album", [:], ["artist": artist.id])
      try fixture.insert(artist, album)
      #expect(try fixture.value("albumCount", fixture.store.row(artist.id)) == .integer(1))
    }
  }

  /// A failure of any statement leaves the store as it was.
  @Test func eachFailingStatementLeavesTheOldState() throws {
    let countdown = Locked<Int?>(nil)
    var options = SQLiteStoreOptions()
    options.tracksHistory = true
    options.hooks.willRun = { _ in
      try countdown.withLock { left in
        guard let count = left else { return }
        left = count - 1
        if count == 0 { throw Fault() }
      }
    }
    try SQLiteStoreFixture.run(options: options) { fixture, _ in
      let artist = try fixture.new("Artist", ["name": .string("A")])
      let tag = try fixture.new("Tag")
      try fixture.insert(artist, tag)
      let new = try fixture.new("Album", [:], ["artist": artist.id])
      let tags = try fixture.relationship("Artist", "tags")
      let albums = try fixture.relationship("Artist", "albums")
      let changes = StoreChanges(
        inserts: [StoreChanges.Insert(new)],
        updates: [fixture.update(artist, ["name": .string("B")])],
        links: [
          .init(source: artist.id, relationship: tags, added: [tag.id], removed: [], order: nil),
          .init(
            source: artist.id, relationship: albums, added: [new.id], removed: [],
            order: [new.id]),
        ])
      var failures = 0
      for index in 0..<100 {
        countdown.withLock { $0 = index }
        do {
          try fixture.store.save(changes)
          countdown.withLock { $0 = nil }
          break
        } catch is Fault {
          countdown.withLock { $0 = nil }
          failures += 1
          #expect(try fixture.value("name", fixture.store.row(artist.id)) == .string("A"))
          #expect(try fixture.store.row(new.id) == nil)
          #expect(try fixture.store.members(tags, of: artist.id) == [])
        }
      }
      #expect(failures > 6)
      #expect(try fixture.value("name", fixture.store.row(artist.id)) == .string("B"))
      #expect(try fixture.store.members(albums, of: artist.id) == [new.id])
    }
  }

  private struct Fault: Error {}
}
