import MomentumModel

/// Finds the relationships that would lead from one server to another.
struct CrossingFinder {
  let graph: TableGraph
  let root: EntityID
  let placements: [EntityID: Placement]
  let unenforced: Set<RelationshipID>
  private(set) var crossings: [Crossing] = []
  private(set) var notes: [String] = []

  init(
    graph: TableGraph, root: EntityID, placements: [EntityID: Placement],
    unenforced: Set<RelationshipID>
  ) {
    self.graph = graph
    self.root = root
    self.placements = placements
    self.unenforced = unenforced
    for key in graph.keys { judge(key) }
    for join in graph.joins { judge(join) }
    addRequiredCycles()
  }

  private var rootName: String { graph.model[root].name }

  private func placement(_ table: EntityID) -> Placement { placements[table] ?? .undecided }

  // MARK: - Keys

  private mutating func judge(_ key: TableGraph.Key) {
    let id = key.relationship
    let name = graph.name(id)
    if unenforced.contains(id) {
      notes.append(
        "\(name) is not enforced: its object may be on another server, and a request over it is refused"
      )
      return
    }
    switch (placement(key.source), placement(key.destination)) {
    case (.undecided, _), (_, .undecided), (_, .reference): return
    case (.reference, _):
      cross(
        id,
        "a row of every server cannot refer to \(graph.model[key.destination].name), which one "
          + "server has")
    case (.root, .root): cross(id, "leads from one \(rootName) to another")
    case (.colocated(let path), .root) where path != [id]:
      cross(
        id, "leads to \(rootName) beside the path \(graph.text(path))",
        ["choose the path \(graph.model[id].name)"])
    case (.colocated, .root): return
    case (.colocated(let path), .colocated) where path.first == id: return
    case (.root, .colocated), (.colocated, .colocated):
      if graph.model[id].destination != id.entity || graph.model[id].isOptional {
        notes.append("\(name) is held by a foreign key inside one \(rootName)")
      }
    }
  }

  private mutating func cross(
    _ id: RelationshipID, _ reason: String, _ more: [String] = []
  ) {
    crossings.append(
      Crossing(
        relationship: id, reason: reason,
        waysOut: more + [
          "list \(graph.name(id)) in \"unenforced\": the key is kept without a foreign key, and "
            + "requests over it are refused",
          "keep the key in an attribute, and fetch the object by a request of its own",
        ]))
  }

  // MARK: - Join tables

  private mutating func judge(_ join: TableGraph.Join) {
    let id = join.relationship
    switch (placement(join.source), placement(join.destination)) {
    case (.undecided, _), (_, .undecided), (.reference, _), (_, .reference),
      (.colocated, .colocated):
      return
    case (.root, .root): crossJoin(id, "relates one \(rootName) to others")
    case (.root, .colocated), (.colocated, .root):
      guard join.hasInverse else { return }
      crossJoin(
        id,
        "relates an object to several objects of \(rootName), and its row is with one of them only")
    }
  }

  private mutating func crossJoin(_ id: RelationshipID, _ reason: String) {
    crossings.append(
      Crossing(
        relationship: id, reason: reason,
        waysOut: [
          "make an entity of the pair, with a required relationship to one \(rootName) and an "
            + "attribute with the key of the other object",
          "declare the entity at one end a reference table",
        ]))
  }

  // MARK: - Cycles

  /// Reports required keys that need each other: without deferred constraints, neither row can be
  /// inserted first.
  private mutating func addRequiredCycles() {
    let required = graph.keys.filter { key in
      let relationship = graph.model[key.relationship]
      return !relationship.isOptional && key.relationship.entity == key.source
        && key.source != key.destination && !unenforced.contains(key.relationship)
    }
    // Remove tables that no required key leaves, again and again; what remains has a cycle.
    var rest = required
    while true {
      let sources = Set(rest.map(\.source))
      let kept = rest.filter { sources.contains($0.destination) }
      if kept.count == rest.count { break }
      rest = kept
    }
    let targets = Set(rest.map(\.destination))
    for key in rest where targets.contains(key.source) {
      let isKnown = crossings.contains { $0.relationship == key.relationship }
      guard !isKnown else { continue }
      crossings.append(
        Crossing(
          relationship: key.relationship,
          reason: "is part of a cycle of required relationships: without deferred constraints "
            + "no row of the cycle can be inserted first",
          waysOut: ["make a relationship of the cycle optional"]))
    }
  }
}
