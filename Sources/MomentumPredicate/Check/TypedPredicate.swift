public import MomentumModel

/// A predicate whose names are resolved against one entity and whose constants have the stored type.
///
/// Holds no positions: equal predicates are equal wherever they were written.
public indirect enum TypedPredicate: Sendable, Hashable {
  /// `TRUEPREDICATE`, `FALSEPREDICATE`
  case constant(Bool)
  case comparison(TypedComparison)
  /// Two or more operands, in the order written.
  case and([TypedPredicate])
  /// Two or more operands, in the order written.
  case or([TypedPredicate])
  case not(TypedPredicate)
}

/// One comparison of typed operands.
public struct TypedComparison: Sendable, Hashable {
  public var quantifier: Quantifier?
  public var left: TypedExpression
  public var comparisonOperator: ComparisonOperator
  public var options: ComparisonOptions
  public var right: TypedExpression

  public init(
    quantifier: Quantifier? = nil, left: TypedExpression, comparisonOperator: ComparisonOperator,
    options: ComparisonOptions = [], right: TypedExpression
  ) {
    self.quantifier = quantifier
    self.left = left
    self.comparisonOperator = comparisonOperator
    self.options = options
    self.right = right
  }
}

/// An operand with a known type.
public indirect enum TypedExpression: Sendable, Hashable {
  /// An attribute or an object reached from the queried object.
  case keyPath(TypedKeyPath)
  /// `rel.@count`: how many objects the to-many relationship at the end of the path holds.
  case count(TypedKeyPath)
  /// A constant converted to the type it is compared with.
  case constant(AttributeValue)
  /// An object of an entity, named by its primary key.
  case object(ObjectReference)
  case null
  /// `$NAME`
  case variable(PredicateVariable)
  /// `{<a>, <b>}`: constants and variables only.
  case aggregate([TypedExpression])
}

/// A path from the queried entity over relationships to what is compared.
public struct TypedKeyPath: Sendable, Hashable {
  /// Where a path ends.
  public enum Target: Sendable, Hashable {
    /// The object reached by `steps`; with no steps the queried object itself (`SELF`).
    case object
    case attribute(AttributeID)
    /// A leaf of a composite attribute: names of nested elements, outermost first.
    case compositeElement(AttributeID, path: [String])
  }

  /// The entity that the path starts from.
  public var root: EntityID
  /// The relationships walked, in order.
  public var steps: [RelationshipID]
  public var target: Target

  public init(root: EntityID, steps: [RelationshipID], target: Target) {
    self.root = root
    self.steps = steps
    self.target = target
  }
}

/// An object in a store, written as `Entity/p12` or as a URI `x-coredata://…/Entity/p12`.
public struct ObjectReference: Sendable, Hashable {
  public var entity: EntityID
  /// `Z_PK`, from 1.
  public var primaryKey: Int64

  public init(entity: EntityID, primaryKey: Int64) {
    self.entity = entity
    self.primaryKey = primaryKey
  }
}

/// The type of a comparison's operand, as far as it matters for variables and arguments.
public enum PredicateType: Sendable, Hashable {
  case attribute(AttributeType)
  case object(EntityID)
  /// The result of `@count`.
  case count
}

/// A `$NAME` with the type its use gives it.
public struct PredicateVariable: Sendable, Hashable {
  /// Without the dollar sign.
  public var name: String
  public var type: PredicateType
  /// Whether the value is a list of that type, as after `IN`.
  public var isCollection: Bool

  public init(name: String, type: PredicateType, isCollection: Bool = false) {
    self.name = name
    self.type = type
    self.isCollection = isCollection
  }
}
