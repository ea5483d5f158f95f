import MomentumModel
import Testing

@testable import MomentumObjects

/// Contexts that save to another context (OG-515, OG-635, OG-809).
@Suite struct ParentTests {
  private let office: Office
  private let context: ObjectContext
  private let child: ObjectContext

  init() throws {
    office = try Office()
    context = office.context
    child = ObjectContext(parent: context)
  }

  @Test("OG scenario 60, 61: a child's insert is the parent's unsaved insert, then a row (OG-809)")
  func insertion() throws {
    let ann = try child.insert("Person")
    ann["name"] = .string("Ann")
    ann["mood"] = .string("fine")
    try child.save()
    #expect(!child.hasChanges && !ann.isInserted && ann.objectID.isTemporary)
    let theirs = try #require(context.registeredObject(for: ann.objectID))
    #expect(theirs.isInserted && context.hasChanges && theirs["mood"] == .string("fine"))
    #expect(try office.other().count(ObjectRequest("Person")) == 0)
    try context.save()
    #expect(!theirs.objectID.isTemporary)
    #expect(office.store.stored(theirs.objectID)?.value(0) == .string("Ann"))
    child.performAndWait { #expect(ann.objectID == theirs.objectID, "OG-1011") }
    ann["name"] = .string("Eve")
    try child.save()
    try context.save()
    #expect(office.store.stored(theirs.objectID)?.version == 2)
  }

  @Test("OG-809: an object keeps its values after a save that sets no new one")
  func sameValues() throws {
    let id = try office.person("Ann").objectID
    #expect(context.registeredObject(for: id) == nil, "nobody holds the parent's object")
    let ann = child.object(with: id)
    ann["name"] = .string("Ann")
    try child.save()
    try context.save()
    #expect(ann["name"] == .string("Ann") && !ann.isFault)
  }

  @Test("OG scenario 62: the child's didSave has temporary identities (OG-809)")
  func identities() throws {
    var ids: [ObjectID] = []
    let observation = child.observe {
      if case .didSave(let changes) = $0 { ids += changes.merged.inserted }
    }
    let ann = try child.insert("Person")
    try child.save()
    observation.cancel()
    #expect(ids == [ann.objectID] && ids[0].isTemporary)
  }

  @Test("OG-809: a child's save is one event of the parent, and no save of it")
  func events() throws {
    let bob = try office.person("Bob")
    let cleo = try office.person("Cleo")
    var events: [String] = []
    let observation = context.observe { event in
      guard case .didChange(let changes) = event else { return events.append(event.name) }
      events.append(
        "+\(changes.inserted.count) ~\(changes.updated.count) -\(changes.deleted.count)")
    }
    _ = try child.insert("Person")
    child.object(with: bob.objectID)["age"] = .integer(3)
    try child.delete(child.object(with: cleo.objectID))
    try child.save()
    #expect(events == ["+1 ~1 -1"])
    try context.save()
    observation.cancel()
    #expect(events == ["+1 ~1 -1", "willSave", "didSave"])
  }

  @Test(
    "OG scenario 63: a child sees the parent's unsaved changes, as clean objects (OG-515, OG-809)")
  func seesParent() throws {
    let ann = try office.person("Ann")
    ann["name"] = .string("Eve")
    let gone = try office.person("Gone")
    try context.delete(gone)
    let new = try context.insert("Person")
    new["name"] = .string("New")
    let found = try child.fetch(ObjectRequest("Person"))
    #expect(Set(found.map { $0.text("name") }) == ["Eve", "New"])
    #expect(found.allSatisfy { !$0.hasChanges } && !child.hasChanges)
    #expect(try child.count(ObjectRequest("Person")) == 2)
    #expect(throws: ObjectError.self) { try child.existingObject(with: gone.objectID) }
  }

  @Test(
    "OG scenario 64: the child overwrites the parent's value, without a conflict (OG-809, OG-635)")
  func overwrites() throws {
    let ann = try office.person("Ann")
    let theirs = try child.existingObject(with: ann.objectID)
    theirs["name"] = .string("Child")
    ann["name"] = .string("Parent")
    ann["home"] = .string("Ulm")
    try child.save()
    #expect(ann["name"] == .string("Child") && ann["home"] == .string("Ulm"))
    #expect(theirs["home"] == .null, "the parent's later change is not seen yet")
    child.refresh(theirs, keepingChanges: false)
    #expect(theirs["home"] == .string("Ulm"), "a refresh reads from the parent")
    let other = office.other()
    other.object(with: ann.objectID)["age"] = .integer(60)
    try other.save()
    child.mergePolicy = .objectTrump
    theirs["age"] = .integer(7)
    try child.save()
    #expect(throws: ObjectError.self) { try context.save() }
    context.mergePolicy = .objectTrump
    try context.save()
    #expect(office.store.stored(ann.objectID)?.value(1) == .integer(7))
  }

  @Test("OG scenario 65, 66: a child's deletion reaches the parent, its rollback does not (OG-809)")
  func deletion() throws {
    let ann = try office.person("Ann")
    let note = try context.insert("Note")
    note["author"] = .object(ann)
    try context.save()
    let theirs = child.object(with: ann.objectID)
    theirs["name"] = .string("Eve")
    try child.delete(theirs)
    child.rollback()
    #expect(!context.hasChanges && !ann.isDeleted && theirs["name"] == .string("Ann"))
    try child.delete(theirs)
    try child.save()
    #expect(ann.isDeleted && note.isDeleted && theirs.context == nil)
    try context.save()
    #expect(try office.other().count(ObjectRequest("Note")) == 0)
  }

  @Test("OG-809: each save validates; a refused one leaves the parent alone")
  func validation() throws {
    let person = try child.insert("Person")
    person["age"] = .integer(-1)
    #expect(throws: ObjectError.self) { try child.save() }
    #expect(!context.hasChanges && child.hasChanges)
  }

  @Test("OG-809: a child that merges automatically follows the parent's saves")
  func mergesAutomatically() throws {
    let ann = try office.person("Ann")
    child.mergesChangesFromParent = true
    let theirs = try child.existingObject(with: ann.objectID)
    ann["name"] = .string("Eve")
    try context.save()
    child.performAndWait { #expect(theirs["name"] == .string("Eve")) }
  }

  @Test("OG-208, OG-1011: permanent identities of a child are those of its parent")
  func permanentIdentities() throws {
    let grandchild = ObjectContext(parent: child)
    let ann = try grandchild.insert("Person")
    ann["name"] = .string("Ann")
    try grandchild.save()
    try grandchild.obtainPermanentIDs(for: [ann])
    #expect(!ann.objectID.isTemporary && !ann.isInserted)
    #expect(child.registeredObject(for: ann.objectID)?.isInserted == true)
    ann["name"] = .string("Eve")
    let bob = try grandchild.insert("Person")
    try grandchild.obtainPermanentIDs(for: [bob])
    for context in [grandchild, child, context] { try context.save() }
    #expect(office.store.stored(ann.objectID)?.value(0) == .string("Eve"))
    #expect(office.store.stored(bob.objectID) != nil)
  }

  @Test("OG-201, OG-1011: right after the parent's save, a child has one object for the row")
  func renamedBeforeRows() throws {
    try child.performAndWait {
      let ann = try child.insert("Person")
      ann["name"] = .string("Ann")
      try child.save()
      // The child's queue is busy with this block, so nothing else can tell the child.
      try context.performAndWait { try context.save() }
      #expect(try child.fetch(ObjectRequest("Person")) == [ann])
      #expect(!ann.objectID.isTemporary && child.registeredObject(for: ann.objectID) === ann)
    }
  }

  @Test("OG-808: a save on the parent's queue does not touch the objects of a child that is in use")
  func renamedByTheChild() throws {
    // The program has one thread and uses the child outside of its queue.
    let people = try (0..<50).map { _ in try child.insert("Person") }
    try child.save()
    try context.performAndWait { try context.save() }
    // What waits in the child's queue has run when this block runs, and has changed nothing.
    child.queue.sync {}
    #expect(people.allSatisfy { $0.objectID.isTemporary })
    child.processPendingChanges()
    #expect(people.allSatisfy { !$0.objectID.isTemporary })
  }

  @Test("OG-809: relationships between new objects of a child reach the rows")
  func relationships() throws {
    let ann = try child.insert("Person")
    let tags = try ["red", "blue"].map { word in
      let tag = try child.insert("Tag")
      tag["word"] = .string(word)
      return tag
    }
    let notes = try ["c", "a", "b"].map { text in
      let note = try child.insert("Note")
      note["text"] = .string(text)
      return note
    }
    ann["tags"] = .objects(tags)
    ann["notes"] = .orderedObjects(notes)
    try child.save()
    try context.save()
    let reader = office.other()
    let found = try #require(try reader.fetch(ObjectRequest("Person")).first)
    #expect(found.names("tags", by: "word") == ["blue", "red"])
    #expect(found.names("notes", by: "text") == ["c", "a", "b"])
  }
}
