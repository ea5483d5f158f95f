import Foundation
import MomentumModel
import MomentumSQL
import MomentumTestSupport
import Testing

@testable import MomentumObjects

/// What a context takes over from others (OG-810 to OG-816).
@Suite struct MergingTests {
  private let office: Office
  private let context: ObjectContext

  init() throws {
    office = try Office()
    context = office.context
  }

  /// Saves changes of another context, and what it reports.
  private func saved(_ body: (ObjectContext) throws -> Void) throws -> MergedChanges {
    let other = office.other()
    var merged: MergedChanges?
    let observation = other.observe {
      if case .didSave(let changes) = $0 { merged = changes.merged }
    }
    try body(other)
    try other.save()
    observation.cancel()
    return try #require(merged)
  }

  @Test(
    "OG scenario 51, 52: one event with inserted, refreshed and deleted objects (OG-810, OG-811)")
  func merged() throws {
    let (ann, bob) = (try office.person("Ann"), try office.person("Bob"))
    let changes = try saved { other in
      other.object(with: ann.objectID)["name"] = .string("Eve")
      try other.delete(other.object(with: bob.objectID))
      try other.insert("Person")
    }
    var events: [String] = []
    let observation = context.observe { event in
      switch event {
      case .didChange(let changes):
        events.append(
          "+\(changes.inserted.count) ~\(changes.updated.count) r\(changes.refreshed.count) "
            + "-\(changes.deleted.count)")
      case .didMerge(let merged): events.append("merged \(merged.deleted.count)")
      case .willSave, .didSave, .failed: events.append(event.name)
      }
    }
    try context.merge(changes)
    observation.cancel()
    #expect(events == ["+1 ~0 r1 -1", "merged 1"])
    #expect(context.registeredObject(for: changes.inserted[0]) == nil, "nobody holds it")
    #expect(ann["name"] == .string("Eve") && !ann.hasChanges)
    #expect(bob.isDeleted && bob["name"] == .string("Bob") && context.deletedObjects == [bob])
    #expect(try context.count(ObjectRequest("Person")) == 2)
    try context.save()
    #expect(bob.context == nil && !context.hasChanges, "no conflict")
  }

  @Test("OG scenario 53: unsaved values stay above merged ones, a deletion wins (OG-812)")
  func belowChanges() throws {
    let (ann, bob) = (try office.person("Ann"), try office.person("Bob"))
    ann["name"] = .string("Ours")
    bob["name"] = .string("Ours")
    let changes = try saved { other in
      let theirs = other.object(with: ann.objectID)
      theirs["name"] = .string("Their")
      theirs["age"] = .integer(60)
      try other.delete(other.object(with: bob.objectID))
    }
    try context.merge(changes)
    #expect(ann["name"] == .string("Ours") && ann["age"] == .integer(60) && ann.hasChanges)
    #expect(bob.isDeleted)
    try context.save()
    #expect(office.store.stored(ann.objectID)?.version == 3)
  }

  @Test("OG-812: a deletion here wins over a change there")
  func deletedHere() throws {
    let ann = try office.person("Ann")
    try context.delete(ann)
    try context.merge(try saved { $0.object(with: ann.objectID)["age"] = .integer(60) })
    #expect(ann.isDeleted)
    try context.save()
    #expect(office.store.stored(ann.objectID) == nil)
  }

  @Test("A local deletion that was not processed keeps its rules when others are merged")
  func pendingDeletion() throws {
    let ann = try office.person("Ann")
    let note = try context.insert("Note")
    note["author"] = .object(ann)
    try context.save()
    try context.delete(ann)
    try context.merge(MergedChanges())
    #expect(note.isDeleted, "the cascade")
  }

  @Test("OG scenario 54: faults and unknown objects cause no event for updates (OG-813)")
  func faults() throws {
    let ann = try office.person("Ann")
    let reader = office.other()
    let fault = reader.object(with: ann.objectID)
    let bob = try office.person("Bob")
    let changes = try saved { other in
      for id in [ann.objectID, bob.objectID] { other.object(with: id)["age"] = .integer(60) }
    }
    var count = 0
    let observation = reader.observe { if case .didChange = $0 { count += 1 } }
    try reader.merge(changes)
    observation.cancel()
    #expect(count == 0 && fault.isFault && fault["age"] == .integer(60))
  }

  @Test("OG scenario 55, 56: merging by itself, on its own queue, or not at all (OG-309, OG-815)")
  func automatic() throws {
    let ann = try office.person("Ann")
    let (merging, plain) = (office.other(), office.other())
    merging.mergesChangesFromParent = true
    let (theirs, others) = (merging.object(with: ann.objectID), plain.object(with: ann.objectID))
    #expect(theirs["name"] == .string("Ann") && others["name"] == .string("Ann"))
    ann["name"] = .string("Eve")
    try context.save()
    // The merge was submitted to the queue before this.
    merging.performAndWait { #expect(theirs["name"] == .string("Eve")) }
    plain.performAndWait { #expect(others["name"] == .string("Ann")) }
  }

  @Test("OG scenario 59: identities of changes that were made past the contexts (OG-814)")
  func remote() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.path + "/office.sqlite"
      let coordinator = StoreCoordinator(office.model)
      try coordinator.add(SQLiteObjectStore(path: path, model: office.model))
      let contexts = [ObjectContext(coordinator), ObjectContext(coordinator)]
      let child = ObjectContext(parent: contexts[1])
      let tags = try ["red", "blue", "green"].map { word in
        let tag = try contexts[0].insert("Tag")
        tag["word"] = .string(word)
        return tag
      }
      try contexts[0].save()
      let theirs = try contexts[1].existingObject(with: tags[0].objectID)
      let childs = try child.existingObject(with: tags[0].objectID)
      contexts[1].object(with: tags[1].objectID)["word"] = .string("mine")
      let fault = contexts[1].object(with: tags[1].objectID)
      _ = try storedRows(path, "UPDATE ZTAG SET ZWORD = 'new', Z_OPT = 2 WHERE Z_PK < 3")
      _ = try storedRows(path, "DELETE FROM ZTAG WHERE Z_PK = 3")
      _ = try storedRows(
        path,
        "INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT, ZWORD) SELECT 4, Z_ENT, 1, 'x' FROM ZTAG LIMIT 1")
      let inserted = try #require(
        coordinator.objectID(forURI: String(tags[0].objectID.uri.dropLast()) + "4"))
      let changes = MergedChanges(
        inserted: [inserted], updated: [tags[0].objectID, tags[1].objectID],
        deleted: [tags[2].objectID])
      #expect(theirs["word"] == .string("red"))
      try ObjectContext.mergeRemoteChanges(changes, into: contexts + [child])
      #expect(tags[0]["word"] == .string("new") && theirs["word"] == .string("new"))
      #expect(childs["word"] == .string("new"), "also in a child")
      #expect(fault["word"] == .string("mine") && tags[2].isDeleted)
      #expect(contexts[0].object(with: inserted)["word"] == .string("x"))
      try contexts[1].save()
      try contexts[0].save()
      #expect(try storedRows(path, "SELECT Z_PK FROM ZTAG WHERE ZWORD = 'mine'") == [[.integer(2)]])
    }
  }
}
