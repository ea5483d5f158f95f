package import MomentumDifferential
package import MomentumModel

/// The objects that a migration has to leave.
package struct ExpectedObjects: Sendable {
  /// A relationship of which some links have to go, and nothing says which: many objects become one.
  package struct Choice: Sendable {
    package var relationship: RelationshipID
    /// Links by index of objects, of which those that stay are some.
    package var candidates: [Link]

    var hasManyOnBothSides: Bool {
      Set(candidates.map(\.source)).count < candidates.count
        && Set(candidates.map(\.destination)).count < candidates.count
    }
  }

  package struct Link: Sendable, Hashable {
    package var source: Int
    package var destination: Int
  }

  /// Without links of choices and values of derived attributes, which follow from the rest.
  package var graph: ObjectGraph
  package var choices: [Choice] = []
  /// Relationships whose order nothing says: they had none before.
  package var newlyOrdered: Set<RelationshipID> = []

  package init(graph: ObjectGraph) { self.graph = graph }
}
