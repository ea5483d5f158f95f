import MomentumDiagnostics
import MomentumModel

// Checks ANY and ALL: whether the to-many path is on the left, and which text to propose if the
// quantifier is missing.

extension MembershipTyper {
  /// The quantifier that the checked comparison has. It is wrapped in a struct, because a
  /// comparison without a quantifier can be valid, while a missing struct means that an error was
  /// reported.
  struct QuantifierChoice {
    var value: Quantifier?
  }

  func quantifier(
    of syntax: ComparisonSyntax, _ left: Operand, _ right: Operand, _ range: SourceRange
  ) -> QuantifierChoice? {
    if left.crossesToMany, right.crossesToMany {
      refuseTwoCollections(syntax, left, right)
      return nil
    }
    if right.crossesToMany {
      refuseManyOnRight(syntax, left, right, range)
      return nil
    }
    switch syntax.quantifier {
    case nil where left.crossesToMany:
      refuseMany(syntax, left, right, range)
      return nil
    case .any where !left.crossesToMany, .all where !left.crossesToMany:
      return quantifierOfOne(syntax, left, right, range)
    case .all:
      report(
        .allInStore(text(range), rewrite: allRewrite(syntax)), at: syntax.left.range)
      return QuantifierChoice(value: .all)
    case .any, nil:
      warnAboutNullObject(syntax, left, right, range)
      return QuantifierChoice(value: syntax.quantifier)
    }
  }

  /// Whether a path ends in a to-many relationship: `tags` does, `tags.name` does not.
  private func endsInToMany(_ operand: Operand) -> Bool {
    guard case .path(let path) = operand.shape, path.path.target == .object,
      let last = path.path.steps.last
    else { return false }
    return model[last].isToMany
  }

  /// Warns of `ANY tags == nil`, which is never true: a relationship has no objects that are nil.
  private func warnAboutNullObject(
    _ syntax: ComparisonSyntax, _ left: Operand, _ right: Operand, _ range: SourceRange
  ) {
    guard syntax.comparisonOperator == .equal, right.isNull, endsInToMany(left) else { return }
    let rewrite = "\(text(syntax.left)).@count == 0"
    report(
      .neverNull(text(syntax.left), rewrite: rewrite),
      at: syntax.left.range.union(syntax.right.range),
      fixIts: quantifierRange(syntax, range).map {
        [fixIt("count the objects", $0.union(syntax.right.range), rewrite)]
      } ?? [])
  }

  /// Reports a to-many path without a quantifier. Proposes `tags.@count == 0` for a comparison with
  /// nil, and ANY otherwise.
  private func refuseMany(
    _ syntax: ComparisonSyntax, _ left: Operand, _ right: Operand, _ range: SourceRange
  ) {
    let path = text(syntax.left)
    if right.isNull || right.isEmptyList, endsInToMany(left),
      syntax.comparisonOperator == .equal || syntax.comparisonOperator == .notEqual
    {
      let sign = syntax.comparisonOperator == .equal ? "==" : ">"
      let rewrite = "\(path).@count \(sign) 0"
      report(
        .toManyWithoutQuantifier(path, rewrite: "'\(rewrite)'"), at: syntax.left.range,
        fixIts: [
          fixIt("count the objects", syntax.left.range.union(syntax.right.range), rewrite)
        ])
      return
    }
    let written = text(syntax.left.range.union(syntax.right.range))
    report(
      .toManyWithoutQuantifier(path, rewrite: "'ANY \(written)'"), at: syntax.left.range,
      fixIts: [insertAny(syntax)])
  }

  private func refuseManyOnRight(
    _ syntax: ComparisonSyntax, _ left: Operand, _ right: Operand, _ range: SourceRange
  ) {
    // The parser reads NOT IN as a NOT around IN, so the operator's range does not include the NOT.
    // The proposed text has to repeat it.
    let between = text(SourceRange(syntax.left.range.end, syntax.right.range.start))
    let negation = between.uppercased().contains("NOT") ? "NOT " : ""
    let swapped = exchanged(syntax, left, right).map {
      "\(negation)ANY \(text(syntax.right)) \($0)\(syntax.options.text) \(text(syntax.left))"
    }
    if syntax.quantifier == nil {
      report(
        .toManyWithoutQuantifier(
          text(syntax.right), rewrite: swapped.map { "'\($0)'" } ?? "a SUBQUERY over it"),
        at: syntax.right.range,
        fixIts: isOrderOfArgumentsKept(syntax)
          ? swapped.map {
            [fixIt("ask for any", syntax.left.range.union(syntax.right.range), $0)]
          } ?? [] : [])
      return
    }
    let isAny = syntax.quantifier == .any
    let rewrite = isAny ? swapped : nil
    report(
      .constantOnLeftOfQuantifier(rewrite: rewrite.map { "'\($0)'" }), at: syntax.left.range,
      fixIts: rewrite.flatMap { text in
        quantifierRange(syntax, range).map {
          [fixIt("exchange the sides", $0.union(syntax.right.range), text)]
        }
      } ?? [])
  }

