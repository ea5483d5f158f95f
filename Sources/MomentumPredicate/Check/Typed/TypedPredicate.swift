package import MomentumModel

/// A predicate whose names are resolved against one entity and whose constants have the stored type.
///
/// Holds no positions: equal predicates are equal wherever they were written.
package indirect enum TypedPredicate: Sendable, Hashable {
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
///
/// With a quantifier the left side is a key path that crosses a to-many relationship; without one no
/// side does. `rel CONTAINS object` and `object IN rel` are `ANY rel == object`.
package struct TypedComparison: Sendable, Hashable {
  package var quantifier: Quantifier?
  package var left: TypedExpression
  package var comparisonOperator: ComparisonOperator
  package var options: ComparisonOptions
  package var right: TypedExpression

  package init(
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
package indirect enum TypedExpression: Sendable, Hashable {
  /// An attribute or an object reached from the queried object or from a SUBQUERY's variable.
  case keyPath(TypedKeyPath)
  /// `rel.@count`, `rel.@sum.price`, `SUBQUERY(rel, $x, …).@count`
  case aggregation(AggregateFunction, TypedCollection)
  /// A constant converted to the type it is compared with.
  case constant(AttributeValue)
  /// An object of an entity, named by its primary key.
  case object(ObjectReference)
  case null
  /// `$NAME`
  case variable(PredicateVariable)
  /// `{<a>, <b>}`: behind IN and BETWEEN only.
  case aggregate([TypedExpression])
  /// `<a> + <b>` of two numbers
  case arithmetic(ArithmeticOperator, TypedExpression, TypedExpression)
  /// `abs:(<a>)`; as many arguments as the function takes
  case function(PredicateFunction, [TypedExpression])
  /// `TERNARY(<predicate>, <a>, <b>)`
  case conditional(TypedPredicate, TypedExpression, TypedExpression)
  /// `sum:(<a>)` over the rows of a group; stands in fetched expressions only.
  case rowAggregate(AggregateFunction, TypedExpression)
  /// `FETCH(<request>, …)`: behind IN the objects of a request, elsewhere their number.
  case fetch(TypedFetch)
}

/// A path over relationships to what is compared.
package struct TypedKeyPath: Sendable, Hashable {
  /// What a path starts from.
  package enum Origin: Sendable, Hashable {
    /// The queried object.
    case queriedObject
    /// The object that a SUBQUERY's variable stands for; without the dollar sign.
    case variable(String)
  }

  /// Where a path ends.
  package enum Target: Sendable, Hashable {
    /// The object reached by `steps`; with no steps the origin itself (`SELF`, `$x`).
    case object
    case attribute(AttributeID)
    /// A leaf of a composite attribute: names of nested elements, outermost first.
    case compositeElement(AttributeID, path: [String])
  }

  package var origin: Origin
  /// The entity of the origin.
  package var root: EntityID
  /// The relationships walked, in order; at most one of them is to-many.
  package var steps: [RelationshipID]
  package var target: Target

  package init(
    origin: Origin = .queriedObject, root: EntityID, steps: [RelationshipID], target: Target
  ) {
    self.origin = origin
    self.root = root
    self.steps = steps
    self.target = target
  }
}

/// Objects of a to-many relationship, and what is asked of each.
package struct TypedCollection: Sendable, Hashable {
  /// Ends in the objects of a to-many relationship, its last step.
  package var path: TypedKeyPath
  /// `SUBQUERY`'s variable and predicate; `nil` for all objects.
  package var filter: Filter?
  /// From an object to the value that is aggregated; `nil` for `@count`. Over to-one steps only.
  package var value: TypedKeyPath?

  package struct Filter: Sendable, Hashable {
    /// Without the dollar sign; no two SUBQUERYs around one place have the same.
    package var variable: String
    package var predicate: TypedPredicate

    package init(variable: String, predicate: TypedPredicate) {
      self.variable = variable
      self.predicate = predicate
    }
  }

  package init(path: TypedKeyPath, filter: Filter? = nil, value: TypedKeyPath? = nil) {
    self.path = path
    self.filter = filter
    self.value = value
  }
}

/// A function of many values to one.
package enum AggregateFunction: String, Sendable, Hashable, CaseIterable {
  case count
  case sum
  case average
  case minimum
  case maximum
  /// In fetched expressions only, as the three below.
  case countDistinct
  case median
  case mode
  case standardDeviation
}

/// The objects of another request, by which a predicate asks.
package struct TypedFetch: Sendable, Hashable {
  package var entity: EntityID
  package var predicate: TypedPredicate?
  /// Attributes or to-one objects of the fetched entity itself: one row for each group.
  package var groupBy: [TypedKeyPath]
  /// Whether the number of objects is asked for.
  package var countsOnly: Bool

  package init(
    entity: EntityID, predicate: TypedPredicate? = nil, groupBy: [TypedKeyPath] = [],
    countsOnly: Bool = false
  ) {
    self.entity = entity
    self.predicate = predicate
    self.groupBy = groupBy
    self.countsOnly = countsOnly
  }
}

/// An object in a store, written as `Entity/p12` or as a URI `x-coredata://…/Entity/p12`.
package struct ObjectReference: Sendable, Hashable {
  package var entity: EntityID
  /// `Z_PK`, from 1.
  package var primaryKey: Int64

  package init(entity: EntityID, primaryKey: Int64) {
    self.entity = entity
    self.primaryKey = primaryKey
  }
}

/// The type of a comparison's operand, as far as it matters for variables and arguments.
package enum PredicateType: Sendable, Hashable {
  case attribute(AttributeType)
  case object(EntityID)
  /// The result of `@count`.
  case count
}

/// A `$NAME` with the type its use gives it.
package struct PredicateVariable: Sendable, Hashable {
  /// Without the dollar sign.
  package var name: String
  package var type: PredicateType
  /// Whether the value is a list of that type, as after `IN`.
  package var isCollection: Bool

  package init(name: String, type: PredicateType, isCollection: Bool = false) {
    self.name = name
    self.type = type
    self.isCollection = isCollection
  }
}
