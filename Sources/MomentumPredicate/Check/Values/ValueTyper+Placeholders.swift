import MomentumDiagnostics
import MomentumModel

// Checks a format as it stands in source code, where the placeholders' arguments are not known.

extension ValueTyper {
  /// The operand of a placeholder: a variable with a name that no text can give to one.
  func placeholder(
    _ index: Int, _ conversion: ArgumentConversion, _ range: SourceRange
  ) -> Operand {
    let name = "%\(index + 1)"
    state.placeholders[name] = conversion
    return Operand(.variable(name), range)
  }

  /// The outcome of a comparison with a side that only an argument can complete.
  func openComparison(_ syntax: ComparisonSyntax) -> ComparisonAttempt {
    guard purpose.hasPlaceholders else { return .notMine }
    let isLeftOpen = isOpen(syntax.left)
    let isRightOpen = isOpen(syntax.right)
    guard isLeftOpen || isRightOpen else { return .notMine }
    let known = (isLeftOpen ? [] : [syntax.left]) + (isRightOpen ? [] : [syntax.right])
    let found = known.compactMap { operandReader.operand($0) }
    return ComparisonAttempt(found.count == known.count ? .constant(true) : nil)
  }

  /// Whether what an operand reaches depends on an argument's value. Predicates inside it are checked
  /// as comparisons of their own.
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

  /// Whether the keys of an operand are those of an argument, or of a variable that is given a value
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

  /// Whether a SUBQUERY around has a variable of nearly this name.
  private func isMisspelt(_ variable: String) -> Bool {
    nearName(to: variable, among: bindings.map(\.variable)) != nil
  }

  /// The type of operands of which none has one: a conversion's, or any in a format, whose arguments
  /// decide when they are given.
  func typeOfPlaceholders(_ left: Operand, _ right: Operand) -> PredicateType? {
    guard purpose.hasPlaceholders else { return nil }
    return placeholderType(left) ?? placeholderType(right) ?? .attribute(.string)
  }

  /// The type of a placeholder beside another one, where nothing else says what is meant.
  private func placeholderType(_ operand: Operand) -> PredicateType? {
    guard case .variable(let name) = operand.shape else { return nil }
    switch state.placeholders[name] {
    case .integer?: return .attribute(.integer64)
    case .double?: return .attribute(.double)
    case .string?: return .attribute(.string)
    case .object?, nil: return nil
    }
  }

  /// `name == %d` of a text: no whole number is ever one. An object may be anything.
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
