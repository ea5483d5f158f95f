import Foundation
import MomentumTestSupport
import Testing

@testable import MomentumObjects

/// Query generations: rule OG-822.
@Suite struct QueryGenerationTests {
  private func with(_ body: (BatchWorld, ObjectContext) throws -> Void) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let world = try BatchWorld(path: folder.path + "/books.sqlite", options: BatchWorld.tracking)
      defer { world.coordinator.remove(world.store) }
      try world.insert("Author", ["name": "Ann"])
      try world.context.save()
      try body(world, world.other())
    }
  }

  private func names(_ context: ObjectContext) throws -> [String?] {
    var request = ObjectRequest("Author")
    request.sortKeys = [ObjectSort("name")]
    return try context.fetch(request).map { $0.text("name") }
  }

  private func save(_ name: String, _ world: BatchWorld) throws {
    try world.insert("Author", ["name": name])
    try world.context.save()
  }

  @Test("OG-822: the state of the first fetch stays, for every kind of fetch")
  func pinning() throws {
    try with { world, context in
      try context.setQueryGeneration(.current)
      #expect(context.queryGeneration == .current)
      // It is pinned at the first fetch, not before.
      try save("Bob", world)
      #expect(try names(context) == ["Ann", "Bob"])
      #expect(context.queryGeneration != .current && context.queryGeneration != nil)
      try save("Cid", world)
      #expect(try names(context) == ["Ann", "Bob"])
      let request = ObjectRequest("Author")
      #expect(try context.count(request) == 2)
      #expect(try context.fetchIDs(request).count == 2)
      #expect(try context.fetchDictionaries(request).count == 2)
      #expect(try world.other().count(request) == 3)
      try context.setQueryGeneration(nil)
      #expect(try context.count(request) == 3 && context.queryGeneration == nil)
    }
  }

  @Test("OG-822, SR-141: offset and limit are of the sum, not of each of several stores")
  func countOverStores() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let world = try BatchWorld(path: folder.path + "/books.sqlite")
      let second = try SQLiteObjectStore(path: folder.path + "/more.sqlite", model: world.model)
      try world.coordinator.add(second)
      for number in 0..<6 {
        let author = try world.insert("Author", ["name": "a\(number)"])
        if number >= 2 { try world.context.assign(author, toStore: second.identifier) }
      }
      try world.context.save()
      let context = world.other()
      try context.setQueryGeneration(.current)
      var request = ObjectRequest("Author")
      #expect(try context.count(request) == 6)
      request.offset = 1
      #expect(try context.count(request) == 5)
      request.limit = 3
      #expect(try context.count(request) == 3)
      request.offset = 5
      #expect(try context.count(request) == 1)
    }
  }

  @Test("OG-822: faults and relationships are of the pinned state, and refreshing reads it again")
  func faults() throws {
    try with { world, context in
      let ann = try #require(try world.context.fetch(ObjectRequest("Author")).first)
      let book = try world.insert("Book", ["title": "a"])
      book["author"] = .object(ann)
      try world.context.save()
      try context.setQueryGeneration(.current)
      let pinned = try #require(try context.fetch(ObjectRequest("Author")).first)
      ann["name"] = .string("Zoe")
      ann["books"] = .objects([])
      try world.context.save()
      #expect(pinned.text("name") == "Ann")
      #expect(pinned.names("books", by: "title") == ["a"])
      context.stalenessInterval = 0
      context.refresh(pinned, keepingChanges: false)
      #expect(pinned.text("name") == "Ann")
      #expect(pinned.names("books", by: "title") == ["a"])
      // A new pin and a refresh show the newest state.
      try context.setQueryGeneration(.current)
      context.refresh(pinned, keepingChanges: false)
      #expect(pinned.text("name") == "Zoe")
      #expect(pinned.names("books", by: "title").isEmpty)
    }
  }

  @Test("OG-822: a save moves the pin to the state after it")
  func saving() throws {
    try with { world, context in
      try context.setQueryGeneration(.current)
      _ = try names(context)
      try save("Bob", world)
      let mine = try context.insert("Author")
      mine["name"] = .string("Mia")
      try context.save()
      try save("Zoe", world)
      #expect(try names(context) == ["Ann", "Bob", "Mia"])
    }
  }

  @Test("OG-822: batch requests and merging do not move the pin")
  func batchAndMerge() throws {
    try with { world, context in
      try context.setQueryGeneration(.current)
      let ann = try #require(try context.fetch(ObjectRequest("Author")).first)
      #expect(ann.text("name") == "Ann")
      let changes = try context.executeForChanges(.update("Author", set: ["name": .string("Zoe")]))
      #expect(try names(context) == ["Ann"])
      try ObjectContext.mergeRemoteChanges(changes, into: [context])
      #expect(ann.text("name") == "Ann")
      try context.setQueryGeneration(nil)
      try ObjectContext.mergeRemoteChanges(changes, into: [context])
      #expect(ann.text("name") == "Zoe")
    }
  }

  @Test("OG-812: a child reads what its parent reads and has no generation of its own")
  func children() throws {
    try with { world, context in
      try context.setQueryGeneration(.current)
      _ = try names(context)
      let child = ObjectContext(parent: context)
      try save("Bob", world)
      #expect(try names(child) == ["Ann"])
      #expect(try child.fetchDictionaries(ObjectRequest("Author")).count == 1)
      #expect(child.queryGeneration == nil)
      #expect(throws: ObjectMisuse.self) { try child.setQueryGeneration(.current) }
    }
  }

  @Test("Several contexts share a generation; one of another coordinator is refused")
  func sharing() throws {
    try with { world, context in
      try context.setQueryGeneration(.current)
      _ = try names(context)
      let generation = context.queryGeneration
      try save("Bob", world)
      let second = world.other()
      try second.setQueryGeneration(generation)
      #expect(try names(second) == ["Ann"] && second.queryGeneration == generation)
      let stranger = try BatchWorld()
      #expect(throws: ObjectMisuse.self) { try stranger.context.setQueryGeneration(generation) }
    }
  }

  @Test("OG-815: a pinned context does not merge by itself")
  func automaticMerging() throws {
    try with { world, context in
      context.mergesChangesFromParent = true
      try context.setQueryGeneration(.current)
      let ann = try #require(try context.fetch(ObjectRequest("Author")).first)
      var events = 0
      let observation = context.observe { _ in events += 1 }
      defer { observation.cancel() }
      try save("Bob", world)
      context.performAndWait {}
      #expect(events == 0 && ann.text("name") == "Ann")
    }
  }

  @Test("OG-822: stores in memory are always read as they are")
  func memory() throws {
    let world = try BatchWorld()
    let context = world.other()
    try context.setQueryGeneration(.current)
    #expect(try names(context).isEmpty)
    try save("Ann", world)
    #expect(try names(context) == ["Ann"])
    // Giving the generation up must not close the store itself.
    try context.setQueryGeneration(nil)
    #expect(try names(context) == ["Ann"])
  }

  @Test("A store that was removed cannot be read through a generation any more")
  func closing() throws {
    try with { world, context in
      try context.setQueryGeneration(.current)
      _ = try names(context)
      world.coordinator.remove(world.store)
      #expect(throws: (any Error).self) { try names(context) }
    }
  }

  @Test("Readers and a writer on two threads: the pinned one sees one state all the time")
  func threads() throws {
    try with { world, context in
      try context.setQueryGeneration(.current)
      #expect(try names(context) == ["Ann"])
      let writer = world.other()
      let coordinator = world.coordinator
      let failures = Locked<[String]>([])
      DispatchQueue.concurrentPerform(iterations: 2) { index in
        for round in 0..<20 {
          do {
            if index == 0 {
              try writer.performAndWait {
                try writer.insert("Author")["name"] = .string("n\(round)")
                try writer.save()
              }
            } else {
              let count = try context.performAndWait {
                try context.count(ObjectRequest("Author"))
              }
              if count != 1 { failures.withLock { $0.append("saw \(count)") } }
            }
          } catch { failures.withLock { $0.append("\(error)") } }
        }
      }
      #expect(failures.withLock { $0 } == [])
      #expect(try ObjectContext(coordinator).count(ObjectRequest("Author")) == 21)
    }
  }
}