  /// Returns the operator for the comparison with its sides exchanged, so that the to-many path is
  /// on the left: `==` or `IN` for IN, since `x IN tags` becomes `ANY tags == x`. Returns `nil` if
  /// the operator does not allow the exchange.
  private func exchanged(
    _ syntax: ComparisonSyntax, _ left: Operand, _ right: Operand
  ) -> String? {
    guard syntax.comparisonOperator == .in else { return syntax.comparisonOperator.exchanged }
    return left.isList ? "IN" : "=="
  }

  /// Whether a message may propose to exchange the sides. If both contain a placeholder such as
  /// `%@`, each placeholder would then get the other's argument, because arguments are taken in the
  /// order of the text.
  private func isOrderOfArgumentsKept(_ syntax: ComparisonSyntax) -> Bool {
    !(text(syntax.left).contains("%") && text(syntax.right).contains("%"))
  }

  private func refuseTwoCollections(
    _ syntax: ComparisonSyntax, _ left: Operand, _ right: Operand
  ) {
    let variable = keyPathReader.freshVariable()
    let sign = text(syntax.operatorRange)
    let rewrite =
      left.isToManyObject && syntax.quantifier != .all
      ? "'SUBQUERY(\(text(left.range)), $\(variable), ANY \(text(right.range)) \(sign) $\(variable)).@count > 0'"
      : "a SUBQUERY over one of them with ANY over the other inside"
    report(
      .membershipOfMany(
        "'\(text(left.range))' and '\(text(right.range))' both reach many values",
        rewrite: rewrite), at: right.range)
  }

  /// Reports a quantifier such as ANY before one value. Before a property it has no effect, so the
  /// comparison is checked without it; if it is before a constant, the author meant the right side,
  /// and the result is `nil`.
  private func quantifierOfOne(
    _ syntax: ComparisonSyntax, _ left: Operand, _ right: Operand, _ range: SourceRange
  ) -> QuantifierChoice? {
    if left.isConstant {
      let isList = left.isList && syntax.comparisonOperator == .equal && syntax.quantifier == .any
      let rewrite = isList ? "\(text(syntax.right)) IN \(text(syntax.left))" : nil
      report(
        .constantOnLeftOfQuantifier(rewrite: rewrite.map { "'\($0)'" }), at: syntax.left.range,
        fixIts: rewrite.flatMap { text in
          quantifierRange(syntax, range).map {
            [fixIt("use IN", $0.union(syntax.right.range), text)]
          }
        } ?? [])
      return nil
    }
    report(
      .quantifierWithoutToMany(text(syntax.left)), at: syntax.left.range,
      fixIts: quantifierRange(syntax, range).map {
        [
          fixIt(
            "delete the quantifier", SourceRange($0.start, syntax.left.range.start), "")
        ]
      } ?? [])
    return QuantifierChoice(value: nil)
  }

  /// The range of the word ANY, SOME or ALL; `nil` for NONE, which also negates the comparison and
  /// so cannot simply be replaced.
  private func quantifierRange(_ syntax: ComparisonSyntax, _ range: SourceRange) -> SourceRange? {
    let before = Array(text(SourceRange(range.start, syntax.left.range.start)).utf8)
    // The letters before the left side are the word. A parenthesis may stand before or after it.
    let letters = before.indices.filter { before[$0] | 0x20 >= 0x61 && before[$0] | 0x20 <= 0x7A }
    guard let first = letters.first, let last = letters.last, last - first + 1 == letters.count
    else { return nil }
    let word = String(decoding: before[first...last], as: UTF8.self).uppercased()
    guard ["ANY", "SOME", "ALL"].contains(word) else { return nil }
    return SourceRange(range.start + first, range.start + last + 1)
  }

  /// The text to propose for `ALL tags.name == 'a'`:
  /// `SUBQUERY(tags, $x, NOT $x.name == 'a').@count == 0`.
  private func allRewrite(_ syntax: ComparisonSyntax) -> String? {
    guard case .keyPath = syntax.left.kind,
      let rewrite = keyPathReader.subqueryRewrite(around: syntax.left)
    else { return nil }
    let variable = "$\(keyPathReader.freshVariable()), "
    guard let cut = rewrite.firstRange(of: variable) else { return nil }
    return rewrite[..<cut.upperBound] + "NOT "
      + rewrite[cut.upperBound...].replacing(").@count > 0", with: ").@count == 0")
  }
}

extension ComparisonOperator {
  /// The operator with the same meaning if the sides are exchanged; `nil` if there is none.
  var exchanged: String? {
    switch self {
    case .equal, .notEqual: text
    case .less: ">"
    case .lessOrEqual: ">="
    case .greater: "<"
    case .greaterOrEqual: "<="
    case .in: "CONTAINS"
    case .contains: "IN"
    case .beginsWith, .endsWith, .like, .matches, .between, .utiConformsTo, .utiEquals, .custom:
      nil
    }
  }
}
