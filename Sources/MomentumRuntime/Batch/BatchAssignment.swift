package import MomentumModel
package import MomentumPredicate

/// A property that a batch update sets, and its new value.
package struct BatchAssignment {
  package enum Value {
    /// A value for the attribute; `nil` for NULL.
    case constant(AttributeValue?)
    /// An expression and its type. It is computed for each object from its values before the
    /// update.
    case expression(TypedExpression, PredicateType)
    /// The object of a to-one relationship; `nil` for none.
    case object(ObjectReference?)
  }

  package enum Target {
    /// `path` names the elements of a composite attribute; it is empty for other attributes.
    case attribute(AttributeID, path: [String])
    case toOne(RelationshipID)
  }

  /// The property as the user writes it, for example `address.city`.
  package var key: String
  package var target: Target
  package var value: Value

  package init(key: String, target: Target, value: Value) {
    self.key = key
    self.target = target
    self.value = value
  }
}
