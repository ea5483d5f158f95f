import MomentumDiagnostics
import MomentumModel

/// Types a comparison: checks that its operator can compare the two sides, and finds the type that
/// both are converted to.
struct ComparisonTyper: CheckPart {
  let scope: CheckScope

  func check(_ syntax: ComparisonSyntax, _ range: SourceRange) -> TypedPredicate? {
    let context = ComparisonContext(syntax: syntax, range: range)
    return ComparisonTyper(scope: CheckScope(in: scope, comparison: context)).typed(syntax, range)
  }

  private func typed(_ syntax: ComparisonSyntax, _ range: SourceRange) -> TypedPredicate? {
    switch valueTyper.openComparison(syntax) {
    case .typed(let predicate): return predicate
    case .refused: return nil
    case .notMine: break
    }
    switch membershipTyper.overSubquery(syntax, range) {
    case .typed(let predicate): return predicate
    case .refused: return nil
    case .notMine: break
    }
    let left = operandReader.operand(syntax.left)
    scope.comparison?.leftType = left?.type
    let right = operandReader.operand(syntax.right)
    guard let left, let right else { return nil }
    switch membershipTyper.membership(syntax, left, right, range) {
    case .typed(let predicate): return predicate
    case .refused: return nil
    case .notMine: break
    }
    guard let quantifier = membershipTyper.quantifier(of: syntax, left, right, range) else {
      return nil
    }
    return compare(syntax, left, right, quantifier.value, range)
  }

  private func compare(
    _ syntax: ComparisonSyntax, _ left: Operand, _ right: Operand, _ quantifier: Quantifier?,
    _ range: SourceRange
  ) -> TypedPredicate? {
    switch syntax.comparisonOperator {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual:
      return compareValues(syntax, left, right, quantifier, range)
    case .contains where left.isList:
      return listTyper.compareIn(syntax, right, left, quantifier, range)
    case .contains, .beginsWith, .endsWith, .like, .matches:
      return compareStrings(syntax, left, right, quantifier, range)
    case .in:
      return listTyper.compareIn(syntax, left, right, quantifier, range)
    case .between:
      return listTyper.compareBetween(syntax, left, right, quantifier, range)
    case .utiConformsTo, .utiEquals:
      report(
        .unsupported(
          text(range), why: "a store does not know which types conform to which",
          rewrite: "'\(text(syntax.left)) == \(text(syntax.right))'"), at: syntax.operatorRange)
      return nil
    case .custom(let selector):
      report(
        .unsupported(
          text(range), why: "a store sends no messages to objects, and '\(selector)' is one",
          rewrite: nil), at: syntax.operatorRange)
      return nil
    }
  }

  // MARK: - Values

  /// Types `==`, `!=`, `<` and the like.
  private func compareValues(
    _ syntax: ComparisonSyntax, _ left: Operand, _ right: Operand, _ quantifier: Quantifier?,
    _ range: SourceRange
  ) -> TypedPredicate? {
    guard checkSingle(left, syntax), checkSingle(right, syntax) else { return nil }
    let isEquality =
      syntax.comparisonOperator == .equal || syntax.comparisonOperator == .notEqual
    if left.isNull || right.isNull {
      switch compareNulls(left, right, syntax, range) {
      case .typed(let constant): return constant
      case .refused: return nil
      case .notMine: break
      }
    }
    guard let type = commonType(left, right, range) else { return nil }
    if !isEquality, !checkOrder(left, right, type) { return nil }
    guard checkOpaque(left, right, type, syntax, range) else { return nil }
    guard let first = valueTyper.convert(left, as: type, beside: right),
      let second = valueTyper.convert(right, as: type, beside: left)
    else { return nil }
    let typed = TypedComparison(
      quantifier: quantifier, left: first, comparisonOperator: syntax.comparisonOperator,
      options: options(syntax, type), right: second)
    warnings.warn(about: typed, left, right, type, range)
    return .comparison(typed)
  }

  /// Reports a collection where one value is needed: `title == {'a', 'b'}`.
  private func checkSingle(_ operand: Operand, _ syntax: ComparisonSyntax) -> Bool {
    let isObjects: Bool
    if case .fetched = operand.shape { isObjects = true } else { isObjects = false }
    guard operand.isList || isObjects else { return true }
    let isRight = operand.range == syntax.right.range
    let element = text(isRight ? syntax.left : syntax.right)
    let isCertain = syntax.comparisonOperator == .equal && isRight
    let shown = text(operand.range)
    report(
      .listAsValue(shown, rewrite: "'\(element) IN \(shown)'"), at: operand.range,
      fixIts: isCertain ? [fixIt("use IN", syntax.operatorRange, "IN")] : [])
    return false
  }

