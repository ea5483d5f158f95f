package import MomentumDiagnostics

/// Replaces placeholders in the syntax of a format by arguments, as
/// `NSPredicate(format:argumentArray:)` does.
///
///     var substitution = ArgumentSubstitution([ArgumentSubstitution.string("Ada")])
///     let filled = substitution.fill(syntax)
///     substitution.report(in: source, &diagnostics)
package struct ArgumentSubstitution {
  /// An argument: its text, which replaces `%K`, and the literal that replaces `%@`. Without a
  /// literal, `%@` stays in the syntax.
  package struct Value {
    package var text: String
    package var form: ExpressionSyntax.Kind?

    package init(text: String, form: ExpressionSyntax.Kind?) {
      self.text = text
      self.form = form
    }
  }

  private let values: [Value]
  /// The number of arguments that the placeholders filled so far need.
  package private(set) var usedCount = 0
  private var problems: [(message: ArgumentMessage, range: SourceRange)] = []

  package init(_ values: [Value]) { self.values = values }

  /// Reports errors of the arguments. Call it after the whole format is filled: only then the
  /// number of used arguments is known.
  package func report(in source: SourceFile, _ diagnostics: inout Diagnostics) {
    for (message, range) in problems {
      diagnostics.report(message, at: SourceLocation(source, range))
    }
    if usedCount < values.count {
      let end = source.utf8.count
      diagnostics.report(
        ArgumentMessage.tooMany(expected: usedCount, given: values.count),
        at: SourceLocation(source, SourceRange(end, end)))
    }
  }

  // MARK: - Predicates

  package mutating func fill(_ predicate: PredicateSyntax) -> PredicateSyntax {
    var result = predicate
    switch predicate.kind {
    case .constant: break
    case .comparison(var comparison):
      comparison.left = fill(comparison.left)
      comparison.right = fill(comparison.right)
      result.kind = .comparison(comparison)
    case .and(let operands): result.kind = .and(fill(operands))
    case .or(let operands): result.kind = .or(fill(operands))
    case .not(let operand): result.kind = .not(fill(operand))
    }
    return result
  }

  private mutating func fill(_ operands: [PredicateSyntax]) -> [PredicateSyntax] {
    var result: [PredicateSyntax] = []
    for operand in operands { result.append(fill(operand)) }
    return result
  }

  // MARK: - Expressions

  package mutating func fill(_ expression: ExpressionSyntax) -> ExpressionSyntax {
    ExpressionSyntax(kind(of: expression), expression.range)
  }

  private mutating func kind(of expression: ExpressionSyntax) -> ExpressionSyntax.Kind {
    switch expression.kind {
    case .literal, .selfObject, .anyKey, .indexSymbol, .variable: expression.kind
    case .argument(let index, let conversion):
      value(index, conversion, expression.range) ?? expression.kind
    case .keyPath(let components): .keyPath(fill(components))
    case .aggregate(let elements): .aggregate(fill(elements))
    case .path(let base, let components): .path(fill(base), fill(components))
    case .method(let base, let call): .method(fill(base), fill(call))
    case .index(let base, let index): .index(fill(base), fill(index))
    case .call(let call): .call(fill(call))
    case .arithmetic(let sign, let left, let right): .arithmetic(sign, fill(left), fill(right))
    case .setOperation(let sign, let left, let right): .setOperation(sign, fill(left), fill(right))
    case .subquery, .ternary, .cast, .function, .fetch, .assignment: formKind(of: expression)
    }
  }

  private mutating func formKind(of expression: ExpressionSyntax) -> ExpressionSyntax.Kind {
    switch expression.kind {
    case .subquery(let collection, let variable, let predicate):
      .subquery(fill(collection), variable: variable, fill(predicate))
    case .ternary(let predicate, let first, let second):
      .ternary(fill(predicate), fill(first), fill(second))
    case .cast(let value, let type): .cast(fill(value), fill(type))
    case .function(let target, let selector, let arguments):
      .function(fill(target), fill(selector), fill(arguments))
    case .fetch(let request, let context, let countOnly):
      // A request and a context cannot be written as text, so they stay, but their arguments are
      // counted as used.
      .fetch(taken(request), taken(context), fill(countOnly))
    case .assignment(let name, let value): .assignment(name, fill(value))
    case .literal, .selfObject, .anyKey, .indexSymbol, .variable, .argument, .keyPath, .aggregate,
      .path, .method, .index, .call, .arithmetic, .setOperation:
      expression.kind
    }
  }

  private mutating func taken(_ expression: ExpressionSyntax) -> ExpressionSyntax {
    _ = fill(expression)
    return expression
  }

  private mutating func fill(_ list: [ExpressionSyntax]) -> [ExpressionSyntax] {
    var result: [ExpressionSyntax] = []
    for expression in list { result.append(fill(expression)) }
    return result
  }

  private mutating func fill(_ call: CallSyntax) -> CallSyntax {
    var result = call
    result.arguments = fill(call.arguments)
    return result
  }

  private mutating func fill(_ components: [KeyComponent]) -> [KeyComponent] {
    var result: [KeyComponent] = []
    for component in components {
      switch component.name {
      case .key, .quoted, .collectionOperator, .variable: result.append(component)
      case .argument(let index): result += keys(index, component)
      case .expression(let expression):
        result.append(KeyComponent(.expression(fill(expression)), component.range))
      }
    }
    return result
  }

  // MARK: - Values

  private mutating func argument(_ index: Int, _ range: SourceRange) -> Value? {
    usedCount = max(usedCount, index + 1)
    if values.indices.contains(index) { return values[index] }
    problems.append((.missing(index: index + 1, given: values.count), range))
    return nil
  }

  /// The literal that replaces the placeholder; `nil` if the placeholder stays.
  private mutating func value(
    _ index: Int, _ conversion: ArgumentConversion, _ range: SourceRange
  ) -> ExpressionSyntax.Kind? {
    guard let value = argument(index, range), let form = value.form else { return nil }
    switch conversion {
    case .object: return form
    case .string: return .literal(.string(value.text))
    case .integer:
      if let number = Int64(value.text) { return .literal(.integer(number)) }
      problems.append((.unreadable(value.text, as: "whole number"), range))
    case .double:
      if let number = Double(value.text), number.isFinite { return .literal(.double(number)) }
      problems.append((.unreadable(value.text, as: "number"), range))
    }
    return nil
  }

  /// Splits the text of a `%K`: `owner.name` means two keys.
  private mutating func keys(_ index: Int, _ component: KeyComponent) -> [KeyComponent] {
    guard let value = argument(index, component.range) else { return [component] }
    let keys = value.text.split(separator: ".", omittingEmptySubsequences: false)
    guard keys.allSatisfy({ !$0.isEmpty && $0 != "@" }) else {
      problems.append((.unreadable(value.text, as: "key path"), component.range))
      return [component]
    }
    return keys.map { key in
      let name: KeyComponent.Name =
        if key.hasPrefix("@") {
          .collectionOperator(String(key.dropFirst()))
        } else if Self.isWord(key) {
          .key(String(key))
        } else {
          .quoted(String(key))
        }
      return KeyComponent(name, component.range)
    }
  }

  private static func isWord(_ key: Substring) -> Bool {
    !(key.utf8.first.map { (0x30...0x39).contains($0) } ?? true)
      && key.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }
}

