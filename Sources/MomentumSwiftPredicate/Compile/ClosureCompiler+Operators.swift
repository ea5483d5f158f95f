import MomentumDiagnostics
import MomentumModel
import MomentumPredicate
import MomentumSwiftSource

// Compiles `&&`, `||`, `!`, arithmetic and ranges.

extension ClosureCompiler {
  mutating func prefix(
    _ sign: String, _ operand: SwiftExpression, _ expression: SwiftExpression
  ) -> Term? {
    let place = range(expression.tokens)
    switch sign {
    case "!":
      guard let term = compile(operand), let inner = condition(term) else { return nil }
      return Term(.not(inner, place))
    case "-":
      // `-1...` is `(-1)...`: the sign belongs to the literal.
      if case .postfix("...", let number) = operand.kind, number.isNumber {
        guard let lower = negated(number, place).flatMap({ value($0) }) else { return nil }
        return Term(.span(lower: lower, upper: nil, isClosed: true), .other, place)
      }
      return negated(operand, place)
    case "...", "..<":
      guard let term = compile(operand), let upper = value(term) else { return nil }
      return Term(.span(lower: nil, upper: upper, isClosed: sign == "..."), .other, place)
    default:
      report(.unsupportedCall(sign, instead: nil), at: place)
      return nil
    }
  }

  private mutating func negated(_ operand: SwiftExpression, _ place: SourceRange) -> Term? {
    guard let term = compile(operand), let inner = value(term) else { return nil }
    switch inner.kind {
    case .literal(.integer(let number)) where number != .min:
      return Term(.literal(.integer(-number)), term.type, place)
    case .literal(.double(let number)): return Term(.literal(.double(-number)), term.type, place)
    default:
      let minusOne = ExpressionSyntax(.literal(.integer(-1)), place)
      return Term(.arithmetic(.multiply, inner, minusOne), term.type, place)
    }
  }

  mutating func postfix(
    _ sign: String, _ operand: SwiftExpression, _ expression: SwiftExpression
  ) -> Term? {
    guard sign == "..." else { return unsupported("'\(sign)'", expression) }
    guard let term = compile(operand), let lower = value(term) else { return nil }
    return Term(
      .span(lower: lower, upper: nil, isClosed: true), .other, range(expression.tokens))
  }

  mutating func binary(
    _ sign: String, _ left: SwiftExpression, _ right: SwiftExpression,
    _ expression: SwiftExpression
  ) -> Term? {
    let place = range(expression.tokens)
    switch sign {
    case "&&", "||": return chain(sign, left, right, place)
    case "??": return coalesced(left, right, place)
    default: break
    }
    // Compile both sides before the first `return`, so that the findings of both are reported.
    let first = compile(left)
    let second = compile(right)
    guard let first, let second else { return nil }
    switch sign {
    case "==": return compare(first, .equal, second, place)
    case "!=": return compare(first, .notEqual, second, place)
    case "<": return compare(first, .less, second, place)
    case "<=": return compare(first, .lessOrEqual, second, place)
    case ">": return compare(first, .greater, second, place)
    case ">=": return compare(first, .greaterOrEqual, second, place)
    case "...", "..<":
      guard let lower = value(first), let upper = value(second) else { return nil }
      return Term(.span(lower: lower, upper: upper, isClosed: sign == "..."), .other, place)
    case "+", "-", "*", "/", "%": return arithmetic(sign, first, second, place)
    default:
      report(.unsupportedCall(sign, instead: nil), at: place)
      return nil
    }
  }

  /// Compiles `a && b && c`, which is `(a && b) && c`, in a loop over the left sides, because
  /// recursion over a chain of thousands would overflow the stack.
  private mutating func chain(
    _ sign: String, _ left: SwiftExpression, _ right: SwiftExpression, _ place: SourceRange
  ) -> Term? {
    var operands = [right]
    var rest = left
    while case .binary(sign, let first, let second) = rest.kind {
      operands.append(second)
      rest = first
    }
    operands.append(rest)
    var result: PredicateSyntax?
    var isRefused = false
    for operand in operands.reversed() {
      guard let next = compile(operand).flatMap({ condition($0) }) else {
        isRefused = true
        continue
      }
      guard let first = result else {
        result = next
        continue
      }
      let whole = SourceRange(place.start, next.range.end)
      result = PredicateSyntax(sign == "&&" ? .and([first, next]) : .or([first, next]), whole)
    }
    return isRefused ? nil : result.map { Term($0) }
  }

  // MARK: - Arithmetic

  private mutating func arithmetic(
    _ sign: String, _ left: Term, _ right: Term, _ place: SourceRange
  ) -> Term? {
    for term in [left, right] {
      guard let family = term.type.family, family != .number, family != .date else { continue }
      let hint = family == .text && sign == "+" ? "; a store joins no texts" : ""
      report(.type("\(family.rawValue)\(hint)", "a number"), at: term.range)
      return nil
    }
    guard let first = value(left), let second = value(right) else { return nil }
    let isWhole = left.type.isWhole || right.type.isWhole
    let type: Term.ValueType =
      [left.type, right.type].first { $0.family == .number && $0.isAttribute }
      ?? (left.type.family == nil ? right.type : left.type)
    if sign == "%" || sign == "/" && isWhole { report(.integerDivision(sign), at: place) }
    if sign == "%" {
      let call = CallSyntax(
        selector: "modulus:by:", selectorRange: place, arguments: [first, second])
      return Term(.call(call), type, place)
    }
    guard let operation = ArithmeticOperator(rawValue: sign) else { return nil }
    return Term(.arithmetic(operation, first, second), type, place)
  }
}

extension SwiftExpression {
  fileprivate var isNumber: Bool {
    switch kind {
    case .integer, .float: true
    default: false
    }
  }
}
