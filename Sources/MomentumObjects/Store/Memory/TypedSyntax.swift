internal import MomentumDiagnostics
internal import MomentumEvaluation
internal import MomentumModel
internal import MomentumPredicate

/// Converts checked predicates and expressions back to syntax, which the evaluator requires.
///
///     price * $factor   →   price * $factor
///     sum:(price)       →   %@, with the sum over the rows of a group as the argument
struct TypedSyntax {
  let model: ObjectModel
  /// The values for `%@` in the result.
  private(set) var arguments: [PredicateValue]
  /// Computes an aggregate over the rows of a group. The default throws, because without rows there
  /// is nothing to compute it from.
  var rowAggregate: (AggregateFunction, TypedExpression) throws -> PredicateValue = { function, _ in
    throw MemoryStoreError(.unsupported("'\(function.rawValue)' outside of a result's columns"))
  }
  /// The number of ranges used so far. The evaluator caches lists of constants by the range of
  /// their node, so each node must have another range.
  private var ranges = 0

  init(_ model: ObjectModel, arguments: [PredicateValue] = []) {
    self.model = model
    self.arguments = arguments
  }

  // MARK: - Predicates

  mutating func predicate(_ predicate: TypedPredicate) throws -> PredicateSyntax {
    switch predicate {
    case .constant(let value): return PredicateSyntax(.constant(value), next())
    case .comparison(let comparison):
      let syntax = ComparisonSyntax(
        quantifier: comparison.quantifier, left: try expression(comparison.left),
        comparisonOperator: comparison.comparisonOperator, operatorRange: next(),
        options: comparison.options, right: try expression(comparison.right))
      return PredicateSyntax(.comparison(syntax), next())
    case .and(let operands): return PredicateSyntax(.and(try all(operands)), next())
    case .or(let operands): return PredicateSyntax(.or(try all(operands)), next())
    case .not(let operand): return PredicateSyntax(.not(try self.predicate(operand)), next())
    }
  }

  private mutating func all(_ operands: [TypedPredicate]) throws -> [PredicateSyntax] {
    var result: [PredicateSyntax] = []
    for operand in operands { result.append(try predicate(operand)) }
    return result
  }

  // MARK: - Expressions

  mutating func expression(_ expression: TypedExpression) throws -> ExpressionSyntax {
    switch expression {
    case .keyPath(let path): return keyPath(path, [])
    case .aggregation(let function, let collection): return try aggregation(function, collection)
    case .constant(let value): return argument(PredicateValue(value))
    case .null: return ExpressionSyntax(.literal(.null), next())
    case .variable(let variable): return ExpressionSyntax(.variable(variable.name), next())
    case .aggregate(let elements): return ExpressionSyntax(.aggregate(try all(elements)), next())
    case .arithmetic(let sign, let left, let right):
      let (left, right) = (try self.expression(left), try self.expression(right))
      return ExpressionSyntax(.arithmetic(sign, left, right), next())
    case .function(let function, let arguments):
      guard function.row.meaning != .cast else {
        throw MemoryStoreError(.unsupported("'\(function.rawValue)' of a resolved expression"))
      }
      let call = CallSyntax(
        selector: function.row.selector, selectorRange: next(), arguments: try all(arguments))
      return ExpressionSyntax(.call(call), next())
    case .conditional(let condition, let first, let second):
      let condition = try predicate(condition)
      let (first, second) = (try self.expression(first), try self.expression(second))
      return ExpressionSyntax(.ternary(condition, first, second), next())
    case .rowAggregate(let function, let operand):
      return argument(try rowAggregate(function, operand))
    case .object: throw MemoryStoreError(.unsupported("an object in a resolved expression"))
    case .fetch: throw MemoryStoreError(.unsupported("'FETCH'"))
    }
  }

  private mutating func all(_ operands: [TypedExpression]) throws -> [ExpressionSyntax] {
    var result: [ExpressionSyntax] = []
    for operand in operands { result.append(try expression(operand)) }
    return result
  }

  mutating func argument(_ value: PredicateValue) -> ExpressionSyntax {
    arguments.append(value)
    return ExpressionSyntax(.argument(arguments.count - 1, .object), next())
  }

  // MARK: - Paths

  /// The syntax of an aggregate over a to-many relationship: `orders.@count`, `orders.@sum.price`,
  /// `SUBQUERY(orders, $x, …).@count`.
  private mutating func aggregation(
    _ function: AggregateFunction, _ collection: TypedCollection
  ) throws -> ExpressionSyntax {
    let names: [AggregateFunction: String] = [
      .count: "count", .sum: "sum", .average: "avg", .minimum: "min", .maximum: "max",
    ]
    guard let name = names[function] else {
      throw MemoryStoreError(.unsupported("'\(function.rawValue)' of a relationship"))
    }
    let end =
      [KeyComponent(.collectionOperator(name), next())]
      + (collection.value.map { components($0) } ?? [])
    guard let filter = collection.filter else { return keyPath(collection.path, end) }
    let objects = keyPath(collection.path, [])
    let subquery = ExpressionSyntax(
      .subquery(objects, variable: filter.variable, try predicate(filter.predicate)), next())
    return ExpressionSyntax(.path(subquery, end), next())
  }

  private mutating func keyPath(_ path: TypedKeyPath, _ end: [KeyComponent]) -> ExpressionSyntax {
    let keys = components(path) + end
    switch path.origin {
    case .queriedObject:
      return ExpressionSyntax(keys.isEmpty ? .selfObject : .keyPath(keys), next())
    case .variable(let name):
      let variable = ExpressionSyntax(.variable(name), next())
      return keys.isEmpty ? variable : ExpressionSyntax(.path(variable, keys), next())
    }
  }

  private mutating func components(_ path: TypedKeyPath) -> [KeyComponent] {
    var names = path.steps.map { model[$0].name }
    switch path.target {
    case .object: break
    case .attribute(let id): names.append(model[id].name)
    case .compositeElement(let id, let elements): names += [model[id].name] + elements
    }
    return names.map { KeyComponent(.key($0), next()) }
  }

  private mutating func next() -> SourceRange {
    ranges += 1
    return SourceRange(ranges, ranges)
  }
}
