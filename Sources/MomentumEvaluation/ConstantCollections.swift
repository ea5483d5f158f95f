internal import MomentumDiagnostics
internal import MomentumPredicate

/// A collection that is the same for every object. `IN` looks up values in `members` by hash.
struct ConstantCollection: Sendable {
  var value: PredicateValue
  var members: Set<PredicateValue>
}

/// Finds the collections of constants in a predicate. `IN {…}` over many objects then builds the
/// set only once.
struct ConstantCollections {
  private let arguments: [PredicateValue]
  private var found: [SourceRange: ConstantCollection] = [:]
  /// How many operands have each range. A collection is recognised by its range, so a range of
  /// several operands is ignored: in syntax that code made, all nodes may have the same range.
  private var seen: [SourceRange: Int] = [:]
  private var depth = 0

  static func find(
    in predicate: PredicateSyntax, _ arguments: [PredicateValue]
  ) -> [SourceRange: ConstantCollection] {
    var search = ConstantCollections(arguments: arguments)
    search.visit(predicate)
    return search.found.filter { search.seen[$0.key] == 1 }
  }

  private init(arguments: [PredicateValue]) { self.arguments = arguments }

  private mutating func visit(_ predicate: PredicateSyntax) {
    guard depth < PredicateEvaluator.levelsMax else { return }
    depth += 1
    defer { depth -= 1 }
    switch predicate.kind {
    case .constant: break
    case .comparison(let comparison):
      visit(comparison.left)
      visit(comparison.right)
    case .and(let operands), .or(let operands): for operand in operands { visit(operand) }
    case .not(let operand): visit(operand)
    }
  }

  private mutating func visit(_ expression: ExpressionSyntax) {
    guard depth < PredicateEvaluator.levelsMax else { return }
    depth += 1
    defer { depth -= 1 }
    switch expression.kind {
    case .literal, .selfObject, .anyKey, .indexSymbol, .keyPath, .variable: break
    case .argument, .aggregate:
      seen[expression.range, default: 0] += 1
      if let value = constant(expression), let elements = value.elements {
        found[expression.range] = ConstantCollection(value: value, members: Set(elements))
      } else if case .aggregate(let elements) = expression.kind {
        for element in elements { visit(element) }
      }
    case .path(let base, _): visit(base)
    case .method(let base, let call):
      visit(base)
      for argument in call.arguments { visit(argument) }
    case .call(let call): for argument in call.arguments { visit(argument) }
    case .index(let one, let other), .arithmetic(_, let one, let other),
      .setOperation(_, let one, let other), .cast(let one, let other):
      visit(one)
      visit(other)
    case .subquery(let collection, _, let predicate):
      visit(collection)
      visit(predicate)
    case .ternary(let predicate, let one, let other):
      visit(predicate)
      visit(one)
      visit(other)
    case .function(let target, let selector, let arguments):
      for operand in [target, selector] + arguments { visit(operand) }
    case .fetch(let request, let context, let countOnly):
      for operand in [request, context, countOnly] { visit(operand) }
    case .assignment(_, let value): visit(value)
    }
  }

  /// The value of an argument, or of a list whose elements are all constants; `nil` for any other
  /// expression.
  private func constant(_ expression: ExpressionSyntax) -> PredicateValue? {
    switch expression.kind {
    case .argument(let index, _): return arguments.indices.contains(index) ? arguments[index] : nil
    case .aggregate(let elements):
      let values = elements.compactMap(scalar)
      return values.count == elements.count ? .array(values) : nil
    case .literal, .selfObject, .anyKey, .indexSymbol, .keyPath, .variable, .path, .method, .index,
      .call, .arithmetic, .setOperation, .subquery, .ternary, .cast, .function, .fetch, .assignment:
      return nil
    }
  }

  private func scalar(_ expression: ExpressionSyntax) -> PredicateValue? {
    switch expression.kind {
    case .literal(let literal): try? PredicateEvaluator.value(literal)
    case .argument(let index, _): arguments.indices.contains(index) ? arguments[index] : nil
    case .selfObject, .anyKey, .indexSymbol, .keyPath, .variable, .aggregate, .path, .method,
      .index, .call, .arithmetic, .setOperation, .subquery, .ternary, .cast, .function, .fetch,
      .assignment:
      nil
    }
  }
}
