import Foundation
import MomentumModel
import MomentumTestSupport
import Testing

@testable import MomentumObjects

/// Conflicts with rows of others, beyond single values (OG-617 to OG-635).
@Suite struct MergePolicyTests {
  @Test("OG-621, OG-623: a row that only the store knows is persisted; the text names both")
  func persistedSnapshot() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.path + "/office.sqlite"
      let office = try Office()
      let context = try sqliteContext(office.model, path: path)
      let tag = try context.insert("Tag")
      tag["word"] = .string("red")
      try context.save()
      _ = try storedRows(path, "UPDATE ZTAG SET ZWORD = 'blue', Z_OPT = 5")
      tag["word"] = .string("mine")
      var error = #expect(throws: ObjectError.self) { try context.save() }
      var conflict = try #require(error?.conflicts.first)
      #expect(error?.code.rawValue == 133_020 && error?.description == "Could not merge changes.")
      #expect(conflict.oldVersion == 1 && conflict.newVersion == 5)
      #expect(conflict.cachedSnapshot?.value(0) == .string("red"))
      #expect(conflict.persistedSnapshot?.value(0) == .string("blue"))
      #expect(
        conflict.description.contains(
          "with oldVersion = 1 and newVersion = 5 and old object snapshot = {"))
      _ = try storedRows(path, "DELETE FROM ZTAG")
      error = #expect(throws: ObjectError.self) { try context.save() }
      conflict = try #require(error?.conflicts.first)
      #expect(conflict.newVersion == 0 && conflict.persistedSnapshot == nil)
      #expect(conflict.description.contains("newVersion = <deleted>"), "OG-622")
    }
  }

  @Test("OG-619: versions decide, even if both sides set equal values")
  func equalValues() throws {
    let office = try Office()
    let ann = try office.person("Ann")
    let other = office.other()
    other.object(with: ann.objectID)["name"] = .string("Eve")
    try other.save()
    ann["name"] = .string("Eve")
    let error = #expect(throws: ObjectError.self) { try office.context.save() }
    #expect(error?.code == .mergeConflict)
  }

  @Test(
    "OG-626: deleted here and changed there, by each policy",
    arguments: [MergePolicy.error, .storeTrump, .objectTrump, .overwrite, .rollback])
  func deletedHere(policy: MergePolicy) throws {
    let office = try Office()
    let context = office.context
    let ann = try office.person("Ann")
    let red = try context.insert("Tag")
    red["word"] = .string("red")
    let tea = try context.insert("Company")
    ann["tags"] = .objects([red])
    ann["company"] = .object(tea)
    try context.save()
    let other = office.other()
    other.object(with: ann.objectID)["name"] = .string("Their")
    try other.save()
    try context.delete(ann)
    context.mergePolicy = policy
    switch policy {
    case .error, .custom:
      let error = #expect(throws: ObjectError.self) { try context.save() }
      #expect(error?.code == .mergeConflict && ann.isDeleted)
    case .objectTrump, .overwrite:
      try context.save()
      #expect(office.store.stored(ann.objectID) == nil && ann.context == nil)
    case .storeTrump, .rollback:
      try context.save()
      #expect(!ann.isDeleted && ann["name"] == .string("Their") && !context.hasChanges)
      #expect(red["people"] == .objects([ann]) && tea["people"] == .objects([ann]))
      #expect(ann.object("company") === tea)
      let reader = office.other()
      let found = try reader.existingObject(with: ann.objectID)
      #expect(found.names("tags", by: "word") == ["red"])
    }
  }

  @Test(
    "OG scenario 140: additions and removals of both sides (OG-627)",
    arguments: [MergePolicy.storeTrump, .objectTrump])
  func toMany(policy: MergePolicy) throws {
    for kind in Office.StoreKind.allCases {
      let office = try Office(kind)
      let context = office.context
      let ann = try office.person("Ann")
      let tags = try ["a", "b", "c", "d"].map { word in
        let tag = try context.insert("Tag")
        tag["word"] = .string(word)
        return tag
      }
      ann["tags"] = .objects([tags[0], tags[1]])
      try context.save()
      let other = office.other()
      let theirs = other.object(with: ann.objectID)
      try theirs.add(other.object(with: tags[2].objectID), toRelationship: "tags")
      try theirs.remove(other.object(with: tags[0].objectID), fromRelationship: "tags")
      try other.save()
      try ann.add(tags[3], toRelationship: "tags")
      try ann.remove(tags[1], fromRelationship: "tags")
      context.mergePolicy = policy
      try context.save()
      #expect(ann.names("tags", by: "word") == ["c", "d"])
      let reader = office.other()
      let found = try reader.existingObject(with: ann.objectID)
      #expect(found.names("tags", by: "word") == ["c", "d"])
    }
  }

  @Test("OG-627: an order that was set here stays, what others added comes after it")
  func ordered() throws {
    let office = try Office(.sqlite)
    let context = office.context
    let ann = try office.person("Ann")
    func note(_ text: String, in context: ObjectContext) throws -> ManagedObject {
      let note = try context.insert("Note")
      note["text"] = .string(text)
      note["author"] = .object(context.object(with: ann.objectID))
      return note
    }
    let notes = try ["a", "b"].map { try note($0, in: context) }
    try context.save()
    let other = office.other()
    _ = try note("c", in: other)
    try other.save()
    ann["notes"] = .orderedObjects([notes[1], notes[0]])
    context.mergePolicy = .objectTrump
    try context.save()
    let reader = office.other()
    let found = try reader.existingObject(with: ann.objectID)
    #expect(found.names("notes", by: "text") == ["b", "a", "c"])
  }

  // MARK: - Uniqueness

  private static let items = """
    <entity name="Item">
      <attribute name="code" attributeType="String"/>
      <attribute name="title" optional="YES" attributeType="String"/>
      <uniquenessConstraints><uniquenessConstraint><constraint value="code"/>
      </uniquenessConstraint></uniquenessConstraints>
    </entity>
    <entity name="User">
      <relationship name="item" optional="YES" maxCount="1" destinationEntity="Item"/>
      <relationship name="items" optional="YES" toMany="YES" destinationEntity="Item"/>
    </entity>
    """

  private func itemContext() throws -> ObjectContext {
    try sqliteContext(Self.items)
  }

  private func item(_ code: String?, _ title: String, _ context: ObjectContext) throws
    -> ManagedObject
  {
    let item = try context.insert("Item")
    item["code"] = code.map { .string($0) } ?? .null
    item["title"] = .string(title)
    return item
  }

  @Test("OG scenario 48: relationships without an inverse follow the survivor too (OG-632)")
  func redirected() throws {
    let context = try itemContext()
    let old = try item("A", "old", context)
    try context.save()
    let new = try item("A", "new", context)
    let user = try context.insert("User")
    user["item"] = .object(new)
    user["items"] = .objects([new])
    context.mergePolicy = .objectTrump
    try context.save()
    #expect(user.object("item") === old && user["items"] == .objects([old]))
    #expect(old["title"] == .string("new") && new.context == nil)
    let reader = ObjectContext(context.coordinator)
    let found = try #require(try reader.fetch(ObjectRequest("User")).first)
    #expect(found.object("item")?.objectID == old.objectID)
  }

  @Test(
    "OG-634: an update to a value that another row has, by each policy",
    arguments: [MergePolicy.error, .storeTrump, .objectTrump, .overwrite, .rollback])
  func updatedToKnownValue(policy: MergePolicy) throws {
    let context = try itemContext()
    let first = try item("A", "first", context)
    let second = try item("B", "second", context)
    try context.save()
    second["code"] = .string("A")
    context.mergePolicy = policy
    switch policy {
    case .error, .custom:
      let error = #expect(throws: ObjectError.self) { try context.save() }
      #expect(error?.code.rawValue == 133_021)
      let violation = try #require(error?.violations.first)
      #expect(violation.present?.id == first.objectID && violation.objects == [second.objectID])
      #expect(violation.description.contains("for constraint (\n    code\n)"), "OG-630")
    case .storeTrump, .rollback:
      try context.save()
      #expect(second["code"] == .string("B") && !context.hasChanges)
      #expect(try context.count(ObjectRequest("Item")) == 2)
    case .objectTrump, .overwrite:
      try context.save()
      #expect(first["title"] == .string("second") && second.context == nil)
      #expect(try context.fetch(ObjectRequest("Item")) == [first])
    }
  }

  @Test(
    "OG scenario 128: the key of a refused insert is not given to another object (OG-611, OG-620)")
  func keys() throws {
    let context = try itemContext()
    let first = try item("A", "first", context)
    try context.save()
    let refused = try item("A", "second", context)
    #expect(throws: ObjectError.self) { try context.save() }
    #expect(throws: ObjectError.self) { try context.save() }
    context.rollback()
    #expect(refused.context == nil)
    let third = try item("B", "third", context)
    try context.save()
    #expect(first.objectID.uri.hasSuffix("/p1") && third.objectID.uri.hasSuffix("/p3"))
  }

  @Test("OG-631: a missing value never collides; stores in memory let duplicates in (OG-629)")
  func noCollision() throws {
    let model = try ModelPlan(
      compiledModel(Self.items.replacing("name=\"code\"", with: "name=\"code\" optional=\"YES\"")))
    for store in [
      try SQLiteObjectStore(path: nil, model: model) as any ObjectStore,
      try MemoryObjectStore(model),
    ] {
      let coordinator = StoreCoordinator(model)
      try coordinator.add(store)
      let context = ObjectContext(coordinator)
      for _ in 0..<2 { _ = try item(nil, "x", context) }
      try context.save()
      for _ in 0..<2 { _ = try item("A", "x", context) }
      if store.type == "SQLite" {
        #expect(throws: ObjectError.self) { try context.save() }
      } else {
        try context.save()
      }
    }
  }
}
