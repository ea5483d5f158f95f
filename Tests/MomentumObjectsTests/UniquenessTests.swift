import MomentumModel
import Testing

@testable import MomentumObjects

/// Uniqueness constraints, which only SQLite checks (OG-629 to OG-633).
@Suite struct UniquenessTests {
  private static let entities = """
    <entity name="Item">
      <attribute name="code" attributeType="String"/>
      <attribute name="title" optional="YES" attributeType="String"/>
      <relationship name="box" optional="YES" maxCount="1" destinationEntity="Box"
        inverseName="items" inverseEntity="Box"/>
      <uniquenessConstraints><uniquenessConstraint><constraint value="code"/>
      </uniquenessConstraint></uniquenessConstraints>
    </entity>
    <entity name="Box">
      <relationship name="items" optional="YES" toMany="YES" destinationEntity="Item"
        inverseName="box" inverseEntity="Item"/>
    </entity>
    """

  private func context() throws -> ObjectContext {
    try sqliteContext(Self.entities)
  }

  private func item(_ title: String, in context: ObjectContext) throws -> ManagedObject {
    let item = try context.insert("Item")
    item["code"] = .string("A")
    item["title"] = .string(title)
    return item
  }

  @Test("OG scenario 45: without a policy the save fails and can be tried again")
  func error() throws {
    let context = try context()
    _ = try item("old", in: context)
    try context.save()
    let new = try item("new", in: context)
    let error = #expect(throws: ObjectError.self) { try context.save() }
    #expect(error?.code == .constraintConflict)
    let violations = error?.violations ?? []
    try #require(violations.count == 1 && violations[0].constraint == ["code"])
    #expect(violations[0].present != nil && violations[0].objects.count == 1)
    #expect(context.insertedObjects == [new])
    new["code"] = .string("B")
    try context.save()
    #expect(try context.count(ObjectRequest("Item")) == 2)
  }

  @Test(
    "OG scenario 46, 47: one row, with the new or the old values",
    arguments: [
      (MergePolicy.objectTrump, "new"), (.overwrite, "new"), (.storeTrump, "old"),
      (.rollback, "old"),
    ])
  func policies(policy: MergePolicy, title: String) throws {
    let context = try context()
    let old = try item("old", in: context)
    try context.save()
    let id = old.objectID
    let new = try item("new", in: context)
    let box = try context.insert("Box")
    new["box"] = .object(box)
    context.mergePolicy = policy
    try context.save()
    let found = try context.fetch(ObjectRequest("Item"))
    #expect(found == [old] && old.objectID == id && old.text("title") == title)
    #expect(new.context == nil)
    // Scenario 48: a relationship to the discarded object leads to the survivor.
    #expect(old.object("box") === (title == "new" ? box : nil))
    #expect(!context.hasChanges)
  }

  @Test(
    "OG scenario 49, 50: two new objects with one value",
    arguments: [MergePolicy.error, .objectTrump, .overwrite, .storeTrump])
  func twoInserts(policy: MergePolicy) throws {
    let context = try context()
    _ = try item("first", in: context)
    _ = try item("second", in: context)
    context.mergePolicy = policy
    guard policy != .error else {
      let error = #expect(throws: ObjectError.self) { try context.save() }
      let violations = error?.violations ?? []
      #expect(violations.first?.present == nil && violations.first?.objects.count == 2)
      return
    }
    try context.save()
    #expect(try context.fetch(ObjectRequest("Item")).map { $0.text("title") } == ["second"])
  }
}
