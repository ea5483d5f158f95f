import Foundation
import MomentumSQL
import MomentumTestSupport
import Testing

@testable import MomentumObjects

/// What a SQLite store does after a save for the size of its files (SR-109).
@Suite struct StoreMaintenanceTests {
  @Test(arguments: [
    (100, 31, 0, 0, false), (100, 36, 0, 7, false), (1000, 99, 0, 0, false),
    (1000, 100, 0, 20, false), (10, 0, (1 << 20) - 1, 0, false), (10, 0, 1 << 20, 0, true),
  ])
  func whatIsDue(pages: Int64, free: Int64, log: Int64, freed: Int64, truncates: Bool) {
    let due = StoreMaintenance(pages: pages, freePages: free, logBytes: log)
    #expect(due.pagesToFree == freed && due.truncatesLog == truncates)
    #expect(due.isDue == (freed > 0 || truncates))
  }

  /// Books, some of which are deleted; the work that the store wants to do later runs when `body`
  /// says so.
  private func run(
    _ body: (
      BatchWorld, String, _ runLater: () -> Int, _ log: MomentumObjects.Locked<[String]>
    ) throws -> Void
  ) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let later = MomentumObjects.Locked<[@Sendable () -> Void]>([])
      let lines = MomentumObjects.Locked<[String]>([])
      var options = SQLiteStoreOptions()
      options.hooks.schedule = { work in later.withLock { $0.append(work) } }
      let log = SQLiteStoreLog(level: 1)
      options.hooks.observe = { event in lines.withLock { $0 += log.lines(event) } }
      let path = folder.path + "/books.sqlite"
      let world = try BatchWorld(path: path, options: options)
      try body(
        world, path,
        {
          let all = later.withLock { work in
            defer { work = [] }
            return work
          }
          for work in all { work() }
          return all.count
        }, lines)
      world.store.close()
    }
  }

  private func freePages(_ world: BatchWorld) throws -> Int64 {
    guard case .integer(let count)? = try world.rows("PRAGMA freelist_count").first?.first else {
      return -1
    }
    return count
  }

  private func fill(_ world: BatchWorld, _ count: Int) throws {
    for _ in 0..<count {
      try world.insert("Author", ["name": String(repeating: "x", count: 4000)])
    }
    try world.context.save()
  }

  @Test("Free pages are given back after the save, with the line that Core Data logs")
  func vacuum() throws {
    try run { world, _, runLater, log in
      try fill(world, 100)
      _ = runLater()
      for author in try world.context.fetch(ObjectRequest("Author")) {
        try world.context.delete(author)
      }
      try world.context.save()
      let free = try freePages(world)
      try #require(free >= StoreMaintenance.freePagesMin)
      log.withLock { $0 = [] }
      #expect(runLater() == 1)
      #expect(try freePages(world) == free - free / 5)
      #expect(
        log.withLock { $0 }.contains(
          "CoreData: debug: PostSaveMaintenance: incremental_vacuum with freelist_count - \(free) "
            + "and pages_to_free \(free / 5)"))
    }
  }

  @Test("A long write-ahead log is cut, unless a reader needs it") func checkpoint() throws {
    try run { world, path, runLater, log in
      func logSize() throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path + "-wal")
        return try #require(attributes[.size] as? Int)
      }
      // A pinned state reads the log, and its transaction does not wait.
      try world.context.setQueryGeneration(.current)
      _ = try world.count("Author")
      try fill(world, 500)
      try #require(try logSize() >= 1 << 20)
      let reader = world.other()
      try reader.setQueryGeneration(.current)
      _ = try reader.count(ObjectRequest("Author"))
      try world.insert("Author", ["name": "y"])
      try world.context.save()
      _ = runLater()
      #expect(try logSize() > 0)
      try reader.setQueryGeneration(nil)
      try world.context.setQueryGeneration(nil)
      try world.insert("Author", ["name": "z"])
      try world.context.save()
      #expect(runLater() == 1)
      #expect(try logSize() == 0)
      #expect(
        log.withLock { $0 }.contains(
          "CoreData: annotation: PostSaveMaintenance: wal_checkpoint(TRUNCATE) "))
      #expect(try world.count("Author") == 502)
    }
  }

  @Test("Maintenance of a closed store does nothing") func closed() throws {
    try run { world, _, runLater, _ in
      try fill(world, 500)
      world.store.close()
      #expect(runLater() == 1)
    }
  }

  @Test("A statement that fails leaves the store as it is") func failure() throws {
    try run { world, _, runLater, _ in
      try fill(world, 500)
      let count = try world.count("Author")
      let connection = try storedRows(world.store.path ?? "", "PRAGMA quick_check")
      #expect(connection == [[.text("ok")]])
      _ = runLater()
      #expect(try world.rows("PRAGMA busy_timeout") != [[.integer(0)]], "the timeout is back")
      #expect(try world.count("Author") == count)
    }
  }
}
