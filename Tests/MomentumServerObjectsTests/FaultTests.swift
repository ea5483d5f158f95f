import Foundation
import MomentumObjects
import MomentumObjectsProof
import MomentumServerObjects
import MomentumTestSupport
import Testing

/// Lost connections and databases that are not prepared.
@Suite(.enabled(if: ServerObjectsCase.isEnabled, ServerObjectsCase.reason))
struct FaultTests {
  /// Ends all sessions before the n-th statement of a call.
  private final class Killer: @unchecked Sendable {
    private let lock = NSLock()
    private var countdown = 0

    func arm(_ number: Int) { lock.withLock { countdown = number } }
    /// Whether the statement was reached.
    func disarm() -> Bool {
      lock.withLock {
        defer { countdown = 0 }
        return countdown <= 0
      }
    }

    func isNow() -> Bool {
      lock.withLock {
        guard countdown > 0 else { return false }
        countdown -= 1
        return countdown == 0
      }
    }
  }

  @Test(
    "A session that is ended before any statement of a save leaves the old rows or the new ones")
  func killedSessions() throws {
    let killer = Killer()
    try ServerObjectsCase.with(GalleryModel.entities) { test in
      let (server, application) = (test.server, test.application)
      let context = try test.context { options in
        options.willRun = { _ in
          guard killer.isNow() else { return }
          _ = try server.rows(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
              + "WHERE application_name = '\(application)'")
        }
      }
      let artist = try context.insert("Artist")
      artist["name"] = .string("old")
      let tag = try context.insert("Tag")
      artist["tags"] = .orderedObjects([tag])
      try context.save()
      // All the identities are reserved before, so that each failing statement is one of the save.
      let album = try context.insert("Album")
      album["artist"] = .object(artist)
      try context.obtainPermanentIDs(for: [album])
      artist["name"] = .string("new")
      artist["tags"] = .orderedObjects([])
      let counts = """
        SELECT a.name, (SELECT count(*) FROM album), (SELECT count(*) FROM artist_tags)
        FROM artist a
        """
      var number = 0
      var failures = 0
      while true {
        number += 1
        killer.arm(number)
        let outcome = Result { try context.save() }
        let wasReached = killer.disarm()
        if !wasReached {
          try outcome.get()
          break
        }
        failures += 1
        guard case .failure(let error) = outcome else {
          Issue.record("statement \(number): the save went on without its session")
          return
        }
        #expect((error as? ObjectError)?.code.rawValue == 134_030, "\(error)")
        let rows = try test.rows(counts)
        #expect(rows == [["old", "0", "1"]], "statement \(number)")
      }
      #expect(failures > 3)
      let rows = try test.rows(counts)
      #expect(rows == [["new", "1", "0"]])
    }
  }

  @Test func anIdleConnectionThatIsLostIsReplaced() throws {
    try ServerObjectsCase.with(GalleryModel.entities) { test in
      let context = try test.context()
      _ = try context.insert("Note")
      try context.save()
      try test.endSessions()
      #expect(try context.count(ObjectRequest("Note")) == 1)
      try test.endSessions()
      _ = try context.insert("Note")
      try context.save()
      #expect(try test.rows("SELECT count(*) FROM note") == [["2"]])
    }
  }

  @Test func tablesWithoutVersionsAreRefusedUntilTheyArePrepared() throws {
    try ServerObjectsCase.with(GalleryModel.entities, hasVersions: false) { test in
      let error = #expect(throws: ObjectError.self) { try test.store() }
      #expect(error?.code.rawValue == 134_080)
      let text = error?.description ?? ""
      #expect(
        text.contains("'artist'") && text.contains("script(for:)")
          && text.contains("have no versions of rows"))
      try test.rows("INSERT INTO note (text) VALUES ('old')")
      let context = try test.context { $0.preparesTables = true }
      let note = try #require(try context.fetch(ObjectRequest("Note")).first)
      note["text"] = .string("new")
      try context.save()
      _ = try test.store()
      #expect(try test.rows("SELECT text, momentum_version FROM note") == [["new", "2"]])
    }
  }

  @Test func anAddressThatNobodyAnswersIsATypedErrorWithoutThePassword() throws {
    let model = try ModelPlan(ProofModel.compile(GalleryModel.entities))
    let coordinator = StoreCoordinator(model)
    coordinator.register(ServerObjects())
    let lines = Locked("")
    coordinator.observe { event in
      if case .logged(let line) = event { lines.withLock { $0 += line } }
    }
    let opener = StoreOpener(model: model, coordinator: coordinator)
    let address = "postgresql://app:secret@127.0.0.1:1/shop?connect_timeout=2"
    let error = #expect(throws: ObjectError.self) { try opener.add(.postgreSQL(address)) }
    #expect(error?.code.rawValue == 134_080)
    #expect("\(String(describing: error)) \(lines.withLock { $0 })".contains("secret") == false)
    #expect(lines.withLock { $0 }.contains("postgresql://app@127.0.0.1:1/shop"))
  }

  /// The connection of a call is asynchronous. Its jobs must not need a thread of Swift's pool: here
  /// all of them wait for the server.
  @Test func callsFromAllThreadsOfThePoolDoNotWaitForEachOther() async throws {
    let test = try ServerObjectsCase(ModelPlan(ProofModel.compile(GalleryModel.entities)))
    let store = try test.store { $0.connectionsMax = 2 }
    let plan = try #require(test.model.entity(named: "Note"))
    let count = ProcessInfo.processInfo.activeProcessorCount * 4
    let numbers = try await withThrowingTaskGroup(of: ClosedRange<Int64>.self) { group in
      for _ in 0..<count { group.addTask { try store.reserveNumbers(3, root: plan) } }
      return try await group.reduce(into: Set<Int64>()) { $0.formUnion($1) }
    }
    #expect(numbers.count == count * 3)
    store.close()
    try test.remove()
  }
}
