import MomentumDiagnostics
import MomentumPredicate

/// Walks over the syntax of a format: collects the conversions, keys and variables in it, and
/// replaces each `%K` by its key if that is known.
struct FormatSyntax {
  /// A placeholder of the format, such as `%@` or `%K`, which takes one argument.
  struct Conversion {
    enum Kind: Equatable {
      /// A key: `%K`
      case key
      /// A value: `%@`, `%d` …
      case value(ArgumentConversion)
    }
    var kind: Kind
    var range: SourceRange
    /// Whether a list is expected: the conversion is on the right of IN or BETWEEN.
    var isList = false
    /// Whether the conversion is the left side of a comparison.
    var isLeft = false
  }

  /// A key path in the format: `owner.name`.
  struct Path {
    var components: [KeyComponent]
    /// Whether the path begins at a value, such as a variable or a function's result, and not at
    /// the fetched object.
    var isOfValue: Bool
  }

  /// The keys that replace `%K`, by the index of the conversion.
  var keys: [Int: String] = [:]
  /// Whether a comparison with this key path is left out of the result of `walk`: the model does
  /// not have keys of every managed object, such as `isInserted`.
  var isLeftOut: ([KeyComponent]) -> Bool = { _ in false }

  /// A path of keys that is compared with an argument.
  struct Pair {
    var components: [KeyComponent]
    /// The index of the argument in the format.
    var argument: Int
    var operation: ComparisonOperator
  }

  private(set) var conversions: [Int: Conversion] = [:]
  private(set) var pairs: [Pair] = []
  private(set) var paths: [Path] = []
  private(set) var freeVariables: Set<String> = []
  private var bound: [String] = []
  private var leavesOut = false

  /// The names of the variables of a stored format; none for a format with errors.
  static func variables(of format: String?) -> Set<String> {
    guard let format else { return [] }
    var ignored = Diagnostics()
    let file = SourceFile(path: "", text: format)
    guard let syntax = PredicateParser.parse(file, &ignored) else { return [] }
    var walk = FormatSyntax()
    _ = walk.walk(syntax)
    return walk.freeVariables
  }

  /// The number of arguments that the format takes.
  var argumentCount: Int { (conversions.keys.max() ?? -1) + 1 }

  // MARK: - Predicates

  mutating func walk(_ predicate: PredicateSyntax) -> PredicateSyntax {
    var result = predicate
    switch predicate.kind {
    case .constant: break
    case .comparison(var comparison):
      let outer = leavesOut
      leavesOut = false
      comparison.left = walk(comparison.left)
      comparison.right = walk(comparison.right)
      if case .argument(let index, _) = comparison.left.kind { conversions[index]?.isLeft = true }
      if comparison.comparisonOperator == .in || comparison.comparisonOperator == .between,
        case .argument(let index, _) = comparison.right.kind
      {
        conversions[index]?.isList = true
      }
      notePair(comparison.left, comparison.right, comparison.comparisonOperator)
      notePair(comparison.right, comparison.left, comparison.comparisonOperator)
      result.kind = leavesOut ? .constant(true) : .comparison(comparison)
      leavesOut = outer
    case .and(let operands): result.kind = .and(walk(operands))
    case .or(let operands): result.kind = .or(walk(operands))
    case .not(let operand): result.kind = .not(walk(operand))
    }
    return result
  }

  private mutating func walk(_ operands: [PredicateSyntax]) -> [PredicateSyntax] {
    var result: [PredicateSyntax] = []
    for operand in operands { result.append(walk(operand)) }
    return result
  }

  private mutating func notePair(
    _ path: ExpressionSyntax, _ argument: ExpressionSyntax, _ operation: ComparisonOperator
  ) {
    guard case .argument(let index, .object) = argument.kind else { return }
    switch path.kind {
    case .keyPath(let components):
      pairs.append(Pair(components: components, argument: index, operation: operation))
    case .path(let base, let components):
      guard case .selfObject = base.kind else { return }
      pairs.append(Pair(components: components, argument: index, operation: operation))
    default: return
    }
  }

