package import Foundation
import MomentumDifferential
import MomentumObjects

/// One random program: contexts over a store, and the plain graphs of what they should hold.
package final class ProgramRun {
  /// What a program has met. A program that meets nothing proves nothing.
  package struct Report: Sendable {
    package var steps = 0
    package var saves = 0
    package var refusedSaves = 0
    package var conflicts = 0
    package var children = 0
    /// Merges of all that another context has saved.
    package var exchanges = 0
    package var kills = 0
    package var faults = 0
    /// Saves that failed although their rows are in the store, as a failed COMMIT may.
    package var unsettled = 0

    package init() {}

    mutating func add(_ other: Report) {
      steps += other.steps
      saves += other.saves
      refusedSaves += other.refusedSaves
      conflicts += other.conflicts
      children += other.children
      exchanges += other.exchanges
      kills += other.kills
      faults += other.faults
      unsettled += other.unsettled
    }

    package var text: String {
      "\(steps) steps, \(saves) saves, \(refusedSaves) refused, \(conflicts) conflicts, "
        + "\(children) children, \(exchanges) exchanges, \(kills) kills, \(faults) faults, "
        + "\(unsettled) unsettled"
    }
  }

  let store: ProgramStore
  /// The context of most steps.
  var side: ProgramSide
  /// What is in the store.
  var saved = ReferenceGraph()
  /// What the context believes to be in the store; it differs from ``saved`` after saves of others.
  var known = ReferenceGraph()
  /// The persons whose rows others have changed since the context read them.
  var stale: Set<Int> = []
  /// The graphs before and after the steps that can be undone and done again.
  var undoable: [ReferenceGraph] = []
  var redoable: [ReferenceGraph] = []
  /// The identity of each object that was ever saved.
  var identities: [Int: ObjectID] = [:]
  var report = Report()
  /// Makes calls of saves and fetches fail; `nil` for none.
  let faults: ProgramFaults?
  private(set) var story: [String] = []
  /// Is called with each step before it runs, so that a step that ends the process is known.
  package var willRun: ((ProgramStep) -> Void)?
  /// Is called when a save of any context begins, and when it ends, with success or not.
  var tellsSave: ((_ hasEnded: Bool) -> Void)?
  /// Is called after each save that wrote to the store, also after those of other contexts.
  var hasSaved: (() throws -> Void)?

  /// - Parameter folder: Exists, and is the program's alone.
  package init(
    _ kind: ProgramStore.Kind, in folder: URL, faults: ProgramFaults.Kind? = nil,
    makeStore: ProgramStore.Opening? = nil
  ) throws {
    let store = try ProgramStore(kind, in: folder, makeStore: makeStore)
    self.store = store
    self.faults = faults.map { ProgramFaults($0, store.faults) }
    side = ProgramSide(
      ObjectContext(store.coordinator), ReferenceGraph(), [:], lastObject: 0)
    prepare(side.context)
  }

  func prepare(_ context: ObjectContext) {
    context.retainsRegisteredObjects = true
    context.undoHistory = UndoHistory()
  }

  /// Runs all steps, then saves and compares for the last time.
  package func run(_ steps: [ProgramStep]) throws {
    for step in steps { try perform(step) }
    try finish()
  }

  func perform(_ step: ProgramStep) throws {
    willRun?(step)
    report.steps += 1
    do {
      if step.action.isEdit { try edit(step) } else { try event(step) }
      story += side.takeStory().map { "  \($0)" }
    } catch {
      story += side.takeStory().map { "  \($0)" } + ["\(step): failed"]
      throw error
    }
    story.append("\(step)")
    if report.steps % 7 == 0 { try compare("after \(step)") }
  }

  /// Saves a context to the store.
  func save(_ context: ObjectContext) throws {
    tellsSave?(false)
    defer { tellsSave?(true) }
    try context.save()
  }

  func tell(_ text: String) { story.append("  " + text) }

  private func edit(_ step: ProgramStep) throws {
    let before = side.graph
    guard try side.edit(step) else { return }
    undoable.append(before)
    redoable = []
  }

  private func event(_ step: ProgramStep) throws {
    var dice = Dice(seed: step.seed)
    switch step.action {
    case .save: try save()
    case .rollback: rollback()
    case .reset: try reset()
    case .refresh: try refresh(&dice)
    case .refreshAll: try refreshAll()
    case .undo: try undo()
    case .redo: try redo()
    case .fetch: try fetch()
    case .child: try child(step.seed)
    case .other: try other(&dice)
    case .merge: try merge()
    case .saveByPolicy: try saveByPolicy(&dice)
    case .equalWords: try equalWords(&dice)
    case .exchange: try exchange(step.seed)
    case .kill: try kill()
    case _: throw ProgramFailure("\(step) is no event")
    }
  }

  private func finish() throws {
    try compare("at the end")
    if stale.isEmpty == false { try merge() }
    for note in side.graph.objects([.note]) where side.graph.author(of: note) == nil {
      guard side.graph.kinds[note] != nil else { continue }
      try side.context.delete(side.object(note))
      side.context.processPendingChanges()
      side.graph.delete(note)
    }
    try save()
    try compareStore("at the end")
    if store.kind.isFile { try kill() }
    store.close()
  }

  // MARK: - Comparisons

  /// Compares the objects in memory.
  func compare(_ when: String) throws {
    let comparison = GraphComparison(graph: side.graph) { self.side.objects[$0] }
    if let difference = try comparison.difference() {
      throw ProgramFailure("\(when): \(difference)")
    }
  }

  /// Compares what is stored.
  func compareStore(_ when: String) throws {
    if store.kind.isSQLite {
      let stored = try storedGraph()
      if let difference = saved.difference(from: stored) {
        throw ProgramFailure("\(when), rows: \(difference)")
      }
    } else {
      let context = ObjectContext(store.coordinator)
      let objects = try load(context, saved)
      let comparison = GraphComparison(graph: saved) { objects[$0] }
      if let difference = try comparison.difference() {
        throw ProgramFailure("\(when), stored: \(difference)")
      }
    }
  }

  func storedGraph() throws -> ReferenceGraph {
    var keys = StoredGraph.Keys()
    for (index, id) in identities {
      guard let kind = kinds[index] else { continue }
      keys.add(index, kind, id.number)
    }
    return try StoredGraph.read(store.path, keys)
  }

  /// The kinds of all objects that were ever saved.
  var kinds: [Int: ReferenceGraph.Kind] = [:]

  /// Fetches all objects, and finds their numbers by their identities.
  func load(_ context: ObjectContext, _ graph: ReferenceGraph) throws -> [Int: ManagedObject] {
    var indexes: [ObjectID: Int] = [:]
    for index in graph.kinds.keys { identities[index].map { indexes[$0] = index } }
    var objects: [Int: ManagedObject] = [:]
    for entity in ["Person", "Company", "Tag", "Note"] {
      for object in try context.fetch(ObjectRequest(entity)) {
        guard let index = indexes[object.objectID] else {
          throw ProgramFailure("\(object.objectID) is in the store and should not be")
        }
        objects[index] = object
      }
    }
    guard objects.count == graph.kinds.count else {
      let missing = graph.kinds.keys.filter { objects[$0] == nil }.sorted()
      throw ProgramFailure("objects \(missing) are not in the store")
    }
    return objects
  }
}
