import Foundation
import MomentumModel
import MomentumSQL
import MomentumTestSupport
import Testing

@testable import MomentumObjects

/// Queues, events and the order of a save (OG-601 to OG-603, OG-801 to OG-807, OG-816 to OG-823).
@Suite struct QueueAndEventTests {
  private let office: Office
  private let context: ObjectContext

  init() throws {
    office = try Office()
    context = office.context
  }

  @Test("OG-801: the defaults of a context")
  func defaults() {
    #expect(context.mergePolicy == .error && context.stalenessInterval == -1)
    #expect(!context.mergesChangesFromParent && !context.retainsRegisteredObjects)
    #expect(context.propagatesDeletesAtEndOfEvent && context.deletesInaccessibleFaults)
    #expect(context.undoHistory == nil && context.name == nil && context.transactionAuthor == nil)
    #expect(context.userInfo.isEmpty && context.concurrency == .privateQueue)
  }

  @Test("OG scenario 67: perform processes changes at its end, once (OG-802)")
  func perform() async throws {
    let context = context
    let events = Locked<[Int]>([])
    let observation = context.observe { event in
      if case .didChange(let changes) = event {
        events.withLock { $0.append(changes.inserted.count) }
      }
    }
    await withCheckedContinuation { continuation in
      context.perform {
        for _ in 0..<2 { _ = try? context.insert("Person") }
        #expect(events.withLock { $0 } == [])
      }
      // A later block of the same queue.
      context.perform { continuation.resume() }
    }
    #expect(events.withLock { $0 } == [2])
    observation.cancel()
  }

  @Test(
    "OG scenario 68, 70: performAndWait processes nothing, nests, and returns or throws (OG-803)")
  func performAndWait() throws {
    var events = 0
    let observation = context.observe { if case .didChange = $0 { events += 1 } }
    let number = try context.performAndWait {
      try context.performAndWait {
        try context.insert("Person")
        return 7
      }
    }
    #expect(number == 7 && events == 0)
    struct Stop: Error {}
    #expect(throws: Stop.self) { try context.performAndWait { throw Stop() } }
    context.processPendingChanges()
    context.processPendingChanges()
    observation.cancel()
    #expect(events == 1, "OG-807")
  }

  /// The form of `perform` that does not wait; an asynchronous caller would get the other one.
  private func submit(_ context: ObjectContext, _ body: @escaping @Sendable () -> Void) {
    context.perform(body)
  }

  @Test("OG scenario 69: await perform returns, throws and keeps the order (OG-804, OG-805)")
  func asynchronous() async throws {
    let context = context
    let order = Locked<[Int]>([])
    submit(context) { order.withLock { $0.append(1) } }
    let count = try await context.perform(schedule: .enqueued) {
      order.withLock { $0.append(2) }
      try context.insert("Person")
      return context.insertedObjects.count
    }
    #expect(count == 1 && order.withLock { $0 } == [1, 2])
    struct Stop: Error {}
    await #expect(throws: Stop.self) { try await context.perform { throw Stop() } }
  }

  @Test("OG scenario 102, 103: a later event has an unsaved object as updated, deleted (OG-103)")
  func unsavedObject() throws {
    var events: [ContextChanges] = []
    let observation = context.observe {
      if case .didChange(let changes) = $0 { events.append(changes) }
    }
    let person = try context.insert("Person")
    person["age"] = .integer(3)
    context.processPendingChanges()
    person["age"] = .integer(4)
    #expect(context.updatedObjects.isEmpty)
    context.processPendingChanges()
    try context.delete(person)
    context.processPendingChanges()
    observation.cancel()
    #expect(events.map(\.inserted) == [[person], [], []])
    #expect(events.map(\.updated) == [[], [person], []])
    #expect(events.map(\.deleted) == [[], [], [person]])
  }

