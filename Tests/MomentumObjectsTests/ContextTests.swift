import Foundation
import MomentumModel
import Testing

@testable import MomentumObjects

/// Fetches with unsaved changes, merging, parents and undo (OG-501 ff., OG-701 ff., OG-801 ff.).
@Suite struct ContextTests {
  // MARK: - Unsaved changes

  /// Saved alpha 22, bravo 25, charlie 10; then alpha 5, charlie 21, bravo deleted, delta 30 and
  /// echo 40 inserted (OG-503).
  private func sample() throws -> Office {
    let office = try Office()
    let context = office.context
    func insert(_ name: String, _ age: Int64) throws -> ManagedObject {
      let person = try context.insert("Person")
      person["name"] = .string(name)
      person["age"] = .integer(age)
      return person
    }
    let alpha = try insert("alpha", 22)
    let bravo = try insert("bravo", 25)
    let charlie = try insert("charlie", 10)
    try context.save()
    alpha["age"] = .integer(5)
    charlie["age"] = .integer(21)
    try context.delete(bravo)
    _ = try insert("delta", 30)
    _ = try insert("echo", 40)
    return office
  }

  private func request(_ format: String = "age > 20") -> ObjectRequest {
    var request = ObjectRequest("Person", where: ObjectPredicate(format))
    request.sortKeys = [ObjectSort("name")]
    return request
  }

  @Test("OG scenario 92, 93: unsaved changes decide what is found, unless they are left out")
  func pendingChanges() throws {
    let office = try sample()
    let context = office.context
    var request = request()
    #expect(try context.fetch(request).map { $0.text("name") } == ["charlie", "delta", "echo"])
    #expect(try context.count(request) == 3)
    #expect(try context.fetchIDs(request).count == 3)
    request.includesPendingChanges = false
    let saved = try context.fetch(request)
    #expect(saved.map { $0.text("name") } == ["alpha", "bravo"])
    #expect(saved[0]["age"] == .integer(5), "objects show their unsaved values")
    #expect(try context.count(request) == 2)
  }

  @Test("OG scenario 94: the offset counts saved rows only, the limit holds for the result")
  func window() throws {
    let office = try sample()
    var request = ObjectRequest("Person")
    request.sortKeys = [ObjectSort("age")]
    request.offset = 1
    request.limit = 2
    #expect(try office.context.fetch(request).map { $0.text("name") } == ["alpha", "charlie"])
  }

  @Test("OG scenario 95: sub-entities")
  func subentities() throws {
    let office = try Office()
    let manager = try office.context.insert("Manager")
    var request = ObjectRequest("Person")
    #expect(try office.context.fetch(request) == [manager])
    request.includesSubentities = false
    #expect(try office.context.fetch(request).isEmpty)
    try office.context.save()
    let other = office.other()
    #expect(try other.fetch(request).isEmpty)
    request.includesSubentities = true
    #expect(try other.fetch(request).first?.entityName == "Manager")
  }

  @Test("OG-510: SELF IN finds objects, also unsaved ones")
  func selfIn() throws {
    let office = try Office()
    let saved = try office.person("Ann")
    let new = try office.context.insert("Person")
    _ = try office.context.insert("Person")
    let list = ObjectPredicate(
      "SELF IN %@", [.list([.object(saved.objectID), .object(new.objectID)])])
    #expect(try office.context.fetch(ObjectRequest("Person", where: list)) == [saved, new])
  }

  // MARK: - Merging

