import MomentumDiagnostics
import MomentumModel
import MomentumSwiftSource

// Texts of a program: literals, concatenations of literals, and constants.

extension Evaluator {
  /// The text of an expression with its places; `nil` if it is not known.
  ///
  /// An interpolation whose text is not known becomes a gap of the result.
  func text(of expression: SwiftExpression) -> SourceLiteral? {
    guard depth < Evaluator.depthMax else { return nil }
    switch expression.kind {
    case .string(let token): return resolved(SwiftLiteralReader.read(token, in: tokens))
    case .binary("+", let left, let right):
      guard var first = at(token).text(of: left), let second = at(token).text(of: right) else {
        return nil
      }
      first.append(second)
      return first
    case .tuple(let elements) where elements.count == 1:
      return at(token).text(of: elements[0].value)
    case .forceUnwrap(let inner), .effect(_, let inner): return at(token).text(of: inner)
    case .cast(let inner, _, let type)
    where ["String", "NSString", "CVarArg", "Any", "AnyObject"].contains(type.lastName ?? ""):
      return at(token).text(of: inner)
    case .macro(let macro) where macro.name == "keyPath":
      return keyPath(macro, expression)
    case .name(let name, _): return constant(name, expression)
    case .member(let base?, "rawValue"): return rawValue(of: base)
    case .member(nil, let name): return implicit(name, expression)
    case .member(let base?, let name): return constant(name, of: base, expression)
    case .call(let callee, let arguments): return described(callee, arguments, expression)
    default: return nil
    }
  }

  /// A literal with the texts of its interpolations, as far as they are known.
  private func resolved(_ literal: SourceLiteral) -> SourceLiteral {
    guard !literal.gaps.isEmpty else { return literal }
    let texts = literal.gaps.map { gap -> String? in
      let inner = interpolated(gap)
      guard let inner, let text = inner.evaluator.text(of: inner.expression), text.gaps.isEmpty
      else { return nil }
      return text.text
    }
    guard texts.contains(where: { $0 != nil }) else { return literal }
    guard texts.allSatisfy({ $0 != nil }) else { return literal }
    return literal.filling(texts.map { $0 ?? "" })
  }

  /// The interpolated expression, and an evaluator for it, because its tokens are those of the
  /// literal's content, read again. `nil` for an interpolation of another file.
  func interpolated(
    _ gap: SourceLiteral.Gap
  ) -> (expression: SwiftExpression, evaluator: InterpolationEvaluator)? {
    guard gap.location.file.path == tokens.file.path else { return nil }
    let inner = SwiftTokens(
      tokens.file, in: gap.content.start..<gap.content.end)
    let expression = ExpressionReader.read(0..<inner.end, in: inner)
    if case .other = expression.kind { return nil }
    return (expression, InterpolationEvaluator(outer: self, tokens: inner))
  }

  // MARK: - Key paths

  /// The keys of a `#keyPath` as a text: `books.title` of `#keyPath(Person.books.title)`.
  private func keyPath(
    _ macro: SwiftExpression.Macro, _ expression: SwiftExpression
  ) -> SourceLiteral? {
    guard let path = macro.arguments.first?.value.path else { return nil }
    let keys = path.drop { name in
      name.first?.isUppercase == true || name.isEmpty || name == "self"
    }
    guard !keys.isEmpty else { return nil }
    var literal = SourceLiteral(
      keys.joined(separator: "."), at: tokens.location(expression.tokens))
    literal.isCheckedByCompiler = true
    return literal
  }

  // MARK: - Constants

  private func constant(_ name: String, _ expression: SwiftExpression) -> SourceLiteral? {
    if let local = region.local(name, before: token) {
      guard local.type.map({ $0.lastName == "String" || $0.lastName == "StaticString" }) ?? true,
        case .variable = local.origin, let value = local.value,
        isConstant(local.token),
        let inner = unit.expression(at: value.lowerBound, before: value.upperBound)
      else { return nil }
      return at(local.token).text(of: inner)
    }
    if region.member?.parameters.contains(where: { $0.name == name }) == true { return nil }
    if let typeName = region.typeName {
      let own = members(name, of: typeName)
      if let member = own.first { return text(of: member) }
    }
    return project.index.globals[name]?.first.flatMap { text(of: $0) }
      ?? project.foreignConstants[name]
  }

  /// Whether a local name is declared by `let`.
  private func isConstant(_ token: Int) -> Bool {
    token > 0 && tokens.token(token - 1, is: "let")
  }

  private func constant(
    _ name: String, of base: SwiftExpression, _ expression: SwiftExpression
  ) -> SourceLiteral? {
    if case .name("self", _) = base.kind, let typeName = region.typeName {
      return members(name, of: typeName).first.flatMap { text(of: $0) }
    }
    if name == "name", case .description(.entity(let place)) = meaning(of: base) {
      return SourceLiteral(project.model[place].name, at: tokens.location(expression.tokens))
    }
    guard case .type(let type, _) = typeMeaning(of: base) else { return nil }
    let members = members(name, of: type)
    if let member = members.first(where: { $0.isStatic || $0.isCase }) { return text(of: member) }
    return nil
  }

