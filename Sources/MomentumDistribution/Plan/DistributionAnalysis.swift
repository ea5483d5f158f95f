package import MomentumDiagnostics
package import MomentumModel
package import MomentumStore

/// Finds the entities that may be the root of a distribution, and judges all entities for each.
///
///     let analysis = DistributionAnalysis(model, plainSchema)
///     analysis.candidates(decisions).first?.plan
package struct DistributionAnalysis: Sendable {
  package let model: ObjectModel
  let graph: TableGraph

  package init(_ model: ObjectModel, _ schema: PlainSchema) {
    self.model = model
    graph = TableGraph(model, schema)
  }

  /// The candidates, the best one first; empty if no entity is reached from another one by a path
  /// of required to-one relationships, unless the decisions name a root.
  ///
  /// The order: twice the entities that reach the root, less what is undecided or crosses; then fewer
  /// reference tables; then by name.
  package func candidates(_ decisions: DistributionDecisions) -> [RootCandidate] {
    if let root = decisions.root { return [candidate(root, decisions)] }
    let reached = Set(
      graph.steps.flatMap { table, steps in
        steps.filter { $0.isRequired && $0.destination != table }.map(\.destination)
      })
    let possible = graph.tables.filter { reached.contains($0) && decisions.entities[$0] == nil }
    return possible.map { candidate($0, decisions) }.filter { !$0.reaching.isEmpty }
      .sorted { Self.rank($0, model) < Self.rank($1, model) }
  }

  /// A relationship with its entity: `Task.project`.
  package func name(_ id: RelationshipID) -> String { graph.name(id) }

  /// The judgement of all entities for one root.
  package func candidate(
    _ root: EntityID, _ decisions: DistributionDecisions = DistributionDecisions()
  ) -> RootCandidate {
    RootJudge(graph, root: graph.table(of: root), decisions).judge()
  }

  private static func rank(_ candidate: RootCandidate, _ model: ObjectModel) -> Rank {
    let problems = candidate.undecided.count + candidate.crossings.count
    return Rank(
      numbers: [problems - 2 * candidate.reaching.count, candidate.references.count],
      name: model[candidate.root].name)
  }

  private struct Rank: Comparable {
    var numbers: [Int]
    var name: String

    static func < (left: Rank, right: Rank) -> Bool {
      left.numbers == right.numbers
        ? left.name < right.name : left.numbers.lexicographicallyPrecedes(right.numbers)
    }
  }

  /// Why no entity can be a root: a sentence for each to-one relationship that would make one if it
  /// were required, or one sentence if there is none.
  package func refusal() -> [String] {
    let optional = graph.tables.flatMap { table in
      (graph.steps[table] ?? []).filter { !$0.isRequired && $0.destination != table }
    }
    guard !optional.isEmpty else {
      return ["no entity has a to-one relationship to another one, so nothing groups the rows"]
    }
    return optional.map { step in
      "\(graph.name(step.relationship)) is not required, so a row may be without its "
        + "\(model[step.destination].name)"
    }
  }

  // MARK: - User info

  /// The decisions in the user info of entities and relationships: `distribution` = `root`,
  /// `reference`, `by project.account`, and on a to-one relationship `unenforced`.
  package func userInfoDecisions(_ issues: inout Diagnostics) -> DistributionDecisions {
    var decisions = DistributionDecisions()
    for entity in model.entityIDs {
      let key = DistributionAnalysis.userInfoKey
      for entry in model[entity].userInfo where entry.key == key {
        read(entry.value, of: entity, &decisions, &issues)
      }
      for index in model[entity].relationships.indices {
        let id = RelationshipID(entity, index)
        for entry in model[id].userInfo where entry.key == key {
          if entry.value == "unenforced", graph.keys.contains(where: { $0.relationship == id }) {
            decisions.unenforced.insert(id)
          } else {
            issues.report(
              DistributionMessage.userInfo(
                entry.value, of: graph.name(id),
                expected: "'unenforced' at a to-one relationship that holds the key"))
          }
        }
      }
    }
    return decisions
  }

  package static let userInfoKey = "distribution"

  private func read(
    _ value: String, of entity: EntityID, _ decisions: inout DistributionDecisions,
    _ issues: inout Diagnostics
  ) {
    let name = model[entity].name
    let expected = "'root', 'reference' or 'by' and a path such as 'by project.account'"
    guard graph.table(of: entity) == entity else {
      issues.report(
        DistributionMessage.userInfo(
          value, of: name,
          expected: "the value at '\(model[graph.table(of: entity)].name)', whose table it shares"))
      return
    }
    let words = value.split(separator: " ").map(String.init)
    switch (words.first, words.count) {
    case ("root", 1) where decisions.root == nil: decisions.root = entity
    case ("reference", 1): decisions.entities[entity] = .reference
    case ("by", 2):
      if let path = path(words[1], from: entity) {
        let isOptional = path.contains { !isRequired($0) }
        decisions.entities[entity] = .colocated(path, allowsOptional: isOptional)
        return
      }
      fallthrough
    default: issues.report(DistributionMessage.userInfo(value, of: name, expected: expected))
    }
  }

  func isRequired(_ id: RelationshipID) -> Bool {
    !model[id].isOptional && graph.table(of: id.entity) == id.entity
  }

  /// The to-one relationships of a path such as `project.account`; `nil` if a name is not one.
  func path(_ text: String, from table: EntityID) -> [RelationshipID]? {
    var path: [RelationshipID] = []
    var table = table
    for name in text.split(separator: ".", omittingEmptySubsequences: false) {
      let step = (graph.steps[table] ?? []).first { model[$0.relationship].name == name }
      guard let step else { return nil }
      path.append(step.relationship)
      table = step.destination
    }
    return path
  }

  /// The table that the path leads to.
  func end(of path: [RelationshipID]) -> EntityID? {
    path.last.map { graph.table(of: model[$0].destination) }
  }
}
