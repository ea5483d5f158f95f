import MomentumModel
import Testing

@testable import MomentumObjects

/// Undo, redo and rollback (OG-701 to OG-710).
@Suite struct UndoTests {
  private let office: Office
  private let context: ObjectContext
  private let history = UndoHistory()

  init() throws {
    office = try Office()
    context = office.context
  }

  private func undoable() { context.undoHistory = history }

  @Test("OG scenario 118: without a history undo does nothing, and rollback works (OG-701)")
  func withoutHistory() throws {
    #expect(context.undoHistory == nil)
    let ann = try office.person("Ann")
    ann["name"] = .string("Eve")
    context.undo()
    context.redo()
    #expect(ann["name"] == .string("Eve"))
    context.rollback()
    #expect(ann["name"] == .string("Ann") && !context.hasChanges)
  }

  @Test("OG scenario 119: one undo takes back everything of an event (OG-703 to OG-705)")
  func group() throws {
    undoable()
    let ann = try context.insert("Person")
    context.processPendingChanges()
    _ = try context.count(ObjectRequest("Person"))
    ann["name"] = .string("Ann")
    let tea = try context.insert("Company")
    ann["company"] = .object(tea)
    context.undo()
    #expect(context.insertedObjects.isEmpty && ann.context == nil && tea.context == nil)
    #expect(try context.fetch(ObjectRequest("Person")).isEmpty && !history.canUndo)
    context.redo()
    #expect(Set(context.insertedObjects) == [ann, tea])
    #expect(ann["name"] == .string("Ann") && ann.object("company") === tea)
    #expect(tea["people"] == .objects([ann]))
  }

  @Test("OG-703: a block of perform is an event of its own")
  func performBlocks() async throws {
    let (context, history) = (context, UndoHistory())
    context.undoHistory = history
    for name in ["Ann", "Bob"] {
      try await context.perform(schedule: .enqueued) {
        try context.insert("Person")["name"] = .string(name)
      }
    }
    let counts = context.performAndWait {
      (0..<2).map { _ in
        context.undo()
        return context.insertedObjects.count
      }
    }
    #expect(counts == [1, 0])
  }

  @Test("OG scenario 120: undo after a save makes the old values pending changes (OG-708)")
  func afterSave() throws {
    undoable()
    let ann = try context.insert("Person")
    ann["name"] = .string("Ann")
    try context.save()
    history.endGroup()
    ann["name"] = .string("Eve")
    try context.save()
    context.undo()
    #expect(ann["name"] == .string("Ann") && ann.isUpdated)
    #expect(ann.changedValues() == ["name": .string("Ann")])
    try context.save()
    #expect(office.store.stored(ann.objectID)?.value(0) == .string("Ann"))
    context.undo()
    #expect(ann.isDeleted, "undo of a saved insertion is a pending deletion")
    try context.save()
    #expect(office.store.stored(ann.objectID) == nil)
    context.redo()
    #expect(ann.isInserted && context.insertedObjects == [ann])
    try context.save()
    #expect(office.store.stored(ann.objectID)?.value(0) == .string("Ann"))
  }

  @Test("OG-708: undo of a saved deletion inserts the row again, with its relationships")
  func savedDeletion() throws {
    let ann = try office.person("Ann")
    let red = try context.insert("Tag")
    red["word"] = .string("red")
    ann["tags"] = .objects([red])
    try context.insert("Note")["author"] = .object(ann)
    try context.save()
    let id = ann.objectID
    context.reset()
    undoable()
    let again = try context.existingObject(with: id)
    try context.delete(again)
    try context.save()
    #expect(try context.count(ObjectRequest("Note")) == 0)
    context.undo()
    #expect(again.isInserted && again["name"] == .string("Ann"))
    try context.save()
    let reader = office.other()
    let found = try reader.existingObject(with: id)
    #expect(found.names("tags", by: "word") == ["red"])
    #expect(found.names("notes", by: "text").count == 1)
  }

  @Test("OG scenario 121: changes between disabling and enabling are not registered (OG-702)")
  func bracket() throws {
    undoable()
    let ann = try context.insert("Person")
    context.processPendingChanges()
    history.isEnabled = false
    let bob = try context.insert("Person")
    bob["name"] = .string("Bob")
    context.processPendingChanges()
    history.isEnabled = true
    bob["age"] = .integer(3)
    context.undo()
    #expect(ann.context == nil && context.insertedObjects == [bob])
    #expect(bob["name"] == .string("Bob") && bob["age"] == .integer(18))
  }

