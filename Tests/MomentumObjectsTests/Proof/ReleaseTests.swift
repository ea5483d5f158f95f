import Foundation
import MomentumModel
import MomentumTestSupport
import Testing

@testable import MomentumObjects

/// Nothing keeps a context, its objects, its coordinator or its stores alive that nobody holds.
///
/// One test after the other, because all of them use one count of living objects.
@Suite(.serialized) struct ReleaseTests {
  /// Counts the objects of a class that are alive.
  private static let alive = MomentumTestSupport.Locked(0)

  private final class CountedPerson: ManagedObject {
    required init(_ seed: ObjectSeed) {
      super.init(seed)
      ReleaseTests.alive.withLock { $0 += 1 }
    }

    deinit { ReleaseTests.alive.withLock { $0 -= 1 } }
  }

  /// A context that tells when it goes.
  private final class CountedContext: ObjectContext, @unchecked Sendable {
    // `@unchecked` as its superclass is: the closure is set before the context is used.
    var willGo: () -> Void = {}

    deinit { willGo() }
  }

  /// References to what has to be gone.
  private struct References {
    weak var context: ObjectContext?
    weak var child: ObjectContext?
    weak var coordinator: StoreCoordinator?
    weak var store: SQLiteObjectStore?
    weak var controller: ResultsController?

    var names: [String] {
      [
        context.map { _ in "context" }, child.map { _ in "child" },
        coordinator.map { _ in "coordinator" }, store.map { _ in "store" },
        controller.map { _ in "controller" },
      ].compactMap { $0 }
    }
  }

  private func coordinator() throws -> (StoreCoordinator, SQLiteObjectStore) {
    let model = try ModelPlan(compiledModel(Office.entities))
    var classes = ObjectClasses()
    classes["Person"] = CountedPerson.self
    let coordinator = StoreCoordinator(model, classes: classes)
    let store = try SQLiteObjectStore(path: nil, model: model)
    try coordinator.add(store)
    return (coordinator, store)
  }

  @Test("With undo, children, observers, a controller, merges and cycles of relationships")
  func everythingIsReleased() throws {
    var references = References()
    do {
      let (coordinator, store) = try coordinator()
      let context = ObjectContext(coordinator)
      context.undoHistory = UndoHistory()
      context.mergesChangesFromParent = true
      context.retainsRegisteredObjects = true
      var request = ObjectRequest("Person")
      request.sortKeys = [ObjectSort("name")]
      let controller = try ResultsController(context, request)
      var updates = 0
      controller.observe { _ in updates += 1 }
      try controller.performFetch()
      let observation = context.observe { [weak context] _ in _ = context?.hasChanges }
      let people = try (0..<20).map { index in
        let person = try context.insert("Person")
        person["name"] = .string("name \(index)")
        return person
      }
      // Objects refer to each other in cycles.
      for (one, other) in zip(people, people.dropFirst()) { one["partner"] = .object(other) }
      people[0]["tags"] = .objects([try context.insert("Tag")])
      people[1]["notes"] = .orderedObjects([try context.insert("Note")])
      try context.delete(people[5])
      context.processPendingChanges()
      context.undo()
      context.redo()
      let child = ObjectContext(parent: context)
      child.undoHistory = UndoHistory()
      child.object(with: people[2].objectID)["age"] = .integer(40)
      try child.save()
      #expect(updates > 0)
      references.context = context
      references.child = child
      references.coordinator = coordinator
      references.store = store
      references.controller = controller
      observation.cancel()
      // Unsaved changes, too, must not keep the context.
    }
    #expect(references.names == [])
    #expect(ReleaseTests.alive.withLock { $0 } == 0)
  }