  /// The text of `.name` without its type: a case or a constant of any type may have this name, so
  /// the text is not known.
  private func implicit(_ name: String, _ expression: SwiftExpression) -> SourceLiteral? { nil }

  /// The meaning of the type before a member, by its last name: `Keys` of `Person.Keys`.
  private func typeMeaning(of base: SwiftExpression) -> Meaning {
    if let path = base.path, let last = path.last, last.first?.isUppercase == true {
      return .type(last == "Self" ? region.typeName ?? last : last, [])
    }
    return meaning(of: base)
  }

  private func rawValue(of base: SwiftExpression) -> SourceLiteral? {
    guard case .member(let type?, let name) = base.kind,
      case .type(let typeName, _) = typeMeaning(of: type),
      let member = members(name, of: typeName).first(where: { $0.isCase })
    else { return nil }
    return text(of: member)
  }

  /// The text of a constant, or the raw value of a case.
  private func text(of member: SourceIndex.Member) -> SourceLiteral? {
    let source = project.units[member.unit]
    if member.isCase, member.value == nil {
      guard let owner = member.owner,
        project.index.types[owner]?.inherited.contains("String") == true
      else { return nil }
      return SourceLiteral(
        member.name, at: SourceLocation(source.tokens.file, SourceRange(0, 0)))
    }
    guard let value = (member.isConstant ? member.value : nil) ?? constantBody(of: member) else {
      return nil
    }
    let other = CodeRegion(
      source, unit: member.unit, range: value, typeName: member.owner, member: nil)
    let inner = Evaluator(
      project: project, region: other, token: value.upperBound, depth: depth + 1)
    guard let expression = inner.unit.expression(at: value.lowerBound, before: value.upperBound)
    else { return nil }
    return inner.text(of: expression)
  }

  /// The tokens of the only literal in a body: `static var entityName: String { "Person" }`;
  /// otherwise `nil`.
  private func constantBody(of member: SourceIndex.Member) -> Range<Int>? {
    guard !member.isFunction, let body = member.body else { return nil }
    let tokens = project.units[member.unit].tokens
    if body.count == 1, tokens[body.lowerBound].kind == .string { return body }
    if body.count == 2, tokens.token(body.lowerBound, is: "return"),
      tokens[body.lowerBound + 1].kind == .string
    {
      return body.lowerBound + 1..<body.upperBound
    }
    return nil
  }

  // MARK: - Names of types

  /// The name of a type as text: `String(describing: Person.self)`,
  /// `NSStringFromClass(Person.self)`.
  private func described(
    _ callee: SwiftExpression, _ arguments: [SwiftExpression.Argument],
    _ expression: SwiftExpression
  ) -> SourceLiteral? {
    guard case .name(let function, _) = callee.kind, let first = arguments.first else { return nil }
    switch (function, first.label) {
    case ("String", "describing"), ("String", "reflecting"):
      guard case .type(let name, _) = meaning(of: first.value),
        project.entity(ofClass: name) != nil || project.index.types[name] != nil
      else { return nil }
      return SourceLiteral(name, at: tokens.location(expression.tokens))
    case ("NSLocalizedString", _): return nil
    case ("String", nil) where arguments.count == 1: return at(token).text(of: first.value)
    default: return nil
    }
  }
}

/// Finds the meaning of an interpolated expression. Its tokens come from a second reading of the
/// literal's content, so their indices are not those of the file.
struct InterpolationEvaluator {
  let outer: Evaluator
  let tokens: SwiftTokens

  func text(of expression: SwiftExpression) -> SourceLiteral? {
    switch expression.kind {
    case .string(let token): return SwiftLiteralReader.read(token, in: tokens)
    case .macro(let macro) where macro.name == "keyPath": return outer.text(of: expression)
    case .name, .member: return outer.text(of: expression)
    default: return nil
    }
  }

  func meaning(of expression: SwiftExpression) -> Meaning { outer.meaning(of: expression) }

  /// Whether an expression names a constant of the program: the raw value of a case, or a global one
  /// such as `NSMetadataItemFSNameKey`. Its text does not come from outside the program.
  func isConstant(_ expression: SwiftExpression) -> Bool {
    switch expression.kind {
    case .name(let name, _):
      return name.first?.isUppercase == true && outer.region.local(name, before: outer.token) == nil
    case .member(let base?, "rawValue"), .member(let base?, "rawKey"):
      return base.path?.first?.first?.isUppercase == true
    case .member(let base?, _):
      guard let path = base.path else { return false }
      return path.allSatisfy { $0.first?.isUppercase == true }
    case .integer, .float, .boolean: return true
    default: return false
    }
  }
}
