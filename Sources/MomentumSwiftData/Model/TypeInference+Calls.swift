import MomentumSwiftSource

/// Infers the type of calls: of initializers, which may fail, and of functions.
extension TypeInference {
  /// The type of the result of a call: `User()`, `Foundation.Date()`, `[Int]()`, `Set<Int>()`,
  /// `Date.init()`, `Date.now.addingTimeInterval(1)`.
  func result(
    ofCalling callee: SwiftExpression, _ arguments: [SwiftExpression.Argument]
  ) -> Found? {
    switch callee.unparenthesized.kind {
    case .array(let items):
      guard items.count == 1, let element = typeName(items[0]) else { return nil }
      return here(.array(element))
    case .dictionary(let pairs):
      guard pairs.count == 1, let key = typeName(pairs[0].key), let item = typeName(pairs[0].value)
      else { return nil }
      return here(.dictionary(key, item))
    case .member(let base?, "init"):
      return typeName(base).flatMap { constructed($0, arguments) }
    case .member(let base?, let name):
      if let type = typeName(callee) { return constructed(type, arguments) }
      if let type = typeName(base) {
        if name == "some", type.unwrapped.isOptional || type.name == "Optional" {
          return optional(arguments, type)
        }
        return staticMember(name, of: type, isCalled: true)
      }
      return self.type(of: base).flatMap { member(name, of: $0, isCalled: true) }
    default: return typeName(callee).flatMap { constructed($0, arguments) }
    }
  }

  /// The type of an optional that is made by a call: `Optional(1)`, `Optional<Int>(nil)`,
  /// `Optional.some(1)`.
  private func optional(
    _ arguments: [SwiftExpression.Argument], _ type: SwiftType
  ) -> Found? {
    if type.unwrapped.isOptional { return here(type) }
    guard arguments.count == 1, let inner = self.type(of: arguments[0].value) else { return nil }
    return Found(type: .optional(inner.type), place: inner.place)
  }

  private func constructed(
    _ type: SwiftType, _ arguments: [SwiftExpression.Argument]
  ) -> Found? {
    if type.unwrapped.isOptional || type.name == "Optional" { return optional(arguments, type) }
    // In `Array(repeating: 0, count: 3)` the argument decides the type of the elements.
    if let name = type.name, ["Array", "Set", "Dictionary"].contains(name),
      case .named(let components) = type, components.allSatisfy(\.arguments.isEmpty)
    {
      return nil
    }
    switch mayFail(type, arguments) {
    case true?: return here(.optional(type))
    case false?: return here(type)
    case nil: return nil
    }
  }

  // MARK: - Failure

  /// Whether an initializer can fail. `nil` if that is not known: several initializers fit, or the
  /// type of an argument decides.
  private func mayFail(
    _ type: SwiftType, _ arguments: [SwiftExpression.Argument]
  ) -> Bool? {
    let value = here(type)
    let record = declaration(of: value)
    let bare = name(value)
    let members =
      record.map { sources.members(of: $0) } ?? bare.flatMap { sources.extensionMembers[$0] } ?? []
    let matching = members.filter { file, member in
      member.kind == .initializer
        && InitializerShape(member, in: sources.tokens(file)).takes(arguments)
    }
    if !matching.isEmpty {
      let failing = matching.filter { file, member in
        let next = sources.tokens(file).text(member.nameToken + 1)
        return next.hasPrefix("?") || next.hasPrefix("!")
      }
      if failing.isEmpty { return false }
      return failing.count == matching.count ? true : nil
    }
    let labels = arguments.map { ($0.label ?? "_") + ":" }.joined()
    if let record {
      return record.declaration.kind == .enum && labels == "rawValue:"
    }
    guard let bare else { return false }
    if LibraryMembers.failingInitializers[bare]?.contains(labels) == true { return true }
    let isNumber = LibraryMembers.numbers.contains(bare)
    guard isNumber || bare == "Bool" else { return false }
    if labels == "exactly:" || labels == "_:radix:" { return true }
    guard labels == "_:", let argument = arguments.first?.value else { return false }
    // Initializers of a number take any other number and cannot fail; those that take a text can.
    guard let found = self.type(of: argument), let name = name(found) else { return nil }
    if name == "String" { return true }
    return LibraryMembers.numbers.contains(name) || name == bare ? false : nil
  }
}

/// The labels of an initializer's parameters.
private struct InitializerShape {
  private var parameters: [(label: String?, hasDefault: Bool)] = []

  init(_ declaration: SwiftDeclaration, in tokens: SwiftTokens) {
    guard let range = declaration.parameters else { return }
    var index = range.lowerBound
    while index < range.upperBound {
      let name = tokens.name(index)
      var hasDefault = false
      while index < range.upperBound, tokens[index].kind != .comma {
        if tokens[index].kind == .op, tokens.token(index, is: "=") { hasDefault = true }
        switch tokens[index].kind {
        case .leftParenthesis, .leftBracket, .leftBrace:
          index = max(tokens.index(afterBracketAt: index), index + 1)
        default: index += 1
        }
      }
      parameters.append((name == "_" ? nil : name, hasDefault))
      index += 1
    }
  }

  /// Whether a call with these arguments may mean the initializer.
  func takes(_ arguments: [SwiftExpression.Argument]) -> Bool {
    var rest = arguments[...]
    for parameter in parameters {
      if let next = rest.first, next.label == parameter.label || isTrailing(next) {
        rest.removeFirst()
      } else if !parameter.hasDefault {
        return false
      }
    }
    return rest.isEmpty
  }

  private func isTrailing(_ argument: SwiftExpression.Argument) -> Bool {
    if case .closure = argument.value.kind { argument.label == nil } else { false }
  }
}