  @Test("Objects that leave their context let go of each other")
  func deletedObjectsAreReleased() throws {
    weak var one: ManagedObject?
    weak var other: ManagedObject?
    let (coordinator, _) = try coordinator()
    let context = ObjectContext(coordinator)
    func link() throws {
      let note = try context.insert("Note")
      let person = try context.insert("Manager")
      note["author"] = .object(person)
      (one, other) = (person, note)
    }
    // Saved and deleted; deleted before a save; rolled back.
    try link()
    try context.save()
    try context.delete(try #require(one))
    try context.save()
    #expect(one == nil && other == nil)
    try link()
    try context.delete(try #require(one))
    context.processPendingChanges()
    #expect(one == nil && other == nil)
    try link()
    context.rollback()
    #expect(one == nil && other == nil)
  }

  @Test("Objects of which the undo history has no step any more let go of each other")
  func forgottenByUndo() throws {
    weak var one: ManagedObject?
    weak var other: ManagedObject?
    let (coordinator, _) = try coordinator()
    let context = ObjectContext(coordinator)
    let history = UndoHistory()
    context.undoHistory = history
    func link() throws {
      let note = try context.insert("Note")
      let person = try context.insert("Manager")
      note["author"] = .object(person)
      (one, other) = (person, note)
      context.processPendingChanges()
      history.endGroup()
    }
    // Undone, and then another change makes redo impossible.
    try link()
    context.undo()
    #expect(one != nil && other != nil && history.canRedo)
    try context.insert("Tag")["word"] = .string("word")
    context.processPendingChanges()
    #expect(one == nil && other == nil)
    // Inserted and deleted while nothing is remembered.
    history.isEnabled = false
    try link()
    try context.delete(try #require(one))
    context.processPendingChanges()
    #expect(one == nil && other == nil)
    // Deleted, and saved after the history was emptied.
    history.isEnabled = true
    try link()
    try context.save()
    try context.delete(try #require(one))
    context.processPendingChanges()
    history.removeAll()
    try context.save()
    #expect(one == nil && other == nil)
  }

  @Test("Work that is under way keeps the context to its end, and no longer")
  func workInFlight() async throws {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    weak var gone: ObjectContext?
    do {
      let (coordinator, _) = try coordinator()
      let context = CountedContext(coordinator)
      context.willGo = { continuation.finish() }
      gone = context
      for _ in 0..<10 { submit(to: context) }
      try await context.perform { try context.insert("Tag")["word"] = .string("word") }
    }
    // Ends when the last block of the queue has let go of the context.
    for await _ in stream {}
    #expect(gone == nil)
  }

  @Test("With batches, an asynchronous fetch, a query generation, and notices of saves")
  func readersAreReleased() async throws {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    let references = try startReading { continuation.finish() }
    // The fetch holds the context until its last block has ended.
    for await _ in stream {}
    // The stream ends in the `deinit` of the context, which lets go of the coordinator afterwards.
    for _ in 0..<100_000 where !references.names.isEmpty { await Task.yield() }
    #expect(references.names == [])
  }

  /// Uses a context in every way that reads, and leaves a fetch under way.
  private func startReading(_ willGo: @escaping () -> Void) throws -> References {
    var references = References()
    let (coordinator, store) = try coordinator()
    let context = CountedContext(coordinator)
    context.willGo = willGo
    try context.performAndWait {
      for number in 0..<20 { try context.insert("Tag")["word"] = .string("word \(number)") }
      try context.save()
      context.reset()
      try context.setQueryGeneration(.current)
      var request = ObjectRequest("Tag")
      request.sortKeys = [ObjectSort("word")]
      request.batchSize = 5
      let batches = try context.fetchInBatches(request)
      #expect(batches[7]["people"] == .objects([]))
      let child = ObjectContext(parent: context)
      child.mergesChangesFromParent = true
      let controller = try ResultsController(child, request)
      controller.observe { [weak controller] _ in _ = controller?.objects?.count }
      try controller.performFetch()
      controller.objects?.first?["word"] = .string("changed")
      child.processPendingChanges()
      let notices = coordinator.observeRemoteChanges { [weak context] _, _ in _ = context?.name }
      try context.fetchAsynchronously(request) { _ in }
      references = References(
        context: context, child: child, coordinator: coordinator, store: store,
        controller: controller)
      notices.cancel()
    }
    return references
  }

  /// Submits a block that nobody waits for.
  private func submit(to context: ObjectContext) {
    context.perform { [weak context] in context?.processPendingChanges() }
  }

  @Test("A released context leaves its objects without values, and stops nothing")
  func objectsOutliveTheirContext() throws {
    let (coordinator, _) = try coordinator()
    var context: ObjectContext? = ObjectContext(coordinator)
    let tag = try #require(try context?.insert("Tag"))
    tag["word"] = .string("word")
    try context?.save()
    context?.refresh(tag, keepingChanges: false)
    context = nil
    #expect(tag.context == nil)
    #expect(throws: ObjectMisuse.self) { try tag.value(forKey: "word") }
  }
}
