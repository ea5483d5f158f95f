internal import MomentumPredicate

// What can be asked of the objects of a to-many relationship.

extension ToManyPath {
  /// Whether the condition holds for an object at least.
  ///
  /// One comparison is an `ANY`, everything else a `SUBQUERY`.
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

  /// Whether the condition holds for no object; so it does where there is none.
  public func none(_ condition: (Destination.Paths) -> Condition) -> Condition {
    let inner = filter(condition)
    if let any = inner.asAny(over: path) { return !Condition(any) }
    return count(inner).compare(.equal, 0)
  }

  /// Whether the condition holds for each object; so it does where there is none.
  ///
  /// It does not hold for an object that lacks the value asked for: those that meet the condition are as
  /// many as all, `SUBQUERY(tags, $x, $x.name == "tea").@count == tags.@count`.
  public func all(_ condition: (Destination.Paths) -> Condition) -> Condition {
    count(filter(condition)).compare(.equal, count.term)
  }

  /// Whether an object is among them.
  public func contains(_ key: Destination.ID) -> Condition {
    Condition(.any(path, .equal, [], .constant(key.attributeConstant)))
  }

  /// Whether one of the objects at least is among them.
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

  /// Of no objects it is 0.
  public func sum<Path: ValuePath>(
    of value: (Destination.Paths) -> Path
  ) -> AggregateValue<Path.Value.Unwrapped.Sum> where Path.Value.Unwrapped: NumericAttribute {
    AggregateValue(aggregate("sum", value))
  }

  /// Of no objects it is nil.
  public func average<Path: ValuePath>(
    of value: (Destination.Paths) -> Path
  ) -> AggregateValue<Path.Value.Unwrapped.Average?>
  where Path.Value.Unwrapped: NumericAttribute {
    AggregateValue(aggregate("avg", value))
  }

  /// Of no objects it is nil.
  public func minimum<Path: ValuePath>(
    of value: (Destination.Paths) -> Path
  ) -> AggregateValue<Path.Value.Unwrapped?> where Path.Value.Unwrapped: OrderedAttribute {
    AggregateValue(aggregate("min", value))
  }

  /// Of no objects it is nil.
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

/// What is asked of each object.
private struct Filter {
  var variable: String
  var condition: Condition

  /// The comparison over the whole relationship, where there is one and it says the same. One with nil does
  /// not: nobody reads `ANY tags.name == nil` as "a tag has no name".
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

/// The names of the objects that conditions ask about: each different from those of the conditions around it,
/// which may be asked about as well.
private enum ObjectVariable {
  /// How many are being asked about in this task.
  @TaskLocal private static var depth = 0

  static func with<Result>(_ body: (String) -> Result) -> Result {
    let depth = depth
    let name = depth < 3 ? ["x", "y", "z"][depth] : "x\(depth)"
    return $depth.withValue(depth + 1) { body(name) }
  }
}
