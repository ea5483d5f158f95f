import MomentumModel
import MomentumObjects
import MomentumObjectsProof
import MomentumServerObjects
import MomentumTestSupport
import Testing

/// Two stores with connections and caches of their own, as in two processes.
@Suite(.enabled(if: ServerObjectsCase.isEnabled, ServerObjectsCase.reason))
struct ConflictTests {
  /// Two contexts that have read the same saved tag.
  private func withTwo(
    _ body: (ServerObjectsCase, (ManagedObject, ManagedObject)) throws -> Void
  ) throws {
    try ServerObjectsCase.with(GalleryModel.entities) { test in
      let first = try test.context()
      let artist = try first.insert("Artist")
      artist["name"] = .string("Ann")
      artist["rating"] = .double(1)
      try first.save()
      let second = try test.context()
      let same = try second.existingObject(with: artist.objectID)
      #expect(same.text("name") == "Ann")
      try body(test, (artist, same))
    }
  }

  private func values(_ test: ServerObjectsCase) throws -> [String?] {
    try test.rows("SELECT name, rating FROM artist").first ?? []
  }

  @Test func aSaveOverTheChangeOfAnotherFails() throws {
    try withTwo { test, objects in
      objects.0["name"] = .string("Bob")
      try objects.0.context?.save()
      objects.1["rating"] = .double(2)
      let error = #expect(throws: ObjectError.self) { try objects.1.context?.save() }
      #expect(error?.code == .mergeConflict)
      #expect(try values(test) == ["Bob", "1"])
    }
  }

  @Test(arguments: [
    (MergePolicy.storeTrump, ["Bob", "2"]), (.objectTrump, ["Cid", "2"]),
    (.overwrite, ["Cid", "2"]), (.rollback, ["Bob", "1"]),
  ])
  func policiesResolveTheConflict(policy: MergePolicy, expected: [String?]) throws {
    try withTwo { test, objects in
      objects.0["name"] = .string("Bob")
      try objects.0.context?.save()
      objects.1["name"] = .string("Cid")
      objects.1["rating"] = .double(2)
      objects.1.context?.mergePolicy = policy
      try objects.1.context?.save()
      #expect(try values(test) == expected)
      #expect(objects.1.text("name") == expected[0])
    }
  }

  @Test func aChangeByPlainSQLIsAConflict() throws {
    try withTwo { test, objects in
      try test.rows("UPDATE artist SET name = 'Dan'")
      objects.0["rating"] = .double(3)
      let error = #expect(throws: ObjectError.self) { try objects.0.context?.save() }
      #expect(error?.code == .mergeConflict)
      objects.0.context?.mergePolicy = .objectTrump
      try objects.0.context?.save()
      #expect(try values(test) == ["Dan", "3"])
      #expect(objects.0.text("name") == "Dan")
      // The versions of the row and the context agree again.
      objects.0["rating"] = .double(4)
      objects.0.context?.mergePolicy = .error
      try objects.0.context?.save()
      #expect(try test.rows("SELECT momentum_version FROM artist") == [["4"]])
    }
  }

  @Test func anObjectThatAnotherHasDeletedIsAConflict() throws {
    try withTwo { test, objects in
      try objects.0.context?.delete(objects.0)
      try objects.0.context?.save()
      objects.1["rating"] = .double(2)
      let error = #expect(throws: ObjectError.self) { try objects.1.context?.save() }
      #expect(error?.code == .mergeConflict)
      objects.1.context?.mergePolicy = .overwrite
      try objects.1.context?.save()
      #expect(try values(test) == ["Ann", "2"])
    }
  }

  @Test(arguments: [MergePolicy.error, .storeTrump, .objectTrump])
  func equalUniqueValuesAreMergedByThePolicy(policy: MergePolicy) throws {
    try withTwo { test, objects in
      let context = try #require(objects.1.context)
      let new = try context.insert("Artist")
      new["name"] = .string("Ann")
      new["rating"] = .double(9)
      context.mergePolicy = policy
      if policy == .error {
        let error = #expect(throws: ObjectError.self) { try context.save() }
        #expect(error?.code == .constraintConflict)
        #expect(error?.violations.first?.constraint == ["name"])
        #expect(error?.violations.first?.present?.id == objects.1.objectID)
      } else {
        try context.save()
      }
      #expect(try values(test) == ["Ann", policy == .objectTrump ? "9" : "1"])
      #expect(try test.rows("SELECT count(*) FROM artist") == [["1"]])
    }
  }

  @Test func writersThatMeetLoseNoChange() async throws {
    let test = try ServerObjectsCase(ModelPlan(ProofModel.compile(GalleryModel.entities)))
    let first = try test.context()
    let artist = try first.insert("Artist")
    artist["rating"] = .double(0)
    try first.save()
    let id = artist.objectID
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        let context = try test.context()
        group.addTask {
          try await context.perform { for _ in 0..<10 { try Self.increment(id, context) } }
        }
      }
      try await group.waitForAll()
    }
    #expect(try test.rows("SELECT rating FROM artist") == [["40"]])
    try test.remove()
  }

  private static func increment(_ id: ObjectID, _ context: ObjectContext) throws {
    while true {
      context.refreshAllObjects()
      let object = try context.existingObject(with: id)
      guard case .attribute(.double(let value)) = object["rating"] else { return }
      object["rating"] = .double(value + 1)
      do { return try context.save() } catch let error as ObjectError
        where error.code == .mergeConflict
      {
        context.rollback()
      }
    }
  }
}
