public import MomentumDifferential
public import MomentumModel

/// The objects that a migration has to leave.
public struct ExpectedObjects: Sendable {
  /// A relationship of which some links have to go, and nothing says which: many objects become one.
  public struct Choice: Sendable {
    public var relationship: RelationshipID
    /// Links by index of objects, of which those that stay are some.
    public var candidates: [Link]

    var hasManyOnBothSides: Bool {
      Set(candidates.map(\.source)).count < candidates.count
        && Set(candidates.map(\.destination)).count < candidates.count
    }
  }

  public struct Link: Sendable, Hashable {
    public var source: Int
    public var destination: Int
  }

  /// Without links of choices and values of derived attributes, which follow from the rest.
  public var graph: ObjectGraph
  public var choices: [Choice] = []
  /// Relationships whose order nothing says: they had none before.
  public var newlyOrdered: Set<RelationshipID> = []

  public init(graph: ObjectGraph) { self.graph = graph }
}
