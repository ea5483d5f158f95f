import MomentumModel
import Testing

@testable import MomentumObjects

/// A results controller on a context (section 9 of the specification: scenarios 6 to 15, 73, 76).
@Suite struct ResultsControllerTests {
  private let office: Office
  private let context: ObjectContext

  init() throws {
    office = try Office()
    context = office.context
    for (name, home) in [("Ann", "Bonn"), ("Bob", "Bonn"), ("Eve", "Ulm")] {
      let person = try context.insert("Person")
      person["name"] = .string(name)
      person["home"] = .string(home)
    }
    try context.save()
  }

  private func person(_ name: String) throws -> ManagedObject {
    let request = ObjectRequest(
      "Person", where: ObjectPredicate("name == %@", [.value(.string(name))]))
    return try #require(try context.fetch(request).first)
  }

  private func controller(_ sections: String? = "home") throws -> ResultsController {
    var request = ObjectRequest("Person", where: ObjectPredicate("age > 10"))
    request.sortKeys = [ObjectSort("home"), ObjectSort("name")]
    return try ResultsController(context, request, sectionKeyPath: sections)
  }

  /// The steps of the events as texts: `+ Max 1,0`.
  private func steps(_ body: (ResultsController) throws -> Void) throws -> [[String]] {
    let controller = try controller()
    try controller.performFetch()
    var updates: [[String]] = []
    controller.observe { updates.append($0.steps.map(\.text)) }
    try body(controller)
    return updates
  }

  @Test("SR scenario 6: a request without sort keys is refused")
  func needsSortKeys() throws {
    let error = #expect(throws: ObjectMisuse.self) {
      try ResultsController(context, ObjectRequest("Person"))
    }
    #expect(
      error?.description
        == "An instance of NSFetchedResultsController requires a fetch request with sort descriptors"
    )
  }

  @Test("SR-188, SR-193: content and sections")
  func content() throws {
    let controller = try controller()
    #expect(controller.objects == nil && controller.sections == nil)
    try controller.performFetch()
    #expect(
      controller.sections
        == [ResultsSection(name: "Bonn", count: 2), ResultsSection(name: "Ulm", count: 1)])
    let eve = try person("Eve")
    #expect(controller.path(of: eve) == ResultsPath(1, 0))
    #expect(controller.object(at: ResultsPath(1, 0)) === eve)
    #expect(controller.object(at: ResultsPath(2, 0)) == nil)
    #expect(controller.snapshot().map(\.section) == ["Bonn", "Ulm"])
  }

  @Test("SR scenario 7, 11: an insertion, also of a new section")
  func insertion() throws {
    let updates = try steps { _ in
      let max = try context.insert("Person")
      max["name"] = .string("Max")
      max["home"] = .string("Ulm")
      context.processPendingChanges()
      let tom = try context.insert("Person")
      tom["name"] = .string("Tom")
      tom["home"] = .string("Chur")
      context.processPendingChanges()
    }
    #expect(updates == [["+ Max 1,1"], ["+section Chur 1", "+ Tom 1,0"]])
  }

  @Test("SR scenario 8, 9, 12: an update and a deletion, also of the last object of a section")
  func updateAndDeletion() throws {
    let updates = try steps { _ in
      try person("Bob")["age"] = .integer(50)
      context.processPendingChanges()
      try context.delete(person("Eve"))
      context.processPendingChanges()
    }
    #expect(updates == [["~ Bob 0,1"], ["- Eve 1,0", "-section Ulm 1"]])
  }

  @Test("SR scenario 10: a changed sort key is one move")
  func move() throws {
    let updates = try steps { _ in
      try person("Ann")["home"] = .string("Ulm")
      context.processPendingChanges()
    }
    #expect(updates == [["> Ann 0,0 1,0"]])
  }

  @Test("SR scenario 13, 14: leaving and entering the predicate; unrelated objects")
  func predicate() throws {
    let updates = try steps { _ in
      let ann = try person("Ann")
      ann["age"] = .integer(5)
      context.processPendingChanges()
      ann["age"] = .integer(20)
      context.processPendingChanges()
      _ = try context.insert("Company")
      context.processPendingChanges()
    }
    #expect(updates == [["- Ann 0,0"], ["+ Ann 0,0"]])
  }

  @Test("SR scenario 15: the save of another context, merged")
  func merged() throws {
    let updates = try steps { _ in
      let other = office.other()
      let bob = try person("Bob")
      other.object(with: bob.objectID)["name"] = .string("Aaa")
      try other.save()
      try context.merge(MergedChanges(updated: [bob.objectID]))
    }
    #expect(updates == [["> Aaa 0,1 0,0"]])
  }
}

extension ResultsUpdate.Step {
  fileprivate var text: String {
    func name(_ object: ManagedObject) -> String { object.text("name") ?? "nil" }
    switch self {
    case .insertSection(let index, let section): return "+section \(section) \(index)"
    case .deleteSection(let index, let section): return "-section \(section) \(index)"
    case .insert(let object, let path): return "+ \(name(object)) \(path.section),\(path.row)"
    case .delete(let object, let path): return "- \(name(object)) \(path.section),\(path.row)"
    case .update(let object, let path): return "~ \(name(object)) \(path.section),\(path.row)"
    case .move(let object, let old, let new):
      return "> \(name(object)) \(old.section),\(old.row) \(new.section),\(new.row)"
    }
  }
}
