import MomentumModel

/// Judges every table for one root.
struct RootJudge {
  let graph: TableGraph
  let root: EntityID
  let decisions: DistributionDecisions
  private let paths: RootPaths

  init(_ graph: TableGraph, root: EntityID, _ decisions: DistributionDecisions) {
    self.graph = graph
    self.root = root
    // A decided path to another root decides nothing here.
    let entities = decisions.entities.filter { _, decision in
      guard case .colocated(let path, _) = decision else { return true }
      return path.last.map { graph.table(of: graph.model[$0].destination) } == root
    }
    self.decisions = decisions.with(entities)
    paths = RootPaths(graph, root: root, decided: entities)
  }

  private var model: ObjectModel { graph.model }
  private var rootName: String { model[root].name }

  func judge() -> RootCandidate {
    var judged: [EntityID: JudgedEntity] = [:]
    for table in graph.tables {
      judged[table] = decided(table) ?? byPaths(table)
    }
    for table in referenceTables(judged) {
      judged[table]?.placement = .reference
      judged[table]?.waysOut = []
      judged[table]?.reason =
        "no to-one path leads to \(rootName), and entities that belong to \(rootName) refer to it: "
        + "a copy on every server, which suits few rows that rarely change"
    }
    let entities = graph.tables.compactMap { judged[$0] }
    let placements = judged.mapValues(\.placement)
    let crossings = CrossingFinder(
      graph: graph, root: root, placements: placements, unenforced: decisions.unenforced)
    return RootCandidate(
      root: root, entities: entities, crossings: crossings.crossings,
      unenforced: decisions.unenforced, notes: crossings.notes)
  }

  private func decided(_ table: EntityID) -> JudgedEntity? {
    if table == root {
      return JudgedEntity(
        entity: table, placement: .root, reason: "the key of each \(rootName) decides the server")
    }
    switch decisions.entities[table] {
    case .reference:
      return JudgedEntity(
        entity: table, placement: .reference,
        reason: decisions.reasons[table] ?? "decided: a copy on every server")
    case .colocated(let path, let allowsOptional):
      return JudgedEntity(
        entity: table, placement: .colocated(path),
        reason: decisions.reasons[table]
          ?? "decided: with the \(rootName) of \(text(table, path))",
        allowsOptional: allowsOptional)
    case nil: return nil
    }
  }

  private func text(_ table: EntityID, _ path: [RelationshipID]) -> String {
    "\(model[table].name).\(graph.text(path))"
  }

  private func byPaths(_ table: EntityID) -> JudgedEntity {
    let required = paths.required(from: table)
    if required.paths.count == 1, required.isComplete {
      return JudgedEntity(
        entity: table, placement: .colocated(required.paths[0]),
        reason: "\(text(table, required.paths[0])) is the only path of required to-one "
          + "relationships to \(rootName)")
    }
    if !required.paths.isEmpty { return amongPaths(table, required) }
    if let path = paths.shortest(from: table) { return byOptionalPath(table, path) }
    let name = model[table].name
    return JudgedEntity(
      entity: table, placement: .undecided,
      reason:
        "no to-one path leads to \(rootName), and no entity that belongs to \(rootName) refers to it",
      waysOut: [
        "declare \(name) a reference table, if it has few rows that rarely change",
        "give \(name) a required relationship to \(rootName)",
        "keep \(name) in another model and database",
      ])
  }

  private func amongPaths(_ table: EntityID, _ required: RootPaths.Found) -> JudgedEntity {
    let list = required.paths.map { graph.text($0) }
    let more = required.isComplete ? "" : " and more"
    return JudgedEntity(
      entity: table, placement: .undecided,
      reason: "several paths of required relationships lead to \(rootName): "
        + list.joined(separator: ", ") + more,
      waysOut: list.map {
        "choose the path \($0); both ends of the others must then belong to the same \(rootName)"
      }, hasSeveralPaths: true)
  }

  private func byOptionalPath(_ table: EntityID, _ path: [RelationshipID]) -> JudgedEntity {
    let name = model[table].name
    return JudgedEntity(
      entity: table, placement: .undecided,
      reason: "a row may be without its \(rootName): \(optionalStep(path)) is not required",
      waysOut: [
        "make each relationship of \(text(table, path)) required",
        "choose the path \(graph.text(path)) with \"allowsOptional\": true; the program then "
          + "gives the \(rootName) of a row whose path ends early",
        "give \(name) a required relationship to \(rootName) of its own",
        "declare \(name) a reference table",
      ])
  }

  private func optionalStep(_ path: [RelationshipID]) -> String {
    let step = path.first { id in
      model[id].isOptional || id.entity != graph.table(of: id.entity)
    }
    return step.map { graph.name($0) } ?? graph.text(path)
  }

  /// The tables without a path to the root that tables with one refer to, directly or over other
  /// such tables.
  private func referenceTables(_ judged: [EntityID: JudgedEntity]) -> Set<EntityID> {
    let candidates = Set(
      judged.values.filter { judgement in
        judgement.placement == .undecided && decisions.entities[judgement.entity] == nil
          && !paths.reachesRoot(judgement.entity)
      }.map(\.entity))
    var edges: [EntityID: [EntityID]] = [:]
    for key in graph.keys { edges[key.source, default: []].append(key.destination) }
    for join in graph.joins {
      edges[join.source, default: []].append(join.destination)
      edges[join.destination, default: []].append(join.source)
    }
    var open = judged.values.filter { $0.placement != .undecided }.map(\.entity)
    var found: Set<EntityID> = []
    while let table = open.popLast() {
      for target in edges[table] ?? [] where candidates.contains(target) {
        if found.insert(target).inserted { open.append(target) }
      }
    }
    return found
  }
}
