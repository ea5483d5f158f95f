package import MomentumModel
import MomentumPredicate

// Comparisons of attributes with constants and with each other.

extension PredicateGenerator {
  /// Comparisons of each stored attribute of an entity, some for each.
  package mutating func attributePredicates(
    over entity: EntityID, each count: Int
  ) -> [GeneratedPredicate] {
    let scope = Scope.queried(entity)
    var result: [GeneratedPredicate] = []
    for (leaf, attribute) in ObjectGraph.leaves(of: entity, in: model)
    where !attribute.isTransient && !model[leaf.attribute].isTransient {
      // The bytes may stand in a file beside the store.
      let type = attribute.allowsExternalStorage ? .transformable : attribute.type
      for _ in 0..<count {
        let path = spelled([model[leaf.attribute].name] + leaf.path, scope)
        result.append(.leaf(compare(path, type)))
      }
    }
    return result
  }

  mutating func attributeComparison(_ scope: Scope) -> GeneratedPredicate? {
    guard let path = attributePath(scope, where: { _ in true }),
      case .attribute(let type) = path.target
    else { return nil }
    return .leaf(compare(path.format, type))
  }

  /// `<operand> <operator> <constant>`, in either order where the operator has one.
  ///
  /// - Parameter isQuantified: A quantifier asks about the left side.
  mutating func compare(
    _ operand: FormatText, _ type: AttributeType, isQuantified: Bool = false
  ) -> FormatText {
    if dice.chance(12) || type.family == .opaque {
      return operand + dice.one(" == nil", " != nil", " = NULL", " <> nil")
    }
    switch type.family {
    case .string: return compareString(operand, isQuantified)
    case .number, .date: return compareOrdered(operand, type, isQuantified)
    case .boolean:
      if dice.chance(10) { return operand + " IN " + list(type) }
      return operand + dice.one(" == ", " != ") + constant(type)
    case .plain:
      if dice.chance(25) { return operand + " IN " + list(type) }
      return operand + dice.one(" == ", " != ") + constant(type)
    case .opaque: return operand + " != nil"
    }
  }

  private mutating func compareOrdered(
    _ operand: FormatText, _ type: AttributeType, _ isQuantified: Bool
  ) -> FormatText {
    switch dice.weighted([8, 2, 2]) {
    case 0:
      // A number may be compared with one of another type.
      let other: AttributeType =
        type.family == .number && dice.chance(25)
        ? dice.one(.integer32, .double, .decimal, .integer64) : type
      let sign = orderSign()
      return isQuantified || dice.chance(85)
        ? operand + sign + constant(other) : literalOrArgument(other) + sign + operand
    case 1: return operand + dice.one(" IN ", isQuantified ? " IN " : " NOT IN ") + list(type)
    case _: return operand + " BETWEEN " + bounds(type)
    }
  }

  mutating func orderSign() -> String {
    dice.one(" == ", " != ", " < ", " <= ", " > ", " >= ", " = ", " <> ", " =< ", " => ")
  }

  /// On the left side no variable, whose type would come too late.
  private mutating func literalOrArgument(_ type: AttributeType) -> FormatText {
    let value = value(type)
    return dice.chance(60) ? literal(value, type) ?? argument(value) : argument(value)
  }

  private mutating func bounds(_ type: AttributeType) -> FormatText {
    let values = [value(type), value(type)]
    let sorted = dice.chance(85) ? values.sorted(by: Self.isBefore) : values
    if dice.chance(30) {
      return FormatText("%@", arguments: [.list(sorted.map { .value($0) })])
    }
    let bounds = sorted.map { literal($0, type) ?? argument($0) }
    return "{" + FormatText.joined(bounds, ", ") + "}"
  }

  private static func isBefore(_ left: AttributeValue, _ right: AttributeValue) -> Bool {
    switch (left, right) {
    case (.integer(let first), .integer(let second)): first < second
    case (.double(let first), .double(let second)), (.date(let first), .date(let second)):
      first < second
    case (.decimal(let first), .decimal(let second)): first < second
    case (.string(let first), .string(let second)): first < second
    case _: false
    }
  }

  // MARK: - Strings

  mutating func options() -> String {
    dice.one("", "", "", "", "[c]", "[c]", "[d]", "[cd]", "[cd]", "[n]", "[l]", "[cdl]", "[cn]")
  }

  private mutating func compareString(
    _ operand: FormatText, _ isQuantified: Bool
  ) -> FormatText {
    switch dice.weighted([6, 3, 6, 3, 2, 3, 1, 1]) {
    case 0: return operand + dice.one(" ==", " !=") + options() + " " + constant(.string)
    case 1:
      return operand + dice.one(" <", " <=", " >", " >=") + options() + " " + constant(.string)
    case 2:
      let sign = dice.one(" CONTAINS", " BEGINSWITH", " ENDSWITH", " contains", " beginswith")
      return operand + sign + options() + " " + part()
    case 3:
      return operand + dice.one(" LIKE", " like") + options() + " " + text(likePattern())
    case 4:
      return operand + " MATCHES" + dice.one("", "[c]", "[n]") + " " + text(regularExpression())
    case 5:
      return operand + dice.one(" IN", " IN", isQuantified ? " IN" : " NOT IN")
        + dice.one("", "", "[c]", "[cd]") + " "
        + list(.string)
    case 6: return operand + " BETWEEN " + bounds(.string)
    case _: return operand + " IN " + constantText()
    }
  }

  private mutating func text(_ text: String) -> FormatText {
    let argument = FormatText("%@", arguments: [.value(.string(text))])
    return dice.chance(50) ? Self.quoted(text).map { FormatText($0) } ?? argument : argument
  }

  /// A part of a text that some object has.
  private mutating func part() -> FormatText {
    guard case .string(let whole) = value(.string), !whole.isEmpty, dice.chance(70) else {
      return constant(.string)
    }
    let scalars = Array(whole.unicodeScalars)
    let start = dice.int(0...scalars.count - 1)
    let end = dice.int(start...scalars.count - 1)
    var part = String.UnicodeScalarView()
    part.append(contentsOf: scalars[start...end])
    return text(String(part))
  }

  private mutating func constantText() -> FormatText {
    guard case .string(let first) = value(.string), case .string(let second) = value(.string) else {
      return text("abc")
    }
    return text(first + second)
  }

  // MARK: - Two paths

  /// `owner.name == name`
  mutating func pathComparison(_ scope: Scope, _ other: Scope) -> GeneratedPredicate? {
    guard
      let left = attributePath(
        scope, where: { $0.family != .opaque }), case .attribute(let type) = left.target
    else { return nil }
    let family = type.family
    guard
      let right = attributePath(
        other,
        where: { $0.family == family && (family != .plain || $0 == type) })
    else { return nil }
    let sign: String
    switch family {
    case .string:
      sign = dice.one(
        " == ", " != ", " < ", " >= ", " CONTAINS ", " BEGINSWITH[c] ", " ==[cd] ", " ENDSWITH ",
        " <=[c] ", " IN ", " LIKE ")
    case .number, .date: sign = orderSign()
    case .boolean, .plain, .opaque: sign = dice.one(" == ", " != ")
    }
    return .leaf(left.format + sign + right.format)
  }
}
