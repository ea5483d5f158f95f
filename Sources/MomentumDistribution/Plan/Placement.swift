package import MomentumModel

/// The servers that have the rows of an entity and of its sub-entities, which share a table.
package enum Placement: Sendable, Hashable {
  /// Each row is a root: its key decides the server.
  case root
  /// Each row is on the server of its root, which this path of to-one relationships leads to.
  case colocated([RelationshipID])
  /// Every server has a copy of all rows.
  case reference
  /// No rule decides; somebody has to.
  case undecided
}

extension Placement {
  /// The word in the plan file: `colocated`.
  package var word: String {
    switch self {
    case .root: "root"
    case .colocated: "colocated"
    case .reference: "reference"
    case .undecided: "undecided"
    }
  }

  /// Whether each row belongs to one root, so that the table has the root's key.
  package var isDistributed: Bool {
    switch self {
    case .root, .colocated: true
    case .reference, .undecided: false
    }
  }
}

/// The root of a distribution and the placement of every table. Entities are named by the topmost
/// ancestor, whose table their rows are in.
package struct DistributionPlan: Sendable, Hashable {
  package var root: EntityID
  package var placements: [EntityID: Placement]
  /// To-one relationships whose key may refer to a row of another server, so that no foreign key
  /// can hold it.
  package var unenforced: Set<RelationshipID>

  package init(
    root: EntityID, placements: [EntityID: Placement], unenforced: Set<RelationshipID> = []
  ) {
    self.root = root
    self.placements = placements
    self.unenforced = unenforced
  }
}

/// The decisions that a model's user info or a plan file states.
package struct DistributionDecisions: Sendable, Hashable {
  package enum Decision: Sendable, Hashable {
    case reference
    /// - allowsOptional: Whether the path may have optional steps. The client then has to give the
    ///   root's key of each row whose path ends early.
    case colocated([RelationshipID], allowsOptional: Bool)
  }

  package var root: EntityID?
  package var entities: [EntityID: Decision] = [:]
  package var unenforced: Set<RelationshipID> = []
  /// The reasons that a plan file gives for its decisions.
  package var reasons: [EntityID: String] = [:]

  package init() {}

  /// Takes over the decisions of another source, which replace own ones about the same entity.
  package mutating func overlay(_ other: DistributionDecisions) {
    root = other.root ?? root
    entities.merge(other.entities) { $1 }
    unenforced = other.unenforced
    reasons.merge(other.reasons) { $1 }
  }

  /// The same decisions about the root and relationships, with other ones about entities.
  func with(_ entities: [EntityID: Decision]) -> DistributionDecisions {
    var result = self
    result.entities = entities
    return result
  }
}
