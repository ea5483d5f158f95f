import MomentumDiagnostics
import MomentumSwiftSource

/// Finds the meaning of expressions.
///
/// Names are looked up in the surrounding code, in the type, and in all files. Types are not inferred:
/// without a written type or a known origin, the meaning is `.unknown`.
struct Evaluator {
  static let depthMax = 12

  let project: SwiftProject
  let region: CodeRegion
  /// The token at which the expression is; names mean what is declared before it.
  var token: Int
  var depth = 0

  var unit: SwiftUnit { project.units[region.unit] }
  var tokens: SwiftTokens { unit.tokens }

  func at(_ token: Int) -> Evaluator {
    var copy = self
    copy.token = token
    copy.depth += 1
    return copy
  }

  /// This evaluator with a depth that is one greater.
  private var deeper: Evaluator { at(token) }

  // MARK: - Expressions

  func meaning(of expression: SwiftExpression) -> Meaning {
    guard depth < Evaluator.depthMax else { return .unknown }
    switch expression.kind {
    case .name(let name, let arguments): return meaning(ofName: name, arguments)
    case .member(let base?, let name): return deeper.member(name, of: base)
    case .call(let callee, let arguments): return deeper.call(callee, arguments)
    case .subscripted(let base, _):
      switch deeper.meaning(of: base) {
      case .objects(let subject): return .object(subject)
      case .foreign: return .foreign
      default: return .unknown
      }
    case .optionalChain(let inner), .forceUnwrap(let inner), .effect(_, let inner):
      return deeper.meaning(of: inner)
    case .tuple(let elements) where elements.count == 1:
      return deeper.meaning(of: elements[0].value)
    case .cast(let inner, _, let type):
      let cast = project.meaning(of: type)
      switch cast {
      case .request(.unknown), .object(.unknown), .objects(.unknown), .unknown, .value:
        let own = deeper.meaning(of: inner)
        return own.subject.isKnown ? own : carried(own, cast)
      default: return cast
      }
    case .binary("??", let left, let right):
      let first = deeper.meaning(of: left)
      return first.subject.isKnown ? first : deeper.meaning(of: right)
    case .binary: return arithmetic(expression)
    case .ternary(_, let first, let second):
      let one = deeper.meaning(of: first)
      return one.subject.isKnown ? one : deeper.meaning(of: second)
    case .integer: return .plain(.integer)
    case .float: return .plain(.real)
    case .boolean: return .plain(.boolean)
    case .nilLiteral: return .plain(.null)
    case .string: return .plain(.text)
    case .array(let elements):
      if let first = elements.first, case .object(let subject) = deeper.meaning(of: first) {
        return .objects(subject)
      }
      return .plain(.list)
    case .prefix("-", let inner): return deeper.meaning(of: inner)
    case .prefix("!", _): return .plain(.boolean)
    case .macro(let macro) where macro.name == "keyPath": return .plain(.text)
    case .regex, .member, .tuple, .prefix, .postfix, .dictionary, .keyPath, .closure, .macro,
      .conditional, .other:
      return .unknown
    }
  }

  /// The meaning of `value as Type`, from the meaning of the value and that of the type.
  /// `x as CVarArg` keeps the meaning of `x`.
  private func carried(_ own: Meaning, _ cast: Meaning) -> Meaning {
    switch (own, cast) {
    case (.plain, .value(let type)) where type.lastName == "CVarArg": own
    case (.unknown, _): cast
    case (_, .unknown), (_, .value): .unknown
    default: cast
    }
  }

  private func arithmetic(_ expression: SwiftExpression) -> Meaning {
    guard case .binary(let sign, let left, let right) = expression.kind else { return .unknown }
    switch sign {
    case "==", "!=", "<", ">", "<=", ">=", "&&", "||": return .plain(.boolean)
    case "+", "-", "*", "/", "%":
      guard case .plain(let first) = deeper.meaning(of: left),
        case .plain(let second) = deeper.meaning(of: right)
      else { return .unknown }
      switch (first, second) {
      case (.integer, .integer): return .plain(.integer)
      case (.real, .real), (.real, .integer), (.integer, .real): return .plain(.real)
      case (.text, .text): return .plain(.text)
      default: return .unknown
      }
    default: return .unknown
    }
  }

  // MARK: - Names

  private func meaning(ofName name: String, _ arguments: [SwiftType]) -> Meaning {
    if name == "self" {
      return region.typeName.flatMap { project.subject(ofClass: $0) }.map { .object($0) }
        ?? .unknown
    }
    if name == "Self" { return region.typeName.map { .type($0, []) } ?? .unknown }
    if let local = region.local(name, before: token) { return meaning(of: local) }
    if name.first == "_" || name.first == "$", name.count > 1, name != "$0" {
      // `_name` and `$name` are the storage and the projection of a property wrapper.
      return meaning(ofName: String(name.dropFirst()), [])
    }
    if let parameter = region.member?.parameters.first(where: { $0.name == name }) {
      return parameter.type.map { project.meaning(of: $0) } ?? .unknown
    }
    if let typeName = region.typeName, let member = members(name, of: typeName).first {
      return meaning(of: member)
    }
    if let member = project.index.globals[name]?.first { return meaning(of: member) }
    guard name.first?.isUppercase == true else {
      // Inside a class of managed objects the properties of the entity are names.
      guard let typeName = region.typeName, let subject = project.subject(ofClass: typeName) else {
        return .unknown
      }
      return property(name, of: subject)
    }
    return .type(name, arguments)
  }

