import MomentumDiagnostics
import MomentumModel

// Checks a format in source code, where the arguments of the placeholders are not known.

extension ValueTyper {
  /// The operand of a placeholder: a variable whose name, such as `%1`, no variable in a text can
  /// have.
  func placeholder(
    _ index: Int, _ conversion: ArgumentConversion, _ range: SourceRange
  ) -> Operand {
    let name = "%\(index + 1)"
    state.placeholders[name] = conversion
    return Operand(.variable(name), range)
  }

  /// Checks a comparison with a side that only an argument can complete, such as `%K == 1`. Only
  /// the other side is checked.
  func openComparison(_ syntax: ComparisonSyntax) -> ComparisonAttempt {
    guard purpose.hasPlaceholders else { return .notMine }
    let isLeftOpen = isOpen(syntax.left)
    let isRightOpen = isOpen(syntax.right)
    guard isLeftOpen || isRightOpen else { return .notMine }
    let known = (isLeftOpen ? [] : [syntax.left]) + (isRightOpen ? [] : [syntax.right])
    let found = known.compactMap { operandReader.operand($0) }
    return ComparisonAttempt(found.count == known.count ? .constant(true) : nil)
  }

  /// Whether an operand cannot be resolved without the value of an argument. Predicates inside the
  /// operand are checked as comparisons of their own.
  private func isOpen(_ expression: ExpressionSyntax) -> Bool {
    switch expression.kind {
    case .keyPath(let components): components.contains { isOpen($0) }
    case .path(let base, let components):
      isOpenBase(base) || components.contains { isOpen($0) }
    case .method(let base, let call): isOpenBase(base) || call.arguments.contains { isOpen($0) }
    case .index(let base, let index): isOpenBase(base) || isOpen(base) || isOpen(index)
    case .aggregate(let elements): elements.contains { isOpen($0) }
    case .call(let call): call.arguments.contains { isOpen($0) }
    case .arithmetic(_, let left, let right), .setOperation(_, let left, let right):
      isOpen(left) || isOpen(right)
    case .subquery(let collection, _, _): isOpenBase(collection)
    case .ternary(_, let first, let second): isOpen(first) || isOpen(second)
    case .cast(let value, let type): isOpen(value) || type.isArgument
    case .function(let target, let selector, let arguments):
      isOpenBase(target) || selector.isArgument || arguments.contains { isOpen($0) }
    case .fetch(let request, _, let countsOnly): request.isArgument || countsOnly.isArgument
    case .assignment(_, let value): isOpen(value)
    case .literal, .selfObject, .anyKey, .indexSymbol, .argument, .variable: false
    }
  }

  private func isOpen(_ component: KeyComponent) -> Bool {
    switch component.name {
    case .argument: true
    case .key, .quoted, .collectionOperator, .variable, .expression: false
    }
  }

  /// Whether the keys after an operand belong to an argument, or to a variable that gets its value
  /// later.
  private func isOpenBase(_ base: ExpressionSyntax) -> Bool {
    switch base.kind {
    case .argument: true
    case .variable(let name): binding(name) == nil && !isMisspelt(name)
    case .literal, .selfObject, .anyKey, .indexSymbol, .keyPath, .path, .aggregate, .method,
      .index, .call, .arithmetic, .setOperation, .subquery, .ternary, .cast, .function, .fetch,
      .assignment:
      isOpen(base)
    }
  }

  /// Whether a SUBQUERY around the operand has a variable with a similar name.
  private func isMisspelt(_ variable: String) -> Bool {
    nearName(to: variable, among: bindings.map(\.variable)) != nil
  }

  /// The type of two operands that have no type themselves: the one that a conversion such as `%d`
  /// asks for, and otherwise String. `nil` outside of formats.
  func typeOfPlaceholders(_ left: Operand, _ right: Operand) -> PredicateType? {
    guard purpose.hasPlaceholders else { return nil }
    return placeholderType(left) ?? placeholderType(right) ?? .attribute(.string)
  }

  /// The type that a conversion asks for: Integer 64 for `%d`; `nil` for `%@`, which takes any
  /// value.
  private func placeholderType(_ operand: Operand) -> PredicateType? {
    guard case .variable(let name) = operand.shape else { return nil }
    switch state.placeholders[name] {
    case .integer?: return .attribute(.integer64)
    case .double?: return .attribute(.double)
    case .string?: return .attribute(.string)
    case .object?, nil: return nil
    }
  }

  /// Reports `name == %d` if `name` is a text, because no whole number equals a text. `%@` is never
  /// reported.
  func checkPlaceholder(
    _ name: String, as type: PredicateType, _ range: SourceRange
  ) -> Bool {
    let fits: Bool
    switch state.placeholders[name] {
    case .integer?, .double?: fits = type.isNumber
    case .string?: fits = type.isString
    case .object?, nil: fits = true
    }
    guard !fits else { return true }
    report(
      .value(
        "the argument of '\(text(range))'", of: partnerText, type: article(type),
        hint: "'%@' takes any value"), at: range)
    return false
  }
}

extension ExpressionSyntax {
  fileprivate var isArgument: Bool {
    if case .argument = kind { true } else { false }
  }
}
