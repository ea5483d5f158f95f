internal import MomentumDiagnostics
internal import MomentumModel
package import MomentumPredicate

/// The syntax of a condition, as `PredicateParser` would make it from a format.
///
/// No text is parsed, but the text of a format is written, because messages of the predicate
/// checker quote it: each node has its range in the format. Constants become arguments, so that no
/// value appears in a message.
///
///     $0.priceInfo.priceCategory == "$"    priceInfo.priceCategory == %@
package struct ConditionSyntax {
  package private(set) var format = ""
  package private(set) var arguments: [PredicateArgument] = []
  /// `nil` for a condition with more levels than a predicate may have.
  package private(set) var predicate: PredicateSyntax?
  private var isTooDeep = false

  package init(_ condition: Condition) {
    let syntax = append(condition.tree)
    predicate = isTooDeep ? nil : syntax
  }

  /// The current length of the format, where the range of the next node begins.
  private var end: Int { format.utf8.count }

  private func range(from start: Int) -> SourceRange { SourceRange(start, end) }

  // MARK: - Predicates

  private mutating func append(_ tree: ConditionTree) -> PredicateSyntax {
    let start = end
    switch tree {
    case .constant(let value):
      format += value ? "TRUEPREDICATE" : "FALSEPREDICATE"
      return PredicateSyntax(.constant(value), range(from: start))
    case .comparison(let left, let sign, let options, let right):
      return comparison(nil, append(left), sign, options, right, from: start)
    case .any(let path, let sign, let options, let right):
      return any("ANY ", path, sign, options, right)
    case .and(let operands):
      return PredicateSyntax(.and(append(operands, " AND ")), range(from: start))
    case .or(let operands):
      return PredicateSyntax(.or(append(operands, " OR ")), range(from: start))
    case .not(.any(let path, let sign, let options, let right)):
      let any = any("NONE ", path, sign, options, right)
      return PredicateSyntax(.not(any), any.range)
    case .not(let operand):
      format += "NOT "
      let operand = appendInParentheses(operand)
      return PredicateSyntax(.not(operand), range(from: start))
    case .tooDeep:
      isTooDeep = true
      return PredicateSyntax(.constant(false), range(from: start))
    }
  }

  private mutating func append(
    _ operands: [ConditionTree], _ separator: String
  ) -> [PredicateSyntax] {
    var predicates: [PredicateSyntax] = []
    predicates.reserveCapacity(operands.count)
    for (index, operand) in operands.enumerated() {
      if index > 0 { format += separator }
      switch operand {
      case .and, .or: predicates.append(appendInParentheses(operand))
      case .constant, .comparison, .any, .not, .tooDeep: predicates.append(append(operand))
      }
    }
    return predicates
  }

  /// Appends a predicate in parentheses. Its range includes them.
  private mutating func appendInParentheses(_ tree: ConditionTree) -> PredicateSyntax {
    let start = end
    format += "("
    var predicate = append(tree)
    format += ")"
    predicate.range = range(from: start)
    return predicate
  }

  private mutating func any(
    _ word: String, _ path: PropertyPath, _ sign: ComparisonOperator,
    _ options: ComparisonOptions, _ right: ConditionOperand
  ) -> PredicateSyntax {
    let start = end
    format += word
    return comparison(.any, append(path), sign, options, right, from: start)
  }

  private mutating func comparison(
    _ quantifier: Quantifier?, _ left: ExpressionSyntax, _ sign: ComparisonOperator,
    _ options: ComparisonOptions, _ right: ConditionOperand, from start: Int
  ) -> PredicateSyntax {
    format += " "
    let signStart = end
    format += sign.text
    format += options.text
    let signRange = range(from: signStart)
    format += " "
    let comparison = ComparisonSyntax(
      quantifier: quantifier, left: left, comparisonOperator: sign, operatorRange: signRange,
      options: options, right: append(right))
    return PredicateSyntax(.comparison(comparison), range(from: start))
  }

  // MARK: - Expressions

  private mutating func append(_ operand: ConditionOperand) -> ExpressionSyntax {
    let start = end
    switch operand {
    case .path(let path): return append(path)
    case .constant(let constant):
      format += "%@"
      arguments.append(constant.argument)
      return ExpressionSyntax(
        .argument(arguments.count - 1, .object), range(from: start))
    case .count(let path, _, nil):
      return append(path) { keys, syntax in keys.append(syntax.appendOperator("count")) }
    case .count(let path, let variable, let condition?):
      format += "SUBQUERY("
      let collection = append(path)
      format += ", $\(variable), "
      let predicate = append(condition)
      format += ")"
      let objects = ExpressionSyntax(
        .subquery(collection, variable: variable, predicate), range(from: start))
      let count = appendOperator("count")
      return ExpressionSyntax(.path(objects, [count]), range(from: start))
    case .aggregate(let path, let name, let value):
      return append(path) { keys, syntax in
        keys.append(syntax.appendOperator(name))
        for key in value.keys { keys.append(syntax.append(key: key, isFirst: false)) }
      }
    }
  }

  /// Appends a path; `extend` may append more keys to it.
  private mutating func append(
    _ path: PropertyPath,
    then extend: (inout [KeyComponent], inout ConditionSyntax) -> Void = { _, _ in }
  ) -> ExpressionSyntax {
    let start = end
    var base: ExpressionSyntax?
    if let variable = path.variable {
      format += "$\(variable)"
      base = ExpressionSyntax(.variable(variable), range(from: start))
    } else if path.keys.isEmpty {
      format += "SELF"
    }
    var keys: [KeyComponent] = []
    keys.reserveCapacity(path.keys.count)
    for (index, key) in path.keys.enumerated() {
      keys.append(append(key: key, isFirst: index == 0 && base == nil))
    }
    extend(&keys, &self)
    let kind: ExpressionSyntax.Kind =
      switch base {
      case let base? where keys.isEmpty: base.kind
      case let base?: .path(base, keys)
      case nil: keys.isEmpty ? .selfObject : .keyPath(keys)
      }
    return ExpressionSyntax(kind, range(from: start))
  }

  /// Appends a collection operator to the format, for example `.@count`.
  private mutating func appendOperator(_ name: String) -> KeyComponent {
    format += "."
    let start = end
    format += "@\(name)"
    return KeyComponent(.collectionOperator(name), range(from: start))
  }

  /// Appends a key. A key that is not a plain word cannot be written in a format, so it becomes an
  /// argument for `%K`.
  private mutating func append(key: String, isFirst: Bool) -> KeyComponent {
    if !isFirst { format += "." }
    let start = end
    guard ConditionSyntax.isWord(key) else {
      format += "%K"
      arguments.append(.value(.string(key)))
      return KeyComponent(.argument(arguments.count - 1), range(from: start))
    }
    format += PredicatePrinter.escaped(key)
    return KeyComponent(.key(key), range(from: start))
  }

  private static func isWord(_ key: String) -> Bool {
    func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    guard let first = key.utf8.first, !isDigit(first) else { return false }
    return key.utf8.allSatisfy {
      (0x61...0x7A).contains($0) || (0x41...0x5A).contains($0) || isDigit($0) || $0 == 0x5F
    }
  }
}