  /// Types a comparison with nil. `nil == nil` is a constant, `nil < x` is an error, and `nil == x`
  /// is typed like other comparisons.
  private func compareNulls(
    _ left: Operand, _ right: Operand, _ syntax: ComparisonSyntax, _ range: SourceRange
  ) -> ComparisonAttempt {
    let isNegated = syntax.comparisonOperator == .notEqual
    guard syntax.comparisonOperator == .equal || isNegated else {
      let path = left.isNull ? text(syntax.right) : text(syntax.left)
      report(
        .nullNeedsEquality(
          syntax.comparisonOperator.text, rewrite: "; write '\(path) == nil' or '\(path) != nil'"),
        at: left.isNull ? left.range : right.range)
      return .refused
    }
    guard left.isNull, right.isNull else {
      let typed = left.isNull ? right : left
      if case .typed(.aggregation(.count, _), _) = typed.shape {
        report(
          .valueNever("nil", of: text(typed.range), why: "the number of no objects is 0"),
          at: left.isNull ? left.range : right.range)
      }
      return .notMine
    }
    report(.constantCondition(!isNegated, hasText: false), at: range)
    return .typed(.constant(!isNegated))
  }

  /// Reports an operator such as `<` if the values of the type have no order.
  private func checkOrder(
    _ left: Operand, _ right: Operand, _ type: PredicateType
  ) -> Bool {
    guard let kind = type.kindWithoutOrder(article(type)) else { return true }
    let typed = left.type == nil ? right : left
    report(.order(text(typed.range), what: kind), at: typed.range)
    return false
  }

  /// Reports a comparison of a transformable attribute or an object ID with a constant other than
  /// nil or bytes: the store holds bytes that only the attribute's transformer can read.
  private func checkOpaque(
    _ left: Operand, _ right: Operand, _ type: PredicateType, _ syntax: ComparisonSyntax,
    _ range: SourceRange
  ) -> Bool {
    guard case .attribute(let attribute) = type,
      attribute == .transformable || attribute == .objectID
    else { return true }
    let typed = left.type == nil ? right : left
    let constant = left.type == nil ? left : right
    switch constant.shape {
    case .literal(.null), .argument(.null), .argument(.value(.binary)), .argument(.text),
      .variable, .path:
      return true
    case .literal, .value, .argument, .list, .arithmetic, .function, .conditional, .typed,
      .rowAggregate, .filtered, .fetched:
      report(
        .unsupported(
          text(range),
          why: "'\(text(typed.range))' is \(article(type)), stored as bytes that SQL cannot read",
          rewrite: "'\(text(typed.range)) == nil' or '!= nil', or give the bytes as an argument"),
        at: constant.range)
      return false
    }
  }

  // MARK: - Types

  /// Returns the type that both sides are converted to. Reports two types that cannot be compared.
  func commonType(
    _ left: Operand, _ right: Operand, _ range: SourceRange
  ) -> PredicateType? {
    if let first = left.type, let second = right.type {
      guard isComparable(first, second) else {
        report(
          .differentTypes(
            text(left.range), article(first), text(right.range), article(second)),
          at: left.range.union(right.range))
        return nil
      }
      // A constant with a type of its own, such as a CAST, is converted to the type of the key.
      if case .value = left.shape { return second }
      return first
    }
    if let type = left.type ?? right.type { return type }
    scope.comparison?.isOpen = true
    if left.isVariable || right.isVariable {
      if let type = knownType(left) ?? knownType(right) { return type }
      state.waitsForTypes = state.knownTypes.isEmpty
    }
    let first = left.constantType
    let second = right.constantType
    if let first, let second, first.isNumber, second.isNumber {
      return [first, second].contains(.attribute(.double)) ? .attribute(.double) : first.widened
    }
    guard let type = first ?? second ?? valueTyper.typeOfPlaceholders(left, right) else {
      report(.ambiguousType, at: range)
      return nil
    }
    return type
  }

  /// The type that a first check has found for a variable.
  private func knownType(_ operand: Operand) -> PredicateType? {
    if case .variable(let name) = operand.shape { state.knownTypes[name] } else { nil }
  }

  // MARK: - Options

  /// Returns the options of a comparison, such as `[cd]`. They apply to strings only; for other
  /// types they are dropped with a warning.
  func options(
    _ syntax: ComparisonSyntax, _ type: PredicateType
  ) -> ComparisonOptions {
    guard !syntax.options.isEmpty else { return [] }
    if type.isString { return syntax.options }
    let written = text(syntax.operatorRange)
    let letters = syntax.options.text
    let why = "\(letters) compares texts, and this is \(article(type))"
    var fixIts: [Diagnostic.FixIt] = []
    if let bracket = written.utf8.firstIndex(of: UInt8(ascii: "[")) {
      let offset = written.utf8.distance(from: written.utf8.startIndex, to: bracket)
      let range = SourceRange(syntax.operatorRange.start + offset, syntax.operatorRange.end)
      fixIts = [fixIt("delete the options", range, "")]
    }
    report(.ignoredOptions(why), at: syntax.operatorRange, fixIts: fixIts)
    return []
  }
}

extension AttributeType {
  /// Whether values are compared as numbers.
  var isNumber: Bool {
    switch self {
    case .integer16, .integer32, .integer64, .decimal, .double, .float, .boolean: true
    case .undefined, .string, .date, .binary, .uuid, .uri, .transformable, .objectID, .composite:
      false
    }
  }
}
