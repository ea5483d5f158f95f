import MomentumDiagnostics
import MomentumModel

/// Types comparisons with the objects of a to-many relationship or of a SUBQUERY.
struct MembershipTyper: CheckPart {
  let scope: CheckScope

  // MARK: - SUBQUERY

  /// The name of the variable for a SUBQUERY's object, if a comparison is moved into the SUBQUERY.
  /// No variable in a text can have this name.
  private static let each = "?"

  /// Moves a comparison with the objects of a SUBQUERY into the SUBQUERY: `ANY SUBQUERY(a, $x, p).b
  /// == 1` becomes `SUBQUERY(a, $x, p AND $x.b == 1).@count > 0`. With ALL, no object may fail the
  /// comparison: `SUBQUERY(a, $x, p AND NOT $x.b == 1).@count == 0`.
  func overSubquery(_ syntax: ComparisonSyntax, _ range: SourceRange) -> ComparisonAttempt {
    guard let parts = subqueryParts(syntax) else { return .notMine }
    if parts.needsQuantifier, syntax.quantifier == nil {
      report(
        .toManyWithoutQuantifier(
          text(syntax.left),
          rewrite: "'ANY \(text(syntax.left)) \(text(syntax.operatorRange)) \(text(syntax.right))'"),
        at: syntax.left.range, fixIts: [insertAny(syntax)])
      return .refused
    }
    if syntax.quantifier == .all {
      report(
        .allInStore(text(range), rewrite: "the opposite condition with NONE"), at: syntax.left.range
      )
    }
    let variable = ExpressionSyntax(
      .variable(MembershipTyper.each), SourceRange(parts.element.start, parts.element.end))
    var inner = syntax
    inner.quantifier = nil
    inner.left =
      parts.keys.isEmpty
      ? variable : ExpressionSyntax(.path(variable, parts.keys), parts.element)
    inner.right = parts.other
    if parts.isMembership { inner.comparisonOperator = .equal }
    let condition = PredicateSyntax(.comparison(inner), range)
    let isAll = syntax.quantifier == .all
    let predicate = isAll ? PredicateSyntax(.not(condition), range) : condition
    guard
      let operand = operandReader.subquery(parts.subquery, MembershipTyper.each, predicate, range),
      case .filtered(let objects) = operand.shape
    else { return .refused }
    return .typed(
      .comparison(
        TypedComparison(
          left: .aggregation(.count, objects.collection),
          comparisonOperator: isAll ? .equal : .greater, right: .constant(.integer(0)))))
  }

  private struct SubqueryParts {
    var subquery: ExpressionSyntax
    var keys: [KeyComponent]
    var element: SourceRange
    var other: ExpressionSyntax
    var isMembership: Bool
    var needsQuantifier: Bool
  }

  private func subqueryParts(_ syntax: ComparisonSyntax) -> SubqueryParts? {
    if case .subquery = syntax.right.kind, syntax.comparisonOperator == .in {
      return SubqueryParts(
        subquery: syntax.right, keys: [], element: syntax.right.range, other: syntax.left,
        isMembership: true, needsQuantifier: false)
    }
    switch syntax.left.kind {
    case .subquery:
      let isMembership = syntax.comparisonOperator == .contains
      return SubqueryParts(
        subquery: syntax.left, keys: [], element: syntax.left.range, other: syntax.right,
        isMembership: isMembership, needsQuantifier: !isMembership)
    case .path(let base, let keys):
      guard case .subquery = base.kind, !keys.contains(where: \.isCollectionOperator),
        !keys.contains(where: { isArgumentOperator($0) })
      else { return nil }
      return SubqueryParts(
        subquery: base, keys: keys, element: syntax.left.range, other: syntax.right,
        isMembership: false, needsQuantifier: true)
    case .literal, .selfObject, .anyKey, .indexSymbol, .keyPath, .variable, .argument, .aggregate,
      .method, .index, .call, .arithmetic, .setOperation, .ternary, .cast, .function, .fetch,
      .assignment:
      return nil
    }
  }

  /// Whether a `%K` has a collection operator such as `@count` as its argument.
  private func isArgumentOperator(_ component: KeyComponent) -> Bool {
    guard case .argument(let index) = component.name, index < state.arguments.count else {
      return false
    }
    switch state.arguments[index] {
    case .text(let text), .value(.string(let text)): return text.contains("@")
    case .value, .object, .key, .null, .list, .fetch: return false
    }
  }

  func insertAny(_ syntax: ComparisonSyntax) -> Diagnostic.FixIt {
    let start = syntax.left.range.start
    return fixIt("ask for any", SourceRange(start, start), "ANY ")
  }

  // MARK: - Relationships

