import MomentumModel
import Testing

@testable import MomentumObjects

/// A results controller on a context: SR-188 to SR-244, scenarios 15 and 71 to 77.
@Suite struct ResultsControllerRuleTests {
  private let office: LoggedOffice
  private let context: ObjectContext

  init() throws {
    office = try LoggedOffice()
    office.coordinator.observe { _ in }
    context = office.context
    for (name, home, age) in [("Ann", "Bonn", 30), ("Bob", "Bonn", 40), ("Eve", "Ulm", 50)] {
      let person = try context.insert("Person")
      person["name"] = .string(name)
      person["home"] = .string(home)
      person["age"] = .integer(Int64(age))
    }
    try context.save()
  }

  private func person(_ name: String) throws -> ManagedObject {
    let request = ObjectRequest(
      "Person", where: ObjectPredicate("name == %@", [.value(.string(name))]))
    return try #require(try context.fetch(request).first)
  }

  private func controller(
    _ keys: [String] = ["name"], sections: String? = nil, _ format: String? = nil,
    _ change: (inout ObjectRequest) -> Void = { _ in }
  ) throws -> ResultsController {
    var request = ObjectRequest("Person", where: format.map { ObjectPredicate($0) })
    request.sortKeys = keys.map { ObjectSort($0) }
    change(&request)
    let controller = try ResultsController(context, request, sectionKeyPath: sections)
    try controller.performFetch()
    return controller
  }

  /// The steps of each update that `body` causes.
  private func updates(
    _ controller: ResultsController, _ body: () throws -> Void
  ) rethrows -> [[String]] {
    let all = Locked<[[String]]>([])
    controller.observe { update in
      let steps = update.steps.map(Self.text)
      all.withLock { $0.append(steps) }
    }
    try body()
    context.processPendingChanges()
    return all.withLock { $0 }
  }

  private static func text(_ step: ResultsUpdate.Step) -> String {
    func name(_ object: ManagedObject) -> String { object.text("name") ?? "nil" }
    return switch step {
    case .insertSection(let index, let section): "+section \(section) \(index)"
    case .deleteSection(let index, let section): "-section \(section) \(index)"
    case .insert(let object, let path): "+ \(name(object)) \(path.section),\(path.row)"
    case .delete(let object, let path): "- \(name(object)) \(path.section),\(path.row)"
    case .update(let object, let path): "~ \(name(object)) \(path.section),\(path.row)"
    case .move(let object, let old, let new):
      "> \(name(object)) \(old.section),\(old.row) \(new.section),\(new.row)"
    }
  }

  private func names(_ controller: ResultsController) -> [String?]? {
    controller.objects?.map { $0.text("name") }
  }

  // MARK: - Fetching

  @Test(
    "SR scenario 76, SR-188, SR-189, SR-192: a changed request counts from the next fetch")
  func newPredicate() throws {
    let controller = try controller()
    let updates = try updates(controller) {
      controller.request.predicate = ObjectPredicate("age > 35")
      try person("Ann")["age"] = .integer(31)
      context.processPendingChanges()
      #expect(names(controller) == ["Ann", "Bob", "Eve"])
      try controller.performFetch()
      #expect(names(controller) == ["Bob", "Eve"])
    }
    #expect(updates == [["~ Ann 0,0"]])
  }

  @Test("SR-193: without a key path exactly one section, with one none that is empty")
  func sections() throws {
    let none = ObjectPredicate("name == 'Nobody'")
    let plain = try controller { $0.predicate = none }
    #expect(plain.sections == [ResultsSection(name: "", count: 0)])
    let divided = try controller(["home"], sections: "home") { $0.predicate = none }
    #expect(divided.sections?.isEmpty == true)
  }

  @Test("SR-194: a section is named by the description of its value")
  func sectionNames() throws {
    let controller = try controller(["age"], sections: "age")
    #expect(controller.sections?.map(\.name) == ["30", "40", "50"])
  }

