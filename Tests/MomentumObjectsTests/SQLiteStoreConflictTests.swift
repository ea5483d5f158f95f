import Foundation
import MomentumModel
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

@testable import MomentumObjects

/// What happens if others have changed the same rows: rules OG-617 to OG-634.
@Suite struct SQLiteStoreConflictTests {
  private func conflict(_ body: () throws -> Void) throws -> StoreConflict {
    do {
      try body()
    } catch let conflict as StoreConflict {
      return conflict
    }
    throw NoConflict()
  }

  private struct NoConflict: Error {}

  private func rows(_ conflict: StoreConflict) -> [(id: ObjectID, present: RowSnapshot?)] {
    if case .rows(let rows) = conflict { rows } else { [] }
  }

  private func violations(_ conflict: StoreConflict) -> [ConstraintViolation] {
    if case .constraints(let violations) = conflict { violations } else { [] }
  }

  @Test func allChangedRowsAreReportedWithTheirPresentState() throws {
    try SQLiteStoreFixture.run { fixture, path in
      let notes = try (0..<4).map { _ in try fixture.new("Note", ["text": .string("a")]) }
      try fixture.insert(notes[0], notes[1], notes[2], notes[3])
      let other = try SQLiteStoreFixture(path: path, model: fixture.model)
      try other.store.save(
        StoreChanges(
          updates: [other.update(notes[0], ["text": .string("b")]), other.update(notes[2])],
          deletes: [.init(notes[1])]))
      let changes = StoreChanges(
        updates: [
          fixture.update(notes[0], ["text": .string("c")]), fixture.update(notes[1]),
          fixture.update(notes[3], ["text": .string("c")]),
        ], deletes: [.init(notes[2])])
      let conflicts = rows(try conflict { try fixture.store.save(changes) })
      #expect(conflicts.map(\.id) == [notes[2].id, notes[0].id, notes[1].id])
      #expect(conflicts.map(\.present?.version) == [2, 2, nil])
      #expect(try fixture.value("text", conflicts[1].present) == .string("b"))
      // Nothing was written, and the store is usable.
      #expect(try fixture.value("text", fixture.store.row(notes[3].id)) == .string("a"))
      try fixture.store.save(StoreChanges(updates: [fixture.update(notes[3])]))
    }
  }

  @Test func deletingADeletedRowIsNoConflict() throws {
    try SQLiteStoreFixture.run { fixture, _ in
      let note = try fixture.new("Note")
      try fixture.insert(note)
      for _ in 0..<2 { try fixture.store.save(StoreChanges(deletes: [.init(note)])) }
      #expect(try fixture.store.row(note.id) == nil)
    }
  }

  @Test func aCheckedRowMustBeUnchanged() throws {
    try SQLiteStoreFixture.run { fixture, _ in
      let note = try fixture.new("Note")
      try fixture.insert(note)
      try fixture.store.save(StoreChanges(checked: [note]))
      try fixture.store.save(StoreChanges(updates: [fixture.update(note)]))
      let found = rows(try conflict { try fixture.store.save(StoreChanges(checked: [note])) })
      #expect(found.map(\.id) == [note.id])
    }
  }

  @Test func aKeyThatIsUsedAlreadyIsAConflict() throws {
    try SQLiteStoreFixture.run { fixture, path in
      let note = try fixture.new("Note", ["text": .string("a")])
      try fixture.insert(note)
      let found = rows(try conflict { try fixture.insert(note) })
      #expect(found.map(\.id) == [note.id])
      #expect(try fixture.value("text", found[0].present) == .string("a"))
    }
  }

  @Test func aUniqueValueOfAnotherRowIsReportedWithTheRow() throws {
    try SQLiteStoreFixture.run { fixture, _ in
      let band = try fixture.new("Band", ["name": .string("A")])
      try fixture.insert(band)
      let artist = try fixture.new("Artist", ["name": .string("A")])
      let found = violations(try conflict { try fixture.insert(artist) })
      #expect(found.map(\.constraint) == [["name"]])
      #expect(found[0].values == [.attribute(.string("A"))])
      #expect(found[0].present?.id == band.id)
      #expect(found[0].present?.id.entityName == "Band")
      #expect(found[0].objects == [artist.id])
      #expect(try fixture.store.row(artist.id) == nil)
    }
  }

