import MomentumDiagnostics
import MomentumModel

// Types CONTAINS, BEGINSWITH, ENDSWITH, LIKE, MATCHES, and IN between two texts.

extension ComparisonTyper {
  func compareStrings(
    _ syntax: ComparisonSyntax, _ left: Operand, _ right: Operand, _ quantifier: Quantifier?,
    _ range: SourceRange
  ) -> TypedPredicate? {
    guard checkString(left, syntax, range), checkString(right, syntax, range) else { return nil }
    let type = PredicateType.attribute(.string)
    guard let first = valueTyper.convert(left, as: type, beside: right),
      let second = valueTyper.convert(right, as: type, beside: left)
    else { return nil }
    let typed = TypedComparison(
      quantifier: quantifier, left: first, comparisonOperator: syntax.comparisonOperator,
      options: options(syntax, type), right: second)
    warn(aboutStrings: typed, syntax, range)
    return .comparison(typed)
  }

  private func checkString(
    _ operand: Operand, _ syntax: ComparisonSyntax, _ range: SourceRange
  ) -> Bool {
    let why: String
    var hint: String?
    if operand.isNull {
      why = "nil is no text"
      let path = operand.range == syntax.left.range ? text(syntax.right) : text(syntax.left)
      hint = "write '\(path) == nil' for a missing one"
    } else if operand.isList {
      why = "a collection is no text"
      hint = "write IN for one of several texts"
    } else if let type = operand.type, !type.isString {
      why = "'\(text(operand.range))' is \(article(type))"
      hint = stringHint(type, operand)
    } else {
      return true
    }
    report(
      .stringOperatorOnOther(text(range), why: why, hint: hint), at: operand.range)
    return false
  }

  private func stringHint(_ type: PredicateType, _ operand: Operand) -> String? {
    let shown = text(operand.range)
    switch type {
    case .object(let entity):
      return attributeHint(of: entity, behind: shown)
    case .count: return "write CAST(\(shown), 'NSString') for its digits"
    case .attribute(let attribute):
      if attribute == .boolean { return "write '\(shown) == YES' or '\(shown) == NO'" }
      if attribute.isNumber { return "write CAST(\(shown), 'NSString') for its digits" }
      switch attribute {
      case .date: return "compare dates by < and >"
      case .uri, .uuid:
        return
          "a store compares \(article(type)) by == and IN only; store its text in a String attribute as well"
      case .binary, .transformable: return "a store compares bytes by == only"
      case .undefined, .integer16, .integer32, .integer64, .decimal, .double, .float, .string,
        .boolean, .objectID, .composite:
        return nil
      }
    }
  }

  /// The repair that a message proposes if an object is compared with a text:
  /// `compare one of its attributes, such as 'author.name'`. Returns `nil` if the entity has no
  /// text attribute.
  func attributeHint(of entity: EntityID, behind path: String) -> String? {
    let texts = model.attributes(of: entity).filter {
      model[$0].type == .string && !model[$0].isTransient
    }
    guard let best = texts.first(where: { ComparisonTyper.isTitle(model[$0].name) }) ?? texts.first
    else { return nil }
    let name = PredicatePrinter.escaped(model[best].name)
    let whole = path.uppercased() == "SELF" ? name : "\(path).\(name)"
    return "compare one of its attributes, such as '\(whole)'"
  }

  /// Whether a text attribute of this name probably tells one object from the others, so that a
  /// message should propose it.
  private static func isTitle(_ name: String) -> Bool {
    let lower = name.lowercased()
    return ["name", "title", "identifier"].contains { lower.hasSuffix($0) }
  }

  private func warn(
    aboutStrings typed: TypedComparison, _ syntax: ComparisonSyntax, _ range: SourceRange
  ) {
    guard case .constant(.string(let pattern)) = typed.right else { return }
    let place = syntax.right.range
    if pattern.isEmpty {
      report(.alwaysFalse("\(typed.comparisonOperator.text) ''"), at: place)
      return
    }
    switch typed.comparisonOperator {
    case .like where !pattern.contains("*") && !pattern.contains("?"):
      warn(aboutPattern: pattern, at: place)
    case .matches:
      if let isRegularExpression = state.isRegularExpression, !isRegularExpression(pattern) {
        report(.pattern(text(place)), at: place)
      }
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .in, .contains,
      .beginsWith, .endsWith, .like, .between, .utiConformsTo, .utiEquals, .custom:
      break
    }
  }

  /// Warns of a pattern of LIKE without `*` and `?`. SQL's `%` and `_` are no wildcards here.
  private func warn(aboutPattern pattern: String, at place: SourceRange) {
    let written = text(place)
    let isWritten = written.hasPrefix("'") || written.hasPrefix("\"")
    let shown = isWritten ? written : "'\(pattern)'"
    guard pattern.contains("%") || pattern.contains("_") else {
      return report(.likeWithoutWildcard(shown), at: place)
    }
    let rewrite = shown.replacing("%", with: "*").replacing("_", with: "?")
    report(
      .foreignWildcard(shown, rewrite: rewrite), at: place,
      fixIts: isWritten ? [fixIt("use the wildcards of LIKE", place, rewrite)] : [])
  }

  /// Types `IN` between two texts, which is true if the right text contains the left one:
  /// `'abc' IN title`.
  func compareSubstring(
    _ syntax: ComparisonSyntax, _ left: Operand, _ right: Operand, _ quantifier: Quantifier?,
    _ range: SourceRange
  ) -> TypedPredicate? {
    guard checkString(left, syntax, range) else { return nil }
    let type = PredicateType.attribute(.string)
    guard let first = valueTyper.convert(left, as: type, beside: right),
      let second = valueTyper.convert(right, as: type, beside: left)
    else { return nil }
    if !left.isConstant, case .literal = right.shape {
      let list = "{\(text(right.range))}"
      report(
        .substring(text(right.range), rewrite: "'\(text(left.range)) IN \(list)'"), at: right.range)
    }
    if first == .constant(.string("")) { report(.alwaysFalse("'' IN …"), at: left.range) }
    return .comparison(
      TypedComparison(
        quantifier: quantifier, left: first, comparisonOperator: .in,
        options: options(syntax, type), right: second))
  }
}
