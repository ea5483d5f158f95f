import Foundation
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

@testable import MomentumObjects

/// Scenarios of stores that several connections use, and of counts.
@Suite struct StoreScenarioTests {
  @Test("SR scenario 20 (SR-151): a count sees pending changes as the fetch does")
  func pendingCount() throws {
    let world = try BatchWorld()
    let first = try world.insert("Author", ["name": "Ann"])
    try world.insert("Author", ["name": "Bob"])
    try world.context.save()
    try world.insert("Author", ["name": "Cid"])
    try world.insert("Author", ["name": "Dan"])
    try world.context.delete(first)
    #expect(try world.count("Author") == 3)
    #expect(try world.context.fetch(ObjectRequest("Author")).count == 3)
    #expect(try world.other().count(ObjectRequest("Author")) == 2)
  }

  @Test("OG-815: a child merges what its parent saves, also without siblings")
  func childWithoutSiblings() throws {
    let world = try BatchWorld()
    let child = ObjectContext(parent: world.context)
    child.mergesChangesFromParent = true
    let author = try world.insert("Author", ["name": "Ann"])
    try world.context.save()
    let inChild = try child.existingObject(with: author.objectID)
    #expect(inChild.text("name") == "Ann")
    author["name"] = .string("Bob")
    try world.context.save()
    // The child merges on its queue; this waits until it has.
    child.performAndWait {}
    #expect(inChild.text("name") == "Bob")
  }

  @Test("SR scenario 80 (SR-104): a save waits for the lock of another connection")
  func waitingForALock() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.path + "/books.sqlite"
      let (held, asked) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      var options = SQLiteStoreOptions()
      options.hooks.willRun = { if $0.hasPrefix("BEGIN") { asked.signal() } }
      let world = try BatchWorld(path: path, options: options)
      let failure = Locked("")
      let holder = Thread {
        do {
          let connection = try Connection(path: path, access: .readWrite)
          try connection.transaction(.immediate) { () throws in
            held.signal()
            asked.wait()
            // The save is waiting meanwhile.
            for number in 1...500 {
              try connection.execute(sql: "INSERT INTO ZTAG(Z_PK, Z_ENT) VALUES(\(number), 1)")
            }
          }
        } catch {
          failure.withLock { $0 = "\(error)" }
          held.signal()
        }
      }
      holder.start()
      held.wait()
      try world.insert("Author", ["name": "Ann"])
      try world.context.save()
      #expect(failure.withLock { $0 }.isEmpty)
      // The save was after the commit of the other connection.
      #expect(try world.rows("SELECT COUNT(*) FROM ZTAG").first?.first == .integer(500))
      #expect(try world.count("Author") == 1)
      world.coordinator.remove(world.store)
    }
  }
}
