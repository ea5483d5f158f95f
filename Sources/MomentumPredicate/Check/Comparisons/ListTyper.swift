import MomentumDiagnostics
import MomentumModel

/// Types IN and BETWEEN with a collection on the right.
struct ListTyper: CheckPart {
  let scope: CheckScope

  // MARK: - IN

  /// Types `left IN right`; also `{1, 2} CONTAINS a`, with the sides exchanged.
  func compareIn(
    _ syntax: ComparisonSyntax, _ left: Operand, _ right: Operand, _ quantifier: Quantifier?,
    _ range: SourceRange
  ) -> TypedPredicate? {
    if left.isNull || right.isNull {
      let isLeft = left.isNull
      report(
        .nullNeedsEquality(
          "IN", rewrite: isLeft ? "" : "; write '\(text(left.range)) == nil'"),
        at: isLeft ? left.range : right.range)
      return nil
    }
    if left.isList {
      report(
        .listAsValue(text(left.range), rewrite: "one value on the left of IN"), at: left.range)
      return nil
    }
    switch right.shape {
    case .list, .argument(.list), .variable:
      return compareInList(syntax, left, right, quantifier, range)
    case .fetched(let fetch):
      return compareInFetch(fetch, left, right, quantifier)
    case .argument(.fetch(let fetch)) where !fetch.countsOnly:
      return compareInFetch(fetch, left, right, quantifier)
    case .argument(.text):
      return left.isConstant && left.constantType?.isString == true
        ? comparisonTyper.compareSubstring(syntax, left, right, quantifier, range)
        : compareInList(syntax, left, right, quantifier, range)
    case .literal, .value, .path, .typed, .argument, .arithmetic, .function, .conditional,
      .rowAggregate, .filtered:
      if (right.type ?? right.constantType)?.isString == true {
        return compareInText(syntax, left, right, quantifier, range)
      }
      report(
        .inNeedsCollection(describe(right), hint: "one value is compared by '=='"),
        at: right.range, fixIts: inFixIts(right))
      return nil
    }
  }

  private func inFixIts(_ right: Operand) -> [Diagnostic.FixIt] {
    guard case .literal = right.shape else { return [] }
    return [fixIt("write a collection", right.range, "{\(text(right.range))}")]
  }

  /// Types `'abc' IN title`, which is true if the title contains the text. A value of another type
  /// on the left is an error, because it needs a collection on the right.
  private func compareInText(
    _ syntax: ComparisonSyntax, _ left: Operand, _ right: Operand, _ quantifier: Quantifier?,
    _ range: SourceRange
  ) -> TypedPredicate? {
    if let type = left.type ?? left.constantType, !type.isString {
      report(
        .inNeedsCollection(
          describe(right), hint: "'\(text(left.range))' is \(article(type)), no part of a text"),
        at: right.range)
      return nil
    }
    return comparisonTyper.compareSubstring(syntax, left, right, quantifier, range)
  }

  private func compareInList(
    _ syntax: ComparisonSyntax, _ left: Operand, _ right: Operand, _ quantifier: Quantifier?,
    _ range: SourceRange
  ) -> TypedPredicate? {
    guard
      let type = left.type ?? right.constantType ?? left.constantType
        ?? valueTyper.typeOfPlaceholders(left, right)
    else {
      // The type is not known if both sides have only `nil` and variables. An empty list needs no
      // type: IN is false.
      if case .list(let elements) = right.shape, elements.isEmpty { return .constant(false) }
      report(.ambiguousType, at: range)
      return nil
    }
    if case .attribute(.transformable) = type {
      report(
        .unsupported(
          text(range),
          why: "'\(text(left.range))' is \(article(type)), stored as bytes that SQL cannot read",
          rewrite: "'\(text(left.range)) == nil' or '!= nil'"), at: left.range)
      return nil
    }
    guard let first = valueTyper.convert(left, as: type, beside: right) else { return nil }
    guard let second = convertList(right, type, beside: left) else { return nil }
    if case .conditional = left.shape {
      report(
        .storeRefuses(
          sentence: "unimplemented SQL generation for predicate : (\(text(range))) (bad LHS)",
          why: "Core Data's SQLite store refuses TERNARY on the left of IN; it is compiled here"),
        at: left.range)
    }
    if case .aggregate(let elements) = second, elements.contains(.null) {
      report(.nullInList, at: right.range)
    }
    if !right.isConstant {
      report(
        .storeRefuses(
          sentence: "Aggregate expressions are not supported by Core Data",
          why: "its SQLite store takes constants in a collection; this one is compiled here"),
        at: right.range)
    }
    warnings.warn(aboutList: right, second, left, type)
    return .comparison(
      TypedComparison(
        quantifier: quantifier, left: first, comparisonOperator: .in,
        options: comparisonTyper.options(syntax, type), right: second))
  }

  /// Converts the elements of a list to the type of the left side.
  func convertList(
    _ operand: Operand, _ type: PredicateType, beside partner: Operand
  ) -> TypedExpression? {
    let inner = valueTyper.beside(.written(partner.range))
    switch operand.shape {
    case .list(let elements):
      var converted: [TypedExpression] = []
      for element in elements {
        if let found = element.type, !isComparable(found, type) {
          report(
            .differentTypes(
              text(partner.range), article(type), text(element.range), article(found)),
            at: element.range)
          continue
        }
        if let value = inner.convert(element, as: type, beside: partner) { converted.append(value) }
      }
      return converted.count == elements.count ? .aggregate(converted) : nil
    case .argument(let argument):
      return inner.convert(
        Operand(.argument(ValueConverter.list(argument)), operand.range), to: type,
        isCollection: true)
    case .variable:
      return inner.convert(operand, to: type, isCollection: true)
    case .path, .typed, .literal, .value, .arithmetic, .function, .conditional, .rowAggregate,
      .filtered, .fetched:
      return nil
    }
  }

