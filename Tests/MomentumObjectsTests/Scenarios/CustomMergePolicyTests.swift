import MomentumModel
import Testing

@testable import MomentumObjects

/// Merge policies of the app (OG-624, OG-628).
@Suite struct CustomMergePolicyTests {
  /// An office in which both this context and another one have changed Ann.
  private func conflict() throws -> (office: Office, ann: ManagedObject) {
    let office = try Office()
    let ann = try office.person("Ann", age: 30)
    let other = office.other()
    other.object(with: ann.objectID)["name"] = .string("Their")
    other.object(with: ann.objectID)["age"] = .integer(40)
    try other.save()
    ann["age"] = .integer(35)
    return (office, ann)
  }

  @Test("A policy sees the saved values, and resolves as another one with the values it has set")
  func sum() throws {
    let (office, ann) = try conflict()
    office.context.mergePolicy = .custom(
      CustomMergePolicy { conflicts in
        #expect(conflicts.constraints.isEmpty)
        for (object, saved) in conflicts.rows {
          #expect(saved?["name"] == .attribute(.string("Their")))
          guard case .attribute(.integer(let theirs))? = saved?["age"],
            case .attribute(.integer(let ours)) = object["age"]
          else { continue }
          object["age"] = .integer(ours + theirs)
        }
        try conflicts.resolve(by: .objectTrump)
      })
    try office.context.save()
    #expect(ann["age"] == .integer(75) && ann["name"] == .string("Their"))
    #expect(!office.context.hasChanges)
    #expect(office.store.stored(ann.objectID)?.values.contains(.integer(75)) == true)
  }

  @Test("A refresh resolves a conflict, too") func refresh() throws {
    let (office, ann) = try conflict()
    let context = office.context
    context.mergePolicy = .custom(
      CustomMergePolicy { conflicts in
        for (object, _) in conflicts.rows { context.refresh(object, keepingChanges: true) }
      })
    try context.save()
    #expect(ann["age"] == .integer(35) && ann["name"] == .string("Their"))
  }

  @Test("OG-628: a policy that resolves nothing ends the save, and the changes stay")
  func nothingResolved() throws {
    let (office, ann) = try conflict()
    let calls = Locked(0)
    office.context.mergePolicy = .custom(
      CustomMergePolicy { _ in calls.withLock { $0 += 1 } })
    let error = #expect(throws: ObjectMisuse.self) { try office.context.save() }
    #expect(
      error?.description.hasPrefix("Unable to recover from optimistic locking failure.") == true)
    #expect(calls.withLock { $0 } == 1)
    #expect(ann.isUpdated && ann["age"] == .integer(35))
  }

  @Test func theErrorOfAPolicyIsThatOfTheSave() throws {
    struct Refused: Error {}
    let (office, ann) = try conflict()
    office.context.mergePolicy = .custom(CustomMergePolicy { _ in throw Refused() })
    #expect(throws: Refused.self) { try office.context.save() }
    office.context.mergePolicy = .custom(
      CustomMergePolicy { try $0.resolve(by: .error) })
    let error = #expect(throws: ObjectError.self) { try office.context.save() }
    #expect(error?.code == .mergeConflict && ann.isUpdated)
  }

  @Test("OG-626: of a deleted row there are no saved values") func deleted() throws {
    let office = try Office()
    let ann = try office.person("Ann")
    let other = office.other()
    try other.delete(other.object(with: ann.objectID))
    try other.save()
    ann["name"] = .string("Ours")
    office.context.mergePolicy = .custom(
      CustomMergePolicy { conflicts in
        #expect(conflicts.rows.map { $0.saved == nil } == [true])
        try conflicts.resolve(by: .overwrite)
      })
    try office.context.save()
    #expect(office.store.stored(ann.objectID)?.values.contains(.string("Ours")) == true)
  }

  @Test("OG-629, OG-632: constraints name the row that has the values, and the objects")
  func constraints() throws {
    let context = try sqliteContext(BatchWorld.entities)
    func item(_ place: String) throws -> ManagedObject {
      let item = try context.insert("Item")
      item["code"] = .string("A")
      item["place"] = .string(place)
      return item
    }
    let old = try item("old")
    try context.save()
    _ = try item("new")
    context.mergePolicy = .custom(CustomMergePolicy { _ in })
    #expect(throws: ObjectMisuse.self) { try context.save() }
    context.mergePolicy = .custom(
      CustomMergePolicy { conflicts in
        let conflict = try #require(conflicts.constraints.first)
        #expect(conflict.properties == ["code"])
        #expect(conflict.existing?["place"] == .string("old"))
        #expect(conflict.objects.map { $0["place"] } == [.string("new")])
        for object in conflict.objects { object["code"] = .string("B") }
      })
    try context.save()
    #expect(try context.count(ObjectRequest("Item")) == 2)
    let again = try item("again")
    context.mergePolicy = .custom(CustomMergePolicy { try $0.resolve(by: .storeTrump) })
    try context.save()
    #expect(old["place"] == .string("old") && again.context == nil)
  }

  @Test func policiesAreEqualOnlyToThemselves() {
    let policy = CustomMergePolicy { _ in }
    #expect(MergePolicy.custom(policy) == .custom(policy))
    #expect(MergePolicy.custom(policy) != .custom(CustomMergePolicy { _ in }))
    #expect(MergePolicy.custom(policy) != .error)
  }
}
