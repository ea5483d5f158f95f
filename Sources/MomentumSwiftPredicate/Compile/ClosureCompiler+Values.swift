import MomentumDiagnostics
import MomentumModel
import MomentumPredicate
import MomentumSwiftSource

// Compiles literals and names, and turns terms into values and conditions.

extension ClosureCompiler {
  mutating func literal(_ expression: SwiftExpression, _ place: SourceRange) -> Term? {
    switch expression.kind {
    case .integer(let text):
      guard let number = SwiftLiteral.integer(text) else {
        return unsupported("the number '\(text)'", expression)
      }
      return Term(.literal(.integer(number)), .integerLiteral, place)
    case .float(let text):
      guard let number = SwiftLiteral.double(text) else {
        return unsupported("the number '\(text)'", expression)
      }
      return Term(.literal(.double(number)), .floatLiteral, place)
    case .string(let index):
      guard let text = tokens.stringLiteral(at: index)?.value else {
        return unsupported("a text with an interpolation", expression)
      }
      return Term(.literal(.string(text)), .attribute(.string), place)
    case .boolean(let value):
      return Term(.literal(.integer(value ? 1 : 0)), .attribute(.boolean), place)
    default: return Term(.literal(.null), .null, place, isOptional: true)
    }
  }

  mutating func name(_ name: String, _ place: SourceRange) -> Term? {
    if var bound = binding(name) {
      bound.range = place
      return bound
    }
    if name == "self" { return Term(.instance, .other, place) }
    if name.first?.isUppercase == true {
      var term = Term(.typeName, .other, place)
      term.name = name
      return term
    }
    guard !name.hasPrefix("$") else {
      report(.unsupported("'\(name)'"), at: place)
      return nil
    }
    return variable(name, place)
  }

  /// A captured value as a variable of the predicate, which gets its value when the request runs.
  func variable(_ name: String, _ place: SourceRange) -> Term {
    var term = Term(.variable(name), .variable, place)
    term.name = name
    return term
  }

  // MARK: - Conditions and values

  /// Compiles a Bool to a condition: `isDone` to `isDone == 1`.
  mutating func condition(_ term: Term) -> PredicateSyntax? {
    let place = term.range
    let inner: PredicateSyntax
    switch term.form {
    case .predicate(let predicate): inner = predicate
    case .expression(let expression):
      if let value = term.booleanLiteral { return PredicateSyntax(.constant(value), place) }
      if let family = term.type.family, family != .boolean {
        report(.type(family.rawValue, "a Bool"), at: place)
        return nil
      }
      inner = .compare(expression, .equal, .boolean(true, place), place)
    case .span, .ordering, .orderingResult, .typeName, .instance:
      report(.unsupported("'\(text(place))' as a condition"), at: place)
      return nil
    }
    guard let test = Guards.test(term.guards, isNil: false, place) else { return inner }
    return PredicateSyntax(.and([test, inner]), place)
  }

  /// Compiles a term to an operand; one after `?.` becomes `TERNARY(a != nil, a.name, nil)`.
  mutating func value(_ term: Term) -> ExpressionSyntax? {
    let place = term.range
    let inner: ExpressionSyntax
    switch term.form {
    case .expression(let expression): inner = expression
    case .predicate(let predicate):
      inner = .number(of: predicate, place)
    case .ordering(let left, let right, let options):
      inner = .comparisonResult(left, right, options, place)
    case .orderingResult(let sign):
      inner = .integer(sign == .equal ? 0 : sign == .less ? -1 : 1, place)
    case .span, .typeName, .instance:
      report(.unsupported("'\(text(place))' as a value"), at: place)
      return nil
    }
    return Guards.needed(term.guards).reversed().reduce(inner) { result, value in
      ExpressionSyntax(
        .ternary(.nilTest(value, isNil: false, place), result, .null(place)), place)
    }
  }
}
