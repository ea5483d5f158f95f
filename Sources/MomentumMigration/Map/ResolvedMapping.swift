package import MomentumModel
package import MomentumSQL

/// A mapping model whose names are resolved in the two models it leads from and to.
///
/// Ids of relationships and attributes in values and paths are those of the old model.
package struct ResolvedMapping: Sendable, Hashable {
  package struct EntityMapping: Sendable, Hashable {
    package var name: String
    /// `nil` for an addition.
    package var source: EntityID?
    /// `nil` for a removal.
    package var destination: EntityID?
    /// A predicate's format.
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
    /// From the source object; empty for the source object itself.
    package var path: [RelationshipID]
    /// The entity mappings whose results the objects at the path's end stand for.
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

  /// A method of a policy class.
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
