package import MomentumModel

/// A predicate whose names are resolved in one entity, and whose constants have the type that the
/// store has.
///
/// It contains no source ranges, so two texts with the same meaning make equal predicates.
package indirect enum TypedPredicate: Sendable, Hashable {
  /// A predicate that is always true or always false: `TRUEPREDICATE`, `FALSEPREDICATE`.
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
/// With a quantifier, the left side is a key path that crosses a to-many relationship; without a
/// quantifier, neither side crosses one. `rel CONTAINS object` and `object IN rel` become
/// `ANY rel == object`.
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

/// An operand whose type is known.
package indirect enum TypedExpression: Sendable, Hashable {
  /// An attribute or an object, reached from the fetched object or from a SUBQUERY's variable.
  case keyPath(TypedKeyPath)
  /// One value computed from the objects of a to-many relationship: `rel.@count`, `rel.@sum.price`,
  /// `SUBQUERY(rel, $x, …).@count`.
  case aggregation(AggregateFunction, TypedCollection)
  /// A constant, converted to the type of the other side.
  case constant(AttributeValue)
  /// An object of an entity, named by its primary key.
  case object(ObjectReference)
  case null
  /// A variable whose value is known only when the request runs: `$NAME`.
  case variable(PredicateVariable)
  /// A list of operands after IN or BETWEEN: `{<a>, <b>}`.
  case aggregate([TypedExpression])
  /// Arithmetic with an operator sign: `<a> + <b>`.
  case arithmetic(ArithmeticOperator, TypedExpression, TypedExpression)
  /// A call of a function with its arguments: `abs:(<a>)`.
  case function(PredicateFunction, [TypedExpression])
  /// The first operand if the predicate is true, otherwise the second:
  /// `TERNARY(<predicate>, <a>, <b>)`.
  case conditional(TypedPredicate, TypedExpression, TypedExpression)
  /// `sum:(<a>)` over the rows of a group, in fetched expressions only
  case rowAggregate(AggregateFunction, TypedExpression)
  /// `FETCH(<request>, …)`: the objects of a request after IN, and elsewhere their number
  case fetch(TypedFetch)
}

/// A path over relationships to an attribute or an object.
package struct TypedKeyPath: Sendable, Hashable {
  /// The object at which a path begins.
  package enum Origin: Sendable, Hashable {
    /// The fetched object.
    case queriedObject
    /// The object of a SUBQUERY's variable, named without the dollar sign.
    case variable(String)
  }

  /// The value at the end of a path.
  package enum Target: Sendable, Hashable {
    /// The object that `steps` lead to; without steps, the origin itself (`SELF`, `$x`).
    case object
    case attribute(AttributeID)
    /// An element of a composite attribute that has a column, so it has no further elements. `path`
    /// has the names from the outermost element to this one.
    case compositeElement(AttributeID, path: [String])
  }

  package var origin: Origin
  /// The entity of the object at which the path begins.
  package var root: EntityID
  /// The relationships of the path, in order. At most one of them is to-many.
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

/// The objects of a to-many relationship, an optional condition on them, and the value to
/// aggregate.
package struct TypedCollection: Sendable, Hashable {
  /// The path to the objects. Its last step is the to-many relationship.
  package var path: TypedKeyPath
  /// The variable and the predicate of a SUBQUERY; `nil` for all objects.
  package var filter: Filter?
  /// The path from an object to the value that is aggregated, over to-one steps only; `nil` for
  /// `@count`.
  package var value: TypedKeyPath?

  package struct Filter: Sendable, Hashable {
    /// The name without the dollar sign. A SUBQUERY inside another one has another name.
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

/// A function that computes one value of many values.
package enum AggregateFunction: String, Sendable, Hashable, CaseIterable {
  case count
  case sum
  case average
  case minimum
  case maximum
  /// The number of different values. This function and the next three exist in fetched expressions
  /// only.
  case countDistinct
  case median
  case mode
  case standardDeviation
}

/// Another request whose objects, or whose number of objects, a predicate compares with.
package struct TypedFetch: Sendable, Hashable {
  package var entity: EntityID
  package var predicate: TypedPredicate?
  /// The attributes or to-one objects of the fetched entity that rows are grouped by: each group
  /// makes one row.
  package var groupBy: [TypedKeyPath]
  /// Whether the value is the number of objects instead of the objects.
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
  /// The `Z_PK` of the object, at least 1.
  package var primaryKey: Int64

  package init(entity: EntityID, primaryKey: Int64) {
    self.entity = entity
    self.primaryKey = primaryKey
  }
}

/// The type of an operand, in as much detail as the conversion of variables and arguments needs.
package enum PredicateType: Sendable, Hashable {
  case attribute(AttributeType)
  case object(EntityID)
  /// A number of objects: the result of `@count`, or of a FETCH that only counts.
  case count
}

/// A variable `$NAME`, with the type that its use decides.
package struct PredicateVariable: Sendable, Hashable {
  /// The name without the dollar sign.
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
