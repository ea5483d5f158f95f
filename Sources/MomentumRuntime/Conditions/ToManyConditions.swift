internal import MomentumPredicate

// Conditions about the objects of a to-many relationship.

extension ToManyPath {
  /// Whether the condition holds for at least one object.
  ///
  /// A single comparison becomes an `ANY`, everything else a `SUBQUERY`.
  ///
  /// ```swift
  /// Article.where { $0.tags.any { $0.name == "tea" } }
  /// // ANY tags.name == "tea"
  /// ```
  public func any(_ condition: (Destination.Paths) -> Condition) -> Condition {
    let inner = filter(condition)
    if let any = inner.asAny(over: path) { return Condition(any) }
    return count(inner).compare(.greater, 0)
  }

  /// Whether the condition holds for no object. True if there are no objects.
  public func none(_ condition: (Destination.Paths) -> Condition) -> Condition {
    let inner = filter(condition)
    if let any = inner.asAny(over: path) { return !Condition(any) }
    return count(inner).compare(.equal, 0)
  }

  /// Whether the condition holds for every object. True if there are no objects.
  ///
  /// Objects without the compared value do not satisfy it. The format compares two counts:
  /// `SUBQUERY(tags, $x, $x.name == "tea").@count == tags.@count`.
  public func all(_ condition: (Destination.Paths) -> Condition) -> Condition {
    count(filter(condition)).compare(.equal, count.term)
  }

  /// Whether the relationship has the object.
  public func contains(_ key: Destination.ID) -> Condition {
    Condition(.any(path, .equal, [], .constant(key.attributeConstant)))
  }

  /// Whether the relationship has at least one of the objects.
  public func containsAny(of keys: [Destination.ID]) -> Condition {
    Condition(.any(path, .in, [], .constant(keys.attributeConstant)))
  }

  /// The number of objects.
  public var count: AggregateValue<Int> {
    AggregateValue(.count(path, variable: "", nil))
  }

  /// The number of objects for which the condition holds.
  public func count(where condition: (Destination.Paths) -> Condition) -> AggregateValue<Int> {
    count(filter(condition))
  }

  /// The sum of a value; 0 if there are no objects.
  public func sum<Path: ValuePath>(
    of value: (Destination.Paths) -> Path
  ) -> AggregateValue<Path.Value.Unwrapped.Sum> where Path.Value.Unwrapped: NumericAttribute {
    AggregateValue(aggregate("sum", value))
  }

  /// The mean of a value; `nil` if there are no objects.
  public func average<Path: ValuePath>(
    of value: (Destination.Paths) -> Path
  ) -> AggregateValue<Path.Value.Unwrapped.Average?>
  where Path.Value.Unwrapped: NumericAttribute {
    AggregateValue(aggregate("avg", value))
  }

  /// The smallest value; `nil` if there are no objects.
  public func minimum<Path: ValuePath>(
    of value: (Destination.Paths) -> Path
  ) -> AggregateValue<Path.Value.Unwrapped?> where Path.Value.Unwrapped: OrderedAttribute {
    AggregateValue(aggregate("min", value))
  }

  /// The largest value; `nil` if there are no objects.
  public func maximum<Path: ValuePath>(
    of value: (Destination.Paths) -> Path
  ) -> AggregateValue<Path.Value.Unwrapped?> where Path.Value.Unwrapped: OrderedAttribute {
    AggregateValue(aggregate("max", value))
  }

  // MARK: - Parts

  private func filter(_ condition: (Destination.Paths) -> Condition) -> Filter {
    ObjectVariable.with { variable in
      Filter(
        variable: variable,
        condition: condition(Destination.Paths(PropertyPath(variable: variable))))
    }
  }

  private func count(_ filter: Filter) -> AggregateValue<Int> {
    AggregateValue(
      .count(path, variable: filter.variable, filter.condition.tree),
      depth: filter.condition.depth + 1)
  }

  private func aggregate<Path: ValuePath>(
    _ name: String, _ value: (Destination.Paths) -> Path
  ) -> ConditionOperand {
    .aggregate(path, name, value(Destination.Paths(.object)).path)
  }
}

/// A condition about each object, and the variable that it uses for the object.
private struct Filter {
  var variable: String
  var condition: Condition

  /// The `ANY` comparison with the same meaning; `nil` if the condition is not a single comparison.
  /// A comparison with nil stays a `SUBQUERY`: few people read `ANY tags.name == nil` as "a tag has
  /// no name".
  func asAny(over collection: PropertyPath) -> ConditionTree? {
    guard
      case .comparison(.path(let path), let sign, let options, .constant(let value)) = condition
        .tree,
      path.variable == variable, value.argument != .null
    else { return nil }
    let whole = PropertyPath(variable: collection.variable, keys: collection.keys + path.keys)
    return .any(whole, sign, options, .constant(value))
  }
}

/// Makes the variable names of nested conditions. Each name differs from those of the outer
/// conditions, because an inner condition may also use the objects of the outer ones.
private enum ObjectVariable {
  /// How many conditions are nested at this point of the task.
  @TaskLocal private static var depth = 0

  static func with<Result>(_ body: (String) -> Result) -> Result {
    let depth = depth
    let name = depth < 3 ? ["x", "y", "z"][depth] : "x\(depth)"
    return $depth.withValue(depth + 1) { body(name) }
  }
}