  @Test func objectsOfOneSaveWithTheSameValueAreOneViolation() throws {
    try SQLiteStoreFixture.run { fixture, _ in
      let artists = try (0..<3).map { _ in try fixture.new("Artist", ["name": .string("A")]) }
      let found = violations(
        try conflict { try fixture.insert(artists[0], artists[1], artists[2]) })
      #expect(found.count == 1)
      #expect(found[0].present == nil)
      #expect(Set(found[0].objects) == Set(artists.map(\.id)))
      // NULL is never a repetition.
      try fixture.insert(try fixture.new("Artist"), try fixture.new("Artist"))
    }
  }

  @Test func aUniqueValueMayMoveToAnotherRow() throws {
    try SQLiteStoreFixture.run { fixture, _ in
      let a = try fixture.new("Artist", ["name": .string("A")])
      let b = try fixture.new("Artist", ["name": .string("B")])
      try fixture.insert(a, b)
      // The first update needs the name that the second one gives up.
      try fixture.store.save(
        StoreChanges(
          inserts: [.init(try fixture.new("Artist", ["name": .string("A")]))],
          updates: [
            fixture.update(a, ["name": .string("B")]), fixture.update(b, ["name": .string("C")]),
          ]))
      let names = try fixture.store.rows(fixture.fetch("Artist", sortedBy: "name")).map {
        try fixture.value("name", $0)
      }
      #expect(names == [.string("A"), .string("B"), .string("C")])
    }
  }

  @Test func anObjectOfAnotherStoreIsRefused() throws {
    try SQLiteStoreFixture.run { fixture, _ in
      let artist = try fixture.entity("Artist")
      let foreign = ObjectID(ObjectPlace(store: "OTHER", entity: artist), 1)
      let album = try fixture.new("Album", [:], ["artist": foreign])
      #expect(throws: SQLiteStoreError.self) { try fixture.insert(album) }
      let wrong = try fixture.new("Artist", ["rating": .double(.nan)])
      #expect(throws: SQLiteStoreError.self) { try fixture.insert(wrong) }
      #expect(try fixture.store.count(fixture.fetch("Album")) == 0)
    }
  }

  // MARK: - Other connections

  @Test func aLockOfAnotherProcessIsAnErrorAfterTheTimeout() throws {
    var options = SQLiteStoreOptions()
    options.timeout = 0.05
    try SQLiteStoreFixture.run(options: options) { fixture, path in
      let note = try fixture.new("Note")
      try fixture.insert(note)
      let other = try Connection(path: path, access: .readWrite)
      try other.transaction(.exclusive) { () throws in
        let error = #expect(throws: StoreError.self) {
          try fixture.store.save(StoreChanges(updates: [fixture.update(note)]))
        }
        guard case .sqlite(let cause)? = error else {
          Issue.record("the error is not SQLite's")
          return
        }
        #expect(cause.reason == .busy)
        // With a write-ahead log, others read meanwhile.
        #expect(try fixture.store.row(note.id)?.version == 1)
      }
      try fixture.store.save(StoreChanges(updates: [fixture.update(note)]))
    }
  }

  @Test func aReadInsideASaveDoesNotWaitForIt() throws {
    let reading = Locked<(@Sendable () -> Void)?>(nil)
    var options = SQLiteStoreOptions()
    options.hooks.willRun = { _ in
      let body = reading.withLock { body in
        defer { body = nil }
        return body
      }
      body?()
    }
    for mode in ["wal", "delete"] {
      options.pragmas = ["journal_mode": mode]
      try SQLiteStoreFixture.run(options: options) { fixture, _ in
        let note = try fixture.new("Note")
        let seen = Locked<Int?>(nil)
        let (store, fetch) = (fixture.store, try fixture.fetch("Note"))
        reading.withLock { $0 = { seen.withLock { $0 = try? store.count(fetch) } } }
        try fixture.insert(note)
        #expect(seen.withLock { $0 } == 0)
      }
    }
  }

  @Test func threadsReadWhileOneWrites() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("momentum-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let fixture = try SQLiteStoreFixture(path: folder.path + "/music.sqlite")
    let (store, fetch) = (fixture.store, try fixture.fetch("Note"))
    let rows = try (0..<60).map { _ in try fixture.new("Note", ["text": .string("a")]) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for row in rows { try store.save(StoreChanges(inserts: [.init(row)])) }
      }
      for _ in 0..<6 {
        group.addTask {
          var last = 0
          for _ in 0..<40 {
            let count = try store.rows(fetch).count
            #expect(count >= last)
            last = count
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try store.count(fetch) == 60)
    store.close()
    #expect(throws: SQLiteStoreError.self) { try store.count(fetch) }
  }
}
