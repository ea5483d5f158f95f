package import MomentumModel

/// An entity that may be the root of a distribution, with the judgement of all others.
package struct RootCandidate: Sendable, Hashable {
  package var root: EntityID
  /// The judgement of each table, named by its topmost entity; in order of names.
  package var entities: [JudgedEntity]
  /// The relationships that would lead from one server to another.
  package var crossings: [Crossing]
  /// To-one relationships whose keys no foreign key holds.
  package var unenforced: Set<RelationshipID>
  /// Facts that the reviewer should know and that need no decision.
  package var notes: [String]

  package var undecided: [JudgedEntity] { entities.filter { $0.placement == .undecided } }

  package var colocated: [JudgedEntity] {
    entities.filter { if case .colocated = $0.placement { true } else { false } }
  }

  /// The entities that reach the root by required relationships, by one path or by several.
  package var reaching: [JudgedEntity] { colocated + entities.filter(\.hasSeveralPaths) }

  package var references: [JudgedEntity] { entities.filter { $0.placement == .reference } }

  /// Whether every entity has its place and no relationship leads from one server to another.
  package var isComplete: Bool { undecided.isEmpty && crossings.isEmpty }

  /// The plan; `nil` as long as something is undecided.
  package var plan: DistributionPlan? {
    guard isComplete else { return nil }
    return DistributionPlan(
      root: root,
      placements: Dictionary(uniqueKeysWithValues: entities.map { ($0.entity, $0.placement) }),
      unenforced: unenforced)
  }
}

/// The placement of a table with the reasons.
package struct JudgedEntity: Sendable, Hashable {
  /// The topmost entity of the table.
  package var entity: EntityID
  package var placement: Placement
  /// Why: `Task.project.account is the only path of required relationships to Account`.
  package var reason: String
  /// What would decide an undecided entity; empty for others.
  package var waysOut: [String] = []
  /// Whether the path has optional steps, which somebody decided.
  package var allowsOptional = false
  /// Whether it is undecided because several paths of required relationships lead to the root.
  package var hasSeveralPaths = false
}

/// A relationship that would lead from one server to another.
package struct Crossing: Sendable, Hashable {
  package var relationship: RelationshipID
  package var reason: String
  package var waysOut: [String]
}