  /// Types `tags CONTAINS object`, `object IN tags`, `ANY {…} IN tags` and `tags IN {…}`.
  func membership(
    _ syntax: ComparisonSyntax, _ left: Operand, _ right: Operand, _ range: SourceRange
  ) -> ComparisonAttempt {
    switch syntax.comparisonOperator {
    case .contains where left.isToManyObject:
      return ComparisonAttempt(member(syntax, right, of: left, range))
    case .in where right.isToManyObject:
      return ComparisonAttempt(member(syntax, left, of: right, range))
    case .in where left.isToManyObject && syntax.quantifier == nil && !right.crossesToMany:
      report(
        .storeRefuses(
          sentence: "to-many key not allowed here",
          why: "'\(text(syntax.left))' reaches many objects; it is read as ANY"),
        at: syntax.left.range, fixIts: [insertAny(syntax)])
      return ComparisonAttempt(listTyper.compareIn(syntax, left, right, .any, range))
    case .contains, .in, .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual,
      .beginsWith, .endsWith, .like, .matches, .between, .utiConformsTo, .utiEquals, .custom:
      return .notMine
    }
  }

  private func member(
    _ syntax: ComparisonSyntax, _ element: Operand, of collection: Operand, _ range: SourceRange
  ) -> TypedPredicate? {
    guard let type = collection.type, checkElement(syntax, element, of: collection, type) else {
      return nil
    }
    guard let typedCollection = valueTyper.convert(collection, to: type) else { return nil }
    if isSeveral(element, syntax) {
      return memberOfSeveral(syntax, element, typedCollection, type, collection)
    }
    if syntax.quantifier != nil {
      report(.quantifierWithoutToMany(text(element.range)), at: element.range)
    }
    guard let value = valueTyper.convert(element, as: type, beside: collection) else { return nil }
    return .comparison(
      TypedComparison(
        quantifier: .any, left: typedCollection, comparisonOperator: .equal, right: value))
  }

  /// Whether the element is several values: a list, a request, or an operand after a quantifier.
  private func isSeveral(_ element: Operand, _ syntax: ComparisonSyntax) -> Bool {
    switch element.shape {
    case .list, .argument(.list): true
    case .argument(.text), .variable: syntax.quantifier != nil
    case .argument(.fetch), .fetched: true
    case .literal, .value, .argument, .path, .typed, .arithmetic, .function, .conditional,
      .rowAggregate, .filtered:
      false
    }
  }

  private func checkElement(
    _ syntax: ComparisonSyntax, _ element: Operand, of collection: Operand, _ type: PredicateType
  ) -> Bool {
    if element.crossesToMany {
      let variable = keyPathReader.freshVariable()
      let whole = text(collection.range)
      let rewrite =
        element.isToManyObject
        ? "'SUBQUERY(\(text(element.range)), $\(variable), $\(variable) IN \(whole)).@count > 0'"
        : nil
      report(
        .membershipOfMany(
          "'\(text(element.range))' and '\(whole)' both reach many objects", rewrite: rewrite),
        at: element.range,
        fixIts: rewrite.flatMap { text in
          comparison.map { [fixIt("ask each", $0.range, String(text.dropFirst().dropLast()))] }
        } ?? [])
      return false
    }
    if element.isNull {
      let path = text(collection.range)
      report(
        .nullNeedsEquality(
          syntax.comparisonOperator.text, rewrite: "; write '\(path).@count == 0' for none"),
        at: element.range)
      return false
    }
    if let found = element.type, !isComparable(found, type) {
      report(
        .differentTypes(
          text(element.range), article(found), text(collection.range), article(type)),
        at: element.range)
      return false
    }
    return true
  }

  /// Types `ANY {…} IN tags`, which asks for one of the values among the tags, and
  /// `ALL {…} IN tags`, which asks for every value.
  private func memberOfSeveral(
    _ syntax: ComparisonSyntax, _ element: Operand, _ collection: TypedExpression,
    _ type: PredicateType, _ operand: Operand
  ) -> TypedPredicate? {
    let path = text(operand.range)
    let list = text(element.range)
    guard let quantifier = syntax.quantifier else {
      report(
        .listAsValue(list, rewrite: "'ANY \(path) IN \(list)' for any of them"), at: element.range,
        fixIts: comparison.map { [fixIt("ask for any", $0.range, "ANY \(path) IN \(list)")] } ?? [])
      return nil
    }
    if case .fetched(let fetch) = element.shape, quantifier == .any {
      return .comparison(
        TypedComparison(
          quantifier: .any, left: collection, comparisonOperator: .in, right: .fetch(fetch)))
    }
    guard let values = listTyper.convertList(element, type, beside: operand) else { return nil }
    if quantifier == .any {
      return .comparison(
        TypedComparison(
          quantifier: .any, left: collection, comparisonOperator: .in, right: values))
    }
    guard case .aggregate(let objects) = values else {
      report(
        .allInStore(
          text(comparison?.range ?? element.range),
          rewrite: "the list as an argument, so that each object can be asked for"),
        at: element.range)
      report(.ambiguousType, at: element.range)
      return nil
    }
    let each = objects.map { object in
      TypedPredicate.comparison(
        TypedComparison(
          quantifier: .any, left: collection, comparisonOperator: .equal, right: object))
    }
    return each.count == 1 ? each[0] : each.isEmpty ? .constant(true) : .and(each)
  }
}

extension KeyComponent {
  var isCollectionOperator: Bool {
    if case .collectionOperator = name { return true }
    return false
  }
}