  private func compareInFetch(
    _ fetch: TypedFetch, _ left: Operand, _ right: Operand, _ quantifier: Quantifier?
  ) -> TypedPredicate? {
    let type = PredicateType.object(fetch.entity)
    if let found = left.type, !isComparable(found, type) {
      report(
        .differentTypes(
          text(left.range), article(found), text(right.range),
          "a fetch of '\(model[fetch.entity].name)'"),
        at: left.range)
      return nil
    }
    guard let first = valueTyper.convert(left, as: type, beside: right) else { return nil }
    return .comparison(
      TypedComparison(
        quantifier: quantifier, left: first, comparisonOperator: .in, right: .fetch(fetch)))
  }

  // MARK: - BETWEEN

  func compareBetween(
    _ syntax: ComparisonSyntax, _ left: Operand, _ right: Operand, _ quantifier: Quantifier?,
    _ range: SourceRange
  ) -> TypedPredicate? {
    guard checkBounds(left, right) else { return nil }
    guard
      let type = left.type ?? right.constantType ?? left.constantType
        ?? valueTyper.typeOfPlaceholders(left, right)
    else {
      report(.ambiguousType, at: range)
      return nil
    }
    if let kind = type.kindWithoutOrder(article(type)) {
      report(.order(text(left.range), what: kind), at: left.range)
      return nil
    }
    guard let first = valueTyper.convert(left, as: type, beside: right),
      let second = convertList(right, type, beside: left)
    else { return nil }
    if case .aggregate(let bounds) = second {
      guard bounds.count == 2 else {
        report(.betweenNeedsTwo(found: bounds.count), at: right.range)
        return nil
      }
      if bounds.contains(.null) {
        report(.nullNeedsEquality("BETWEEN", rewrite: ""), at: right.range)
        return nil
      }
      warnAboutBounds(bounds, right)
    }
    return .comparison(
      TypedComparison(
        quantifier: quantifier, left: first, comparisonOperator: .between,
        options: comparisonTyper.options(syntax, type), right: second))
  }

  private func checkBounds(_ left: Operand, _ right: Operand) -> Bool {
    if left.isNull || right.isNull {
      report(
        .nullNeedsEquality("BETWEEN", rewrite: ""), at: left.isNull ? left.range : right.range)
      return false
    }
    switch right.shape {
    case .list(let bounds) where bounds.count == 2: return true
    case .list(let bounds):
      report(.betweenNeedsTwo(found: bounds.count), at: right.range)
      return false
    case .argument(.list), .argument(.text), .variable: return true
    case .path, .typed, .literal, .value, .argument, .arithmetic, .function, .conditional,
      .rowAggregate, .filtered, .fetched:
      report(.betweenNeedsTwo(found: 1), at: right.range)
      return false
    }
  }

  private func warnAboutBounds(_ bounds: [TypedExpression], _ right: Operand) {
    if case .constant(let low) = bounds[0], case .constant(let high) = bounds[1],
      low.isGreater(than: high)
    {
      let texts: [String]
      var fixIts: [Diagnostic.FixIt] = []
      if case .list(let elements) = right.shape {
        texts = elements.map { text($0.range) }
        fixIts = [fixIt("exchange the bounds", right.range, "{\(texts[1]), \(texts[0])}")]
      } else {
        texts = ["the first bound", "the second"]
      }
      report(.boundsReversed(texts[0], texts[1]), at: right.range, fixIts: fixIts)
    }
    guard case .list(let elements) = right.shape,
      let computed = elements.first(where: { !$0.isBound })
    else { return }
    report(
      .storeRefuses(
        sentence: "SQLite error 1, near \")\": syntax error",
        why:
          "Core Data's SQLite store takes constants as bounds of BETWEEN; '\(text(computed.range))' is compiled here; write two comparisons by >= and <="
      ),
      at: computed.range)
  }
}

extension Operand {
  /// Whether Core Data accepts the operand as a bound of BETWEEN. It accepts constants only.
  fileprivate var isBound: Bool {
    switch shape {
    case .literal, .value, .argument, .variable: true
    case .path, .typed, .list, .arithmetic, .function, .conditional, .rowAggregate, .filtered,
      .fetched:
      false
    }
  }
}

extension AttributeValue {
  /// Whether the lower bound of a BETWEEN is greater than the upper one, so that the comparison is
  /// never true.
  func isGreater(than upper: AttributeValue) -> Bool {
    switch (self, upper) {
    case (.integer(let low), .integer(let high)): low > high
    case (.double(let low), .double(let high)): low > high
    case (.integer(let low), .double(let high)): Double(low) > high
    case (.double(let low), .integer(let high)): low > Double(high)
    case (.decimal(let low), .decimal(let high)): low > high
    case (.date(let low), .date(let high)): low > high
    // SQLite compares texts by their bytes.
    case (.string(let low), .string(let high)): high.utf8.lexicographicallyPrecedes(low.utf8)
    case (.integer, _), (.double, _), (.decimal, _), (.string, _), (.boolean, _), (.date, _),
      (.binary, _), (.uuid, _), (.uri, _):
      false
    }
  }
}