  @Test("OG scenario 101: inserted and deleted between two saves: nowhere (OG-102 l, OG-819)")
  func neverSaved() throws {
    var saved: [ContextChanges] = []
    let observation = context.observe {
      if case .didSave(let changes) = $0 { saved.append(changes) }
    }
    let person = try context.insert("Person")
    context.processPendingChanges()
    try context.delete(person)
    let other = try context.insert("Person")
    try context.save()
    observation.cancel()
    #expect(saved.count == 1 && saved[0].inserted == [other] && saved[0].deleted.isEmpty)
  }

  @Test("OG scenario 126: the events of a save and what they have (OG-817 to OG-820)")
  func save() throws {
    let ann = try office.person("Ann")
    var events: [String] = []
    let observation = context.observe { event in
      events.append(event.name)
      guard case .didSave(let changes) = event else { return }
      for object in changes.inserted + changes.updated {
        events.append("\(object.objectID.isTemporary) \(object.hasChanges)")
      }
    }
    ann["age"] = .integer(3)
    _ = try context.insert("Person")
    try context.save()
    #expect(events == ["didChange", "willSave", "didSave", "false false", "false false"])
    events = []
    try context.save()
    observation.cancel()
    #expect(events == ["willSave", "didSave"], "OG-603")
  }

  @Test("OG scenario 127: a save inside a save is refused, after it it works (OG-601)")
  func recursive() throws {
    var codes: [Int] = []
    let context = context
    let observation = context.observe { event in
      switch event {
      case .willSave, .didSave:
        do { try context.save() } catch {
          codes.append((error as? ObjectError)?.code.rawValue ?? 0)
        }
      case .didChange, .didMerge, .failed: break
      }
    }
    _ = try context.insert("Person")
    try context.save()
    observation.cancel()
    #expect(codes == [132_001, 132_001])
    _ = try context.insert("Person")
    try context.save()
    #expect(try office.other().count(ObjectRequest("Person")) == 2)
  }

  @Test("OG-601: willSave of objects comes before the event, and what observers change is saved")
  func observersChange() throws {
    let ann = try office.person("Ann")
    ann["age"] = .integer(3)
    let observation = context.observe { event in
      if case .willSave = event { ann["home"] = .string("Ulm") }
    }
    try context.save()
    observation.cancel()
    #expect(office.store.stored(ann.objectID)?.value(2) == .string("Ulm") && !context.hasChanges)
  }

  @Test("OG-821: the author and the name of a context reach the persistent history")
  func author() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("office.sqlite").path
      var options = SQLiteStoreOptions()
      options.tracksHistory = true
      let coordinator = StoreCoordinator(office.model)
      try coordinator.add(
        SQLiteObjectStore(path: path, model: office.model, options: options))
      let context = ObjectContext(coordinator)
      (context.name, context.transactionAuthor) = ("editor", "Ann")
      _ = try context.insert("Person")
      try context.save()
      // The table has the name of the process too.
      let names = try storedRows(path, "SELECT ZNAME FROM ATRANSACTIONSTRING")
      #expect(names.contains([.text("Ann")]) && names.contains([.text("editor")]))
    }
  }

  @Test("OG-823: the sets of a context are copies")
  func copies() throws {
    let before = context.insertedObjects
    _ = try context.insert("Person")
    #expect(before.isEmpty && context.insertedObjects.count == 1)
  }

  @Test("OG-604: a save of transient changes alone runs the hooks and writes nothing")
  func transientOnly() throws {
    var classes = ObjectClasses()
    classes["Person"] = HookedPerson.self
    let office = try Office(classes: classes)
    let person = try #require(try office.person("Ann") as? HookedPerson)
    _ = (person.takeCalls(), office.store.takeLog())
    person["mood"] = .string("fine")
    try office.context.save()
    #expect(person.takeCalls() == ["willSave", "didSave"] && !office.context.hasChanges)
    #expect(office.store.takeLog() == [])
  }
}
