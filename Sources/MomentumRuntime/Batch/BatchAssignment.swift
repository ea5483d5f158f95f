package import MomentumModel
package import MomentumPredicate

/// A property that a batch update sets, and to what.
package struct BatchAssignment {
  package enum Value {
    /// `nil` for NULL.
    case constant(AttributeValue?)
    /// Computed for each object from what it had before.
    case expression(TypedExpression, PredicateType)
    /// The object of a to-one relationship.
    case object(ObjectReference?)
  }

  package enum Target {
    /// `path` has the names of the elements of a composite attribute; it is empty for other attributes.
    case attribute(AttributeID, path: [String])
    case toOne(RelationshipID)
  }

  /// `address.city`
  package var key: String
  package var target: Target
  package var value: Value
}