  @Test("SR scenario 71, SR-195: an object without a section name is in a section without name")
  func unnamed() throws {
    let lines = Locked<[String]>([])
    office.coordinator.observe { event in
      if case .logged(let line) = event { lines.withLock { $0.append(line) } }
    }
    try person("Ann")["home"] = .null
    let controller = try controller(["home", "name"], sections: "home")
    #expect(controller.sections?.map(\.name) == ["", "Bonn", "Ulm"])
    #expect(
      lines.withLock { $0 } == [
        "(NSFetchedResultsController) A section returned nil value for section name key path "
          + "'home'. Objects will be placed in unnamed section"
      ])
  }

  @Test("SR scenario 71, SR-197: a section name that begins again is 134060 with the reason")
  func outOfOrder() throws {
    try person("Eve")["name"] = .string("Ara")
    let error = #expect(throws: ObjectError.self) {
      try controller(["name"], sections: "home")
    }
    #expect(error?.code.rawValue == 134_060)
    #expect(
      error?.reason
        == "The fetched object at index 2 has an out of order section name 'Bonn. "
        + "Objects must be sorted by section name'")
  }

  @Test(
    "SR-144, SR-220: with a batch size only identities are fetched, and a batch when it is shown")
  func batches() throws {
    try office.people(60)
    context.reset()
    _ = office.takeStatements()
    let controller = try controller { $0.batchSize = 20 }
    #expect(controller.count == 63)
    #expect(office.takeStatements().count == 1)
    #expect(controller.object(at: ResultsPath(0, 30))?.text("name") == "p27")
    #expect(controller.object(at: ResultsPath(0, 21))?.text("name") == "p18")
    #expect(office.takeStatements().count == 1)
    let updates = updates(controller) {
      controller.object(at: ResultsPath(0, 30))?["name"] = .string("p271")
    }
    #expect(updates == [["~ p271 0,30"]])
  }

  // MARK: - Changes

  @Test("SR-213, SR-243: a relationship of the object itself is an update")
  func ownRelationship() throws {
    let controller = try controller()
    let updates = try updates(controller) {
      let note = try context.insert("Note")
      try person("Bob").add(note, toRelationship: "notes")
    }
    #expect(updates == [["~ Bob 0,1"]])
  }

  @Test("SR-221: nullifying by a deletion is an update")
  func nullified() throws {
    let tag = try context.insert("Tag")
    tag["word"] = .string("x")
    try person("Bob").add(tag, toRelationship: "tags")
    try context.save()
    let controller = try controller()
    let updates = try updates(controller) { try context.delete(tag) }
    #expect(updates == [["~ Bob 0,1"]])
  }

  @Test("SR scenario 74, SR-214, SR-244: a change of a related object is not noticed")
  func relatedObject() throws {
    let acme = try context.insert("Company")
    acme["name"] = .string("Acme")
    let other = try context.insert("Company")
    other["name"] = .string("Beta")
    for (name, company) in [("Ann", acme), ("Bob", other), ("Eve", other)] {
      try person(name)["company"] = .object(company)
    }
    try context.save()
    let controller = try controller(["company.name", "name"])
    let none = updates(controller) { acme["name"] = .string("Zeta") }
    #expect(none.isEmpty)
    let updates = try updates(controller) { try person("Ann")["age"] = .integer(31) }
    #expect(updates == [["> Ann 0,0 0,2"]], "it is followed when the object itself changes")
  }

  @Test("SR scenario 72, SR-237: two neighbours that change places are a move and an update")
  func exchange() throws {
    let controller = try controller(["age"])
    let updates = try updates(controller) {
      let (ann, bob) = (try person("Ann"), try person("Bob"))
      (ann["age"], bob["age"]) = (.integer(40), .integer(30))
    }
    #expect(updates == [["> Bob 0,1 0,0", "~ Ann 0,0"]])
  }

  @Test("SR scenario 73, SR-238: six changes are six steps of one update")
  func sixChanges() throws {
    for (name, age) in [("Fay", 60), ("Gus", 70)] {
      let person = try context.insert("Person")
      person["name"] = .string(name)
      person["age"] = .integer(Int64(age))
    }
    try context.save()
    let controller = try controller(["age"])
    let updates = try updates(controller) {
      let (ann, bob, eve) = (try person("Ann"), try person("Bob"), try person("Eve"))
      let gus = try person("Gus")
      try context.delete(ann)
      bob["home"] = .string("Chur")
      eve["home"] = .string("Chur")
      gus["age"] = .integer(10)
      for (name, age) in [("Ida", 80), ("Joe", 90)] {
        let person = try context.insert("Person")
        person["name"] = .string(name)
        person["age"] = .integer(Int64(age))
      }
    }
    #expect(
      updates == [
        ["- Ann 0,0", "+ Ida 0,4", "+ Joe 0,5", "> Gus 0,4 0,0", "~ Bob 0,1", "~ Eve 0,2"]
      ])
  }

  @Test("SR scenario 73, SR-216, SR-241: refreshing all objects reports updates only")
  func refreshed() throws {
    let controller = try controller()
    let updates = try updates(controller) {
      for name in ["Ann", "Bob", "Eve"] { _ = try person(name)["age"] }
      context.refreshAllObjects()
    }
    #expect(updates == [["~ Ann 0,0", "~ Bob 0,1", "~ Eve 0,2"]])
  }

  @Test("SR scenario 77, SR-219: an insertion goes beyond the limit, a deletion pulls nothing in")
  func limit() throws {
    let controller = try controller { $0.limit = 2 }
    let updates = try updates(controller) {
      try context.insert("Person")["name"] = .string("Abe")
      context.processPendingChanges()
      try context.delete(person("Ann"))
    }
    #expect(updates == [["+ Abe 0,0"], ["- Ann 0,1"]])
    #expect(names(controller) == ["Abe", "Bob"])
  }

  @Test("SR-220: a save alone is no update, and the object is still found")
  func save() throws {
    let controller = try controller()
    let new = try context.insert("Person")
    new["name"] = .string("Abe")
    context.processPendingChanges()
    let updates = try updates(controller) { try context.save() }
    #expect(updates.isEmpty)
    #expect(controller.path(of: new) == ResultsPath(0, 0))
  }

  @Test("SR-218: a reset empties the controller without an update, until the next fetch")
  func reset() throws {
    let controller = try controller()
    let updates = updates(controller) { context.reset() }
    #expect(updates.isEmpty)
    #expect(controller.count == 0)
    try controller.performFetch()
    #expect(controller.count == 3)
  }

  @Test("SR-215: a merge brings an inserted object, but not an unknown one that matches now")
  func merge() throws {
    let controller = try controller("age < 35")
    let other = ObjectContext(office.coordinator)
    let new = try other.insert("Person")
    new["name"] = .string("Abe")
    let eve = try #require(
      try other.fetch(ObjectRequest("Person", where: ObjectPredicate("name == 'Eve'"))).first)
    eve["age"] = .integer(20)
    try other.save()
    let merged = MergedChanges(inserted: [new.objectID], updated: [eve.objectID])
    let updates = try updates(controller) { try context.merge(merged) }
    #expect(updates == [["+ Abe 0,0"]])
  }

  private func controller(_ format: String) throws -> ResultsController {
    try controller(["name"], sections: nil, format)
  }

  @Test("SR scenario 15, SR-217: the save of another context arrives as one update on the queue")
  func automaticMerge() async throws {
    let coordinator = office.coordinator
    let shown = ObjectContext(coordinator)
    shown.mergesChangesFromParent = true
    let (isOnQueue, count): (Bool, Int) = try await withCheckedThrowingContinuation { done in
      shown.performAndWait {
        do {
          var request = ObjectRequest("Person")
          request.sortKeys = [ObjectSort("name")]
          let controller = try ResultsController(shown, request)
          try controller.performFetch()
          controller.observe { update in
            done.resume(returning: (shown.queue.isCurrent, update.steps.count))
            // The observer keeps the controller alive until it was called.
            withExtendedLifetime(controller) {}
            controller.observe { _ in }
          }
        } catch {
          done.resume(throwing: error)
        }
      }
      let writer = ObjectContext(coordinator)
      do {
        for name in ["Abe", "Ada"] { try writer.insert("Person")["name"] = .string(name) }
        try writer.save()
      } catch { Issue.record(error) }
    }
    #expect(isOnQueue && count == 2)
  }

  // MARK: - Other forms

  @Test("SR scenario 75, SR-224: a difference by identity, only without sections")
  func difference() throws {
    let plain = try controller()
    let before = plain.snapshot()[0].objects
    let found = Locked<CollectionDifference<ObjectID>?>(nil)
    plain.observe { update in
      let difference = update.difference
      found.withLock { $0 = difference }
    }
    let (ann, bob) = (try person("Ann"), try person("Bob"))
    ann["name"] = .string("Zoe")
    try context.delete(bob)
    context.processPendingChanges()
    let difference = try #require(found.withLock { $0 })
    #expect(before.applying(difference) == plain.snapshot()[0].objects)
    let divided = try controller(["home", "name"], sections: "home")
    let isNil = Locked(false)
    divided.observe { update in
      let missing = update.difference == nil
      isNil.withLock { $0 = missing }
    }
    try person("Zoe")["age"] = .integer(9)
    context.processPendingChanges()
    #expect(isNil.withLock { $0 } == true)
  }

  @Test("SR scenario 75, SR-223: a snapshot has the whole content, an update the reloaded objects")
  func snapshot() throws {
    let controller = try controller(["home", "name"], sections: "home")
    let reloaded = Locked<[ObjectID]>([])
    controller.observe { update in
      let ids = update.reloaded
      reloaded.withLock { $0 = ids }
    }
    let (ann, eve) = (try person("Ann"), try person("Eve"))
    eve["age"] = .integer(51)
    ann["home"] = .string("Ulm")
    context.processPendingChanges()
    let snapshot = controller.snapshot()
    #expect(snapshot.map(\.section) == ["Bonn", "Ulm"])
    #expect(snapshot[1].objects == [ann.objectID, eve.objectID])
    #expect(reloaded.withLock { $0 } == [ann.objectID, eve.objectID])
  }
}
