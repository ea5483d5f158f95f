package import MomentumModel
package import MomentumSQL

/// A mapping model whose names are resolved in its two models.
///
/// The ids of relationships and attributes in values and paths belong to the old model.
package struct ResolvedMapping: Sendable, Hashable {
  package struct EntityMapping: Sendable, Hashable {
    package var name: String
    /// `nil` for an addition.
    package var source: EntityID?
    /// `nil` for a removal.
    package var destination: EntityID?
    /// The format text of a predicate.
    package var filter: String?
    package var policyClassName: String?
    package var attributes: [AttributeMapping]
    package var relationships: [RelationshipMapping]
  }

  package struct AttributeMapping: Sendable, Hashable {
    package var attribute: AttributeID
    package var value: Value
  }

  package struct RelationshipMapping: Sendable, Hashable {
    package var relationship: RelationshipID
    /// The path from the source object to the targets' old objects; empty for the source object
    /// itself.
    package var path: [RelationshipID]
    /// The entity mappings that make the targets from the objects at the end of the path.
    package var producingMappings: [Int]
  }

  package indirect enum Value: Sendable, Hashable {
    case constant(SQLValue)
    /// `leaf` names elements of a composite attribute, outermost first; empty for all of them.
    case attribute([RelationshipID], AttributeID, leaf: [String])
    /// `/Venue/p12`, or the whole URI.
    case uri([RelationshipID], isWhole: Bool)
    case now
    case policy(PolicyCall)
  }

  /// A call of a method of a policy class.
  package struct PolicyCall: Sendable, Hashable {
    package var className: String
    package var selector: String
    package var arguments: [Argument]
  }

  package enum Argument: Sendable, Hashable {
    case value(Value)
    /// An object of the old store.
    case object([RelationshipID], EntityID)
    /// `$manager`, which has no value here.
    case variable(String)
  }

  package var entityMappings: [EntityMapping]
}