  /// The members of a name that a type, or else one of its superclasses and protocols, has.
  func members(_ name: String, of typeName: String) -> [SourceIndex.Member] {
    var seen: Set<String> = [typeName]
    var open = [typeName]
    while !open.isEmpty, seen.count < 60 {
      let next = open.removeFirst()
      guard let info = project.index.types[next] else { continue }
      if let own = info.members[name], !own.isEmpty { return own }
      for parent in info.inherited where seen.insert(parent).inserted { open.append(parent) }
    }
    return []
  }

  private func meaning(of local: CodeRegion.Local) -> Meaning {
    if let type = local.type {
      let declared = project.meaning(of: type)
      switch declared {
      case .request(.unknown), .objects(.unknown), .object(.unknown), .unknown: break
      default: return declared
      }
      guard let value = local.value,
        let expression = unit.expression(at: value.lowerBound, before: value.upperBound)
      else { return assigned(to: local) ?? declared }
      let found = at(local.token).meaning(of: expression)
      return found.subject.isKnown ? found : assigned(to: local) ?? declared
    }
    switch local.origin {
    case .variable:
      guard let value = local.value,
        let expression = unit.expression(at: value.lowerBound, before: value.upperBound)
      else { return .unknown }
      let found = at(local.token).meaning(of: expression)
      switch found {
      case .request(.unknown), .object(.unknown): return assigned(to: local) ?? found
      default: return found
      }
    case .element:
      guard let value = local.value,
        let expression = unit.expression(at: value.lowerBound, before: value.upperBound),
        case .objects(let subject) = at(local.token).meaning(of: expression)
      else { return .unknown }
      return .object(subject)
    case .closure(let brace): return closureParameter(brace)
    }
  }

  /// The meaning of a variable whose request gets its entity later, by `request.entity = …`; `nil`
  /// if it gets none.
  private func assigned(to local: CodeRegion.Local) -> Meaning? {
    guard depth < Evaluator.depthMax - 2 else { return nil }
    var index = local.token + 1
    while index < min(local.end, token + 400, region.range.upperBound) {
      defer { index += 1 }
      guard tokens[index].kind == .identifier, tokens.token(index, is: "entity"),
        tokens[index - 1].kind == .period, tokens.name(index - 2) == local.name,
        tokens[index + 1].kind == .op, tokens.token(index + 1, is: "="),
        let expression = unit.expression(at: index + 2, before: local.end)
      else { continue }
      let subject = at(index).meaning(of: expression).subject
      if subject.isKnown { return .request(subject) }
    }
    return nil
  }

  /// The meaning of the parameter of the closure in `people.filter { … }`.
  private func closureParameter(_ brace: Int) -> Meaning {
    if let name = SwiftSiteFinder.genericArgument(before: brace, in: tokens),
      let subject = project.subject(ofClass: name)
    {
      return .object(subject)
    }
    var end = brace
    if end > 0, tokens[end - 1].kind == .leftParenthesis { end -= 1 }
    let start = unit.chainStart(before: end)
    guard start < end, let callee = unit.expression(at: start, before: end) else { return .unknown }
    var inner = callee
    if case .call(let function, _) = inner.kind { inner = function }
    guard case .member(let base?, _) = inner.kind,
      case .objects(let subject) = at(start).meaning(of: base)
    else { return .unknown }
    return .object(subject)
  }

  func meaning(of member: SourceIndex.Member) -> Meaning {
    if let type = member.type {
      let declared = project.meaning(of: type)
      switch declared {
      case .request(.unknown), .objects(.unknown), .object(.unknown), .unknown: break
      default: return declared
      }
    }
    guard depth < Evaluator.depthMax, !member.isFunction,
      let value = member.value
    else {
      return member.type.map { project.meaning(of: $0) } ?? .unknown
    }
    let other = CodeRegion(
      project.units[member.unit], unit: member.unit, range: value, typeName: member.owner,
      member: member)
    let inner = Evaluator(
      project: project, region: other, token: value.upperBound, depth: depth + 1)
    guard let expression = inner.unit.expression(at: value.lowerBound, before: value.upperBound)
    else { return .unknown }
    let found = inner.meaning(of: expression)
    guard !found.subject.isKnown, let type = member.type else { return found }
    return project.meaning(of: type)
  }
}