  @Test("OG scenario 51, 52: inserts, changes and deletions of another context")
  func merge() throws {
    let office = try Office()
    let ann = try office.person("Ann")
    let bob = try office.person("Bob")
    let other = office.other()
    other.object(with: ann.objectID)["name"] = .string("Eve")
    try other.delete(other.object(with: bob.objectID))
    let new = try other.insert("Person")
    var merged: MergedChanges?
    let observation = other.observe {
      if case .didSave(let changes) = $0 { merged = changes.merged }
    }
    try other.save()
    observation.cancel()
    var events: [ContextChanges] = []
    let second = office.context.observe {
      if case .didChange(let changes) = $0 { events.append(changes) }
    }
    try office.context.merge(try #require(merged))
    second.cancel()
    #expect(events.count == 1)
    #expect(events[0].inserted.map(\.objectID) == [new.objectID])
    #expect(events[0].refreshed == [ann] && events[0].deleted == [bob])
    #expect(events[0].updated.isEmpty)
    #expect(ann["name"] == .string("Eve"))
    #expect(bob.isDeleted && bob["name"] == .string("Bob") && !bob.isFault)
    try office.context.save()
    #expect(bob.context == nil)
  }

  @Test("OG scenario 53: unsaved values stay above merged ones")
  func mergeBelowChanges() throws {
    let office = try Office()
    let ann = try office.person("Ann", age: 30)
    let other = office.other()
    other.object(with: ann.objectID)["age"] = .integer(60)
    try other.save()
    ann["name"] = .string("Eve")
    try office.context.merge(MergedChanges(updated: [ann.objectID]))
    #expect(ann["name"] == .string("Eve") && ann["age"] == .integer(60) && ann.hasChanges)
    try office.context.save()
    #expect(office.store.stored(ann.objectID)?.version == 3)
  }

  @Test("OG scenario 55, 56: contexts that merge by themselves, and those that do not")
  func mergesAutomatically() throws {
    let office = try Office()
    let ann = try office.person("Ann")
    let reader = office.other()
    reader.mergesChangesFromParent = true
    let theirs = reader.object(with: ann.objectID)
    #expect(theirs["name"] == .string("Ann"))
    ann["name"] = .string("Eve")
    try office.context.save()
    // The merge was submitted to the queue before this.
    reader.performAndWait { #expect(theirs["name"] == .string("Eve")) }
  }

  // MARK: - Parents

  @Test("OG scenario 60, 61: a child saves to its parent, and only the parent to the store")
  func child() throws {
    let office = try Office()
    let child = ObjectContext(parent: office.context)
    let ann = try child.insert("Person")
    ann["name"] = .string("Ann")
    let tea = try child.insert("Company")
    ann["company"] = .object(tea)
    try child.save()
    #expect(!child.hasChanges && ann.objectID.isTemporary)
    let theirs = try #require(office.context.registeredObject(for: ann.objectID))
    #expect(theirs.isInserted && theirs["name"] == .string("Ann"))
    #expect(theirs.object("company")?.names("people") == ["Ann"])
    #expect(!office.store.takeLog().contains { $0.hasPrefix("save") })
    try office.context.save()
    #expect(!theirs.objectID.isTemporary)
    #expect(office.store.stored(theirs.objectID)?.values[0] == .string("Ann"))
  }

  @Test("OG scenario 63, 64: a child sees the parent's unsaved changes and overwrites them")
  func childSeesParent() throws {
    let office = try Office()
    let ann = try office.person("Ann")
    ann["name"] = .string("Parent")
    let new = try office.context.insert("Person")
    new["name"] = .string("New")
    let child = ObjectContext(parent: office.context)
    var request = ObjectRequest("Person")
    request.sortKeys = [ObjectSort("name")]
    let found = try child.fetch(request)
    #expect(found.map { $0.text("name") } == ["New", "Parent"])
    found[1]["name"] = .string("Child")
    try child.save()
    #expect(ann["name"] == .string("Child"))
    try office.context.save()
    #expect(office.store.stored(ann.objectID)?.values[0] == .string("Child"))
  }

  @Test("OG scenario 65, 66: a child's deletion and rollback")
  func childDeletes() throws {
    let office = try Office()
    let ann = try office.person("Ann")
    let child = ObjectContext(parent: office.context)
    let theirs = child.object(with: ann.objectID)
    theirs["name"] = .string("Eve")
    child.rollback()
    #expect(theirs["name"] == .string("Ann") && !office.context.hasChanges)
    try child.delete(theirs)
    try child.save()
    #expect(ann.isDeleted)
    try office.context.save()
    #expect(office.store.stored(ann.objectID) == nil)
  }

  // MARK: - Undo

  @Test("OG scenario 119, 120, 122: undo and redo, also after a save")
  func undo() throws {
    let office = try Office()
    let context = office.context
    let ann = try office.person("Ann")
    context.undoHistory = UndoHistory()
    ann["name"] = .string("Eve")
    context.undo()
    #expect(ann["name"] == .string("Ann"))
    context.redo()
    #expect(ann["name"] == .string("Eve"))
    try context.save()
    context.undo()
    #expect(ann["name"] == .string("Ann") && context.hasChanges)
    try context.save()
    #expect(office.store.stored(ann.objectID)?.values[0] == .string("Ann"))
  }

  @Test("OG scenario 119: undo of an insertion, and of a relationship")
  func undoInsertion() throws {
    let office = try Office()
    let context = office.context
    context.undoHistory = UndoHistory()
    let ann = try context.insert("Person")
    ann["name"] = .string("Ann")
    context.undo()
    #expect(context.insertedObjects.isEmpty && ann.context == nil)
    context.redo()
    #expect(context.insertedObjects == [ann] && ann["name"] == .string("Ann"))
    let tea = try context.insert("Company")
    context.processPendingChanges()
    context.undoHistory?.endGroup()
    ann["company"] = .object(tea)
    context.undo()
    #expect(ann.object("company") == nil && tea.names("people") == [])
    context.redo()
    #expect(ann.object("company") === tea && tea.names("people") == ["Ann"])
  }

  @Test("OG scenario 118: without a history undo does nothing")
  func noHistory() throws {
    let office = try Office()
    let ann = try office.person("Ann")
    ann["name"] = .string("Eve")
    office.context.undo()
    #expect(ann["name"] == .string("Eve"))
  }

  // MARK: - Queues

  @Test("OG scenario 67 to 70: perform processes changes, performAndWait nests and does not")
  func queues() async throws {
    let office = try Office()
    let context = office.context
    let count = try await context.perform {
      _ = try context.insert("Person")
      return try context.count(ObjectRequest("Person"))
    }
    #expect(count == 1)
    struct Stop: Error {}
    await #expect(throws: Stop.self) { try await context.perform { throw Stop() } }
    let nested = context.performAndWait { context.performAndWait { 7 } }
    #expect(nested == 7)
  }

  @Test("OG scenario 124: clean objects that nobody holds are released")
  func released() throws {
    let office = try Office()
    for index in 0..<20 { _ = try office.person("Ann\(index)") }
    let reader = office.other()
    weak var held: ManagedObject?
    do {
      let objects = try reader.fetch(ObjectRequest("Person"))
      held = objects.first
      #expect(reader.registeredObjects.count == 20)
    }
    #expect(held == nil && reader.registeredObjects.isEmpty)
    let changed = try #require(try reader.fetch(ObjectRequest("Person")).first).objectID
    reader.object(with: changed)["name"] = .string("Eve")
    #expect(reader.registeredObjects.map(\.objectID) == [changed])
  }

  @Test("Acceptance 5: no cycle keeps a released context alive")
  func contextIsReleased() throws {
    let office = try Office()
    weak var weakContext: ObjectContext?
    weak var weakObject: ManagedObject?
    do {
      let context = office.other()
      context.undoHistory = UndoHistory()
      let child = ObjectContext(parent: context)
      let ann = try child.insert("Person")
      ann["partner"] = .object(ann)
      try child.save()
      weakContext = context
      weakObject = ann
    }
    #expect(weakContext == nil)
    _ = weakObject
  }
}