  @Test("OG scenario 122: undo of a deletion brings the children's parent back (OG-704)")
  func deletion() throws {
    let ann = try office.person("Ann")
    let red = try context.insert("Tag")
    red["word"] = .string("red")
    red["people"] = .objects([ann])
    let tea = try context.insert("Company")
    ann["company"] = .object(tea)
    let note = try context.insert("Note")
    note["author"] = .object(ann)
    try context.save()
    undoable()
    try context.delete(ann)
    context.processPendingChanges()
    #expect(note.isDeleted && red["people"] == .objects([]))
    context.undo()
    #expect(!ann.isDeleted && !note.isDeleted && context.deletedObjects.isEmpty)
    #expect(red["people"] == .objects([ann]) && tea["people"] == .objects([ann]))
    #expect(note.object("author") === ann && ann["notes"] == .orderedObjects([note]))
    try context.save()
    #expect(try office.other().count(ObjectRequest("Note")) == 1)
  }

  @Test("OG-704: transient values and relationships that were never read come back")
  func relationshipsOfFaults() throws {
    let tea = try context.insert("Company")
    let milk = try context.insert("Company")
    let ann = try office.person("Ann")
    ann["company"] = .object(tea)
    try context.save()
    let reader = office.other()
    reader.undoHistory = history
    let theirs = reader.object(with: ann.objectID)
    theirs["company"] = .object(reader.object(with: milk.objectID))
    theirs["mood"] = .string("fine")
    try reader.save()
    reader.undo()
    #expect(theirs.object("company")?.objectID == tea.objectID && theirs["mood"] == .null)
    #expect(reader.object(with: tea.objectID)["people"] == .objects([theirs]))
    #expect(reader.object(with: milk.objectID)["people"] == .objects([]))
    try reader.save()
    let another = office.other()
    let found = try another.existingObject(with: ann.objectID)
    #expect(found.object("company")?.objectID == tea.objectID)
  }

  @Test("OG-709: merged changes and primitives are not undone")
  func notUndoable() throws {
    let ann = try office.person("Ann")
    undoable()
    let other = office.other()
    other.object(with: ann.objectID)["age"] = .integer(60)
    try other.save()
    ann["name"] = .string("Eve")
    try context.merge(MergedChanges(updated: [ann.objectID]))
    try ann.setPrimitiveValue(.string("Ulm"), forKey: "home")
    context.undo()
    #expect(ann["name"] == .string("Ann") && ann["age"] == .integer(60))
    #expect(ann["home"] == .string("Ulm"))
  }

  @Test("OG-706, OG-707: rollback and reset empty the history")
  func emptied() throws {
    let ann = try office.person("Ann")
    undoable()
    ann["name"] = .string("Eve")
    _ = office.store.takeLog()
    context.rollback()
    #expect(ann["name"] == .string("Ann") && office.store.takeLog() == [], "nothing is read again")
    #expect(!history.canUndo)
    context.redo()
    #expect(ann["name"] == .string("Ann"))
    ann["name"] = .string("Eve")
    context.reset()
    #expect(!history.canUndo && !history.canRedo)
  }

  @Test("OG scenario 123: a reset is one event with the identities, and makes new objects (OG-707)")
  func reset() throws {
    let ann = try office.person("Ann")
    ann["name"] = .string("Eve")
    context.processPendingChanges()
    var events: [ContextEvent] = []
    let observation = context.observe { events.append($0) }
    context.reset()
    observation.cancel()
    #expect(events.map(\.name) == ["didChange"])
    guard case .didChange(let changes)? = events.first else { return }
    #expect(changes.invalidatedAll == [ann.objectID] && changes.deleted.isEmpty)
    #expect(ann.isFault && ann.context == nil && !context.hasChanges)
    #expect(ann["name"] == .null && !ann.isFault, "OG-313")
    let again = try #require(try context.fetch(ObjectRequest("Person")).first)
    #expect(again !== ann && again["name"] == .string("Ann"))
  }
}
