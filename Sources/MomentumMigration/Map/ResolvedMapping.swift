package import MomentumModel
package import MomentumSQL

/// A mapping model whose names are resolved in its two models.
///
/// The ids of relationships and attributes in values and paths belong to the old model.
package struct ResolvedMapping: Sendable, Hashable {
  package struct EntityMapping: Sendable, Hashable {
    package var name: String
    /// `nil` for an entity mapping that adds an entity.
    package var source: EntityID?
    /// `nil` for an entity mapping that removes an entity.
    package var destination: EntityID?
    /// The text of a predicate that source objects must satisfy; `nil` if all are taken.
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
    /// An attribute of the object at the end of the path. `leaf` names elements of a composite
    /// attribute, outermost first; empty for the whole attribute.
    case attribute([RelationshipID], AttributeID, leaf: [String])
    /// The URI of the object at the end of the path: the path `/Venue/p12`, or the whole URI.
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
    /// An object of the old store, as the path to it and its entity.
    case object([RelationshipID], EntityID)
    /// `$manager`, which has no value in Momentum.
    case variable(String)
  }

  package var entityMappings: [EntityMapping]
}