  // MARK: - Expressions

  mutating func walk(_ expression: ExpressionSyntax) -> ExpressionSyntax {
    var result = expression
    result.kind = kind(of: expression)
    return result
  }

  private mutating func kind(of expression: ExpressionSyntax) -> ExpressionSyntax.Kind {
    switch expression.kind {
    case .literal, .selfObject, .anyKey, .indexSymbol: return expression.kind
    case .argument(let index, let conversion):
      conversions[index] = Conversion(kind: .value(conversion), range: expression.range)
      return expression.kind
    case .variable(let name):
      if !bound.contains(name) { freeVariables.insert(name) }
      return expression.kind
    case .keyPath(let components):
      let filled = walk(components)
      if isLeftOut(filled) { leavesOut = true }
      paths.append(Path(components: filled, isOfValue: false))
      return .keyPath(filled)
    case .path(let base, let components):
      let filled = walk(components)
      if isLeftOut(filled) { leavesOut = true }
      if case .selfObject = base.kind {
        paths.append(Path(components: filled, isOfValue: false))
      } else {
        paths.append(Path(components: filled, isOfValue: true))
      }
      return .path(walk(base), filled)
    case .aggregate(let elements): return .aggregate(walk(elements))
    case .method(let base, let call): return .method(walk(base), walk(call))
    case .index(let base, let index): return .index(walk(base), walk(index))
    case .call(let call): return .call(walk(call))
    case .arithmetic(let sign, let left, let right):
      return .arithmetic(sign, walk(left), walk(right))
    case .setOperation(let sign, let left, let right):
      return .setOperation(sign, walk(left), walk(right))
    case .subquery, .ternary, .cast, .function, .fetch, .assignment: return formKind(of: expression)
    }
  }

  private mutating func formKind(of expression: ExpressionSyntax) -> ExpressionSyntax.Kind {
    switch expression.kind {
    case .subquery(let collection, let variable, let predicate):
      let filled = walk(collection)
      bound.append(variable)
      let inner = walk(predicate)
      bound.removeLast()
      return .subquery(filled, variable: variable, inner)
    case .ternary(let predicate, let first, let second):
      return .ternary(walk(predicate), walk(first), walk(second))
    case .cast(let value, let type): return .cast(walk(value), walk(type))
    case .function(let target, let selector, let arguments):
      return .function(walk(target), walk(selector), walk(arguments))
    case .fetch(let request, let context, let countOnly):
      return .fetch(walk(request), walk(context), walk(countOnly))
    case .assignment(let name, let value): return .assignment(name, walk(value))
    case .literal, .selfObject, .anyKey, .indexSymbol, .variable, .argument, .keyPath, .aggregate,
      .path, .method, .index, .call, .arithmetic, .setOperation:
      return expression.kind
    }
  }

  private mutating func walk(_ list: [ExpressionSyntax]) -> [ExpressionSyntax] {
    var result: [ExpressionSyntax] = []
    for expression in list { result.append(walk(expression)) }
    return result
  }

  private mutating func walk(_ call: CallSyntax) -> CallSyntax {
    var result = call
    result.arguments = walk(call.arguments)
    return result
  }

  private mutating func walk(_ components: [KeyComponent]) -> [KeyComponent] {
    var result: [KeyComponent] = []
    for component in components {
      switch component.name {
      case .key, .quoted, .collectionOperator: result.append(component)
      case .variable(let name):
        if !bound.contains(name) { freeVariables.insert(name) }
        result.append(component)
      case .argument(let index):
        conversions[index] = Conversion(kind: .key, range: component.range, isLeft: true)
        guard let path = keys[index] else {
          result.append(component)
          continue
        }
        result += path.split(separator: ".").map { key in
          key.hasPrefix("@")
            ? KeyComponent(.collectionOperator(String(key.dropFirst())), component.range)
            : KeyComponent(.key(String(key)), component.range)
        }
      case .expression(let expression):
        result.append(KeyComponent(.expression(walk(expression)), component.range))
      }
    }
    return result
  }
}