extension ArgumentSubstitution {
  /// An argument that replaces `%@` by a string literal: without a model the type that it should
  /// have is not known.
  package static func string(_ text: String) -> Value {
    Value(text: text, form: .literal(.string(text)))
  }

  /// The indexes of arguments after IN and BETWEEN, which have to be lists.
  package static func listIndexes(of predicate: PredicateSyntax) -> Set<Int> {
    var indexes: Set<Int> = []
    var openPredicates = [predicate]
    while let next = openPredicates.popLast() {
      switch next.kind {
      case .constant: break
      case .and(let operands), .or(let operands): openPredicates += operands
      case .not(let operand): openPredicates.append(operand)
      case .comparison(let comparison):
        let takesList =
          comparison.comparisonOperator == .in || comparison.comparisonOperator == .between
        if takesList, case .argument(let index, _) = comparison.right.kind { indexes.insert(index) }
      }
    }
    return indexes
  }
}

/// Errors of arguments that are checked without a model, in the words of the checker.
private struct ArgumentMessage: RuleMessage {
  let rule: DiagnosticRule
  let text: String

  /// Every problem is an error here, also a superfluous argument, for which the checker only warns:
  /// without a model it is not known which argument is superfluous.
  var severity: Severity { .error }

  static func missing(index: Int, given: Int) -> Self {
    Self(
      rule: PredicateMessage.missingArgumentRule,
      text: "no argument for this conversion: it is number \(index), given are \(given)")
  }

  static func tooMany(expected: Int, given: Int) -> Self {
    Self(
      rule: PredicateMessage.tooManyArgumentsRule,
      text: "the format takes \(expected) arguments, given are \(given)")
  }

  static func unreadable(_ text: String, as type: String) -> Self {
    Self(rule: PredicateMessage.valueRule, text: "the argument '\(text)' is no \(type)")
  }
}
