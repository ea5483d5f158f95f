import MomentumSwiftSource

/// Infers the type of a value from its form and from the declarations in the sources.
///
/// The type is `nil` if it depends on anything else.
struct TypeInference {
  /// How many variables are followed to find a type: the values of two may refer to each other.
  static let depthMax = 8
  /// A value of more tokens gets no type, because a chain of operators is read with one recursive
  /// call for each.
  static let tokensMax = 400

  typealias Found = PropertyType.Found

  let sources: SwiftDataSources
  let tokens: SwiftTokens
  let place: TypeMapping.Place
  let depth: Int

  func type(of value: SwiftExpression) -> Found? {
    guard depth < TypeInference.depthMax else { return nil }
    let value = value.unparenthesized
    switch value.kind {
    case .array(let items): return array(items)
    case .dictionary(let pairs):
      guard let key = common(pairs.map(\.key)), let item = common(pairs.map(\.value)) else {
        return nil
      }
      return Found(type: .dictionary(key.type, item.type), place: key.place)
    default: return value.tokens.count <= TypeInference.tokensMax ? type(ofSimple: value) : nil
    }
  }

  private func type(ofSimple value: SwiftExpression) -> Found? {
    switch value.kind {
    case .integer: return literal("Int")
    case .float: return literal("Double")
    case .string: return library("String")
    case .boolean: return library("Bool")
    case .prefix("!", _): return library("Bool")
    case .prefix("-", let number), .prefix("+", let number), .prefix("~", let number):
      return type(of: number)
    case .cast(_, let word, let type):
      switch word {
      case "as", "as!": return here(type)
      case "as?": return here(.optional(type))
      default: return library("Bool")
      }
    case .forceUnwrap(let inner):
      guard let found = type(of: inner) else { return nil }
      let (unwrapped, isOptional) = found.type.unwrapped
      return isOptional ? Found(type: unwrapped, place: found.place) : nil
    case .ternary(_, let one, let other): return common([one, other])
    case .binary(let text, let left, let right): return result(of: text, left, right)
    case .call(let callee, let arguments): return result(ofCalling: callee, arguments)
    case .member(let base?, let name): return member(name, of: base)
    case .array, .dictionary, .regex, .nilLiteral, .name, .member, .subscripted, .optionalChain,
      .prefix, .postfix,
      .tuple, .keyPath, .closure, .macro, .effect, .conditional, .other:
      return nil
    }
  }

  // MARK: - Several values

  private func array(_ items: [SwiftExpression]) -> Found? {
    common(items).map { Found(type: .array($0.type), place: $0.place) }
  }

  /// The type that all values have in common; `nil` if there is none.
  private func common(_ values: [SwiftExpression]) -> Found? {
    var result: Found?
    for value in values {
      guard let found = type(of: value) else { return nil }
      guard let known = result else {
        result = found
        continue
      }
      guard let both = together(known, found) else { return nil }
      result = both
    }
    return result
  }

  /// The type of two values that must have the same type; `nil` if they cannot. A number literal
  /// takes the type of the other number, and an integer literal beside a `Double` is a `Double`.
  private func together(_ one: Found, _ other: Found) -> Found? {
    guard let first = name(one), let second = name(other) else {
      return one.type == other.type ? one : nil
    }
    if first == second { return one.isLiteral ? other : one }
    let numbers = LibraryMembers.numbers
    guard numbers.contains(first), numbers.contains(second) else { return nil }
    func takes(_ type: String, _ literal: String) -> Bool {
      literal == "Int" || LibraryMembers.fractions.contains(type)
    }
    if other.isLiteral, takes(first, second) { return one }
    if one.isLiteral, takes(second, first) { return other }
    return nil
  }

  private func result(
    of text: String, _ left: SwiftExpression, _ right: SwiftExpression
  ) -> Found? {
    switch text {
    case "==", "!=", "<", "<=", ">", ">=", "&&", "||", "===", "!==": return library("Bool")
    case "??": return type(of: right)
    case "+", "-", "*", "/", "%", "&+", "&-", "&*", "|", "&", "^":
      guard let one = type(of: left), let other = type(of: right) else { return nil }
      if name(one) == "Date" {
        // Only a time interval can be added to a date.
        let isInterval = other.isLiteral || name(other) == "Double"
        return isInterval && (text == "+" || text == "-") ? one : nil
      }
      guard let found = together(one, other) else { return nil }
      if case .array = found.type { return text == "+" ? found : nil }
      guard let name = name(found) else { return nil }
      return LibraryMembers.numbers.contains(name) || (name == "String" && text == "+")
        ? found : nil
    default: return nil
    }
  }

  // MARK: - Members

  /// The type of a member: `Date.now`, `Kind.first`, `Kind.first.rawValue`, `UUID().uuidString`.
  private func member(_ name: String, of base: SwiftExpression) -> Found? {
    if let type = typeName(base) {
      if name == "none", type.unwrapped.isOptional { return here(type) }
      return staticMember(name, of: type, isCalled: false)
    }
    return type(of: base).flatMap { member(name, of: $0, isCalled: false) }
  }

  /// The type of a member of a value.
  func member(_ name: String, of value: Found, isCalled: Bool) -> Found? {
    guard let found = declaration(of: value) else {
      guard let bare = self.name(value) else { return nil }
      if let own = declared(
        name, in: sources.extensionMembers[bare] ?? [], of: value, isStatic: false, isCalled)
      {
        return own
      }
      return LibraryMembers.type(of: name, in: bare).map { here($0) }
    }
    if name == "rawValue", found.declaration.kind == .enum,
      case .library(let raw) = RawValues.of(found, in: sources)
    {
      return library(raw)
    }
    return declared(name, in: sources.members(of: found), of: value, isStatic: false, isCalled)
  }

  /// The type of a static member of a type: a case, a constant, or the result of a function.
  func staticMember(_ name: String, of type: SwiftType, isCalled: Bool) -> Found? {
    let owner = Found(type: type, place: place)
    if let record = declaration(of: owner) {
      return declared(name, in: sources.members(of: record), of: owner, isStatic: true, isCalled)
    }
    guard let bare = self.name(owner) else { return nil }
    if let own = declared(
      name, in: sources.extensionMembers[bare] ?? [], of: owner, isStatic: true, isCalled)
    {
      return own
    }
    return LibraryMembers.staticType(of: name, in: bare).map { here($0) }
  }

  /// The type of a member that the sources declare; `nil` if they declare none, or several whose
  /// types differ.
  private func declared(
    _ name: String, in members: [(file: Int, member: SwiftDeclaration)], of owner: Found,
    isStatic: Bool, _ isCalled: Bool
  ) -> Found? {
    var results: [Found] = []
    for (file, member) in members where member.name == name {
      let isOfType = member.hasModifier("static") || member.hasModifier("class")
      let scope = declaration(of: owner)?.path ?? []
      let inner = TypeMapping.Place(scope: scope, file: file)
      switch member.kind {
      case .enumCase where isStatic: results.append(owner)
      case .variable where isStatic == isOfType && !isCalled:
        guard
          let found = PropertyType.find(
            member, in: sources.tokens(file), sources: sources, at: inner, depth: depth + 1)
        else { return nil }
        results.append(found.type.name == "Self" ? owner : found)
      case .function where isStatic == isOfType && isCalled:
        guard let type = member.type, member.genericParameters == nil else { return nil }
        results.append(type.name == "Self" ? owner : Found(type: type, place: inner))
      default: continue
      }
    }
    guard let first = results.first else { return nil }
    return results.allSatisfy { $0.type == first.type } ? first : nil
  }

  // MARK: - Types

  /// The type that an expression names, `nil` if it names none; types begin with a capital letter.
  func typeName(_ expression: SwiftExpression) -> SwiftType? {
    switch expression.unparenthesized.kind {
    case .name("Self", _) where !place.scope.isEmpty:
      return .named(place.scope.map { SwiftType.Component($0) })
    case .name(let name, let arguments):
      guard name.first?.isUppercase ?? false else { return nil }
      return .named([SwiftType.Component(name, arguments)])
    case .member(let base?, let name):
      guard name.first?.isUppercase ?? false, case .named(let components)? = typeName(base) else {
        return nil
      }
      return .named(components + [SwiftType.Component(name)])
    // An optional type in a member expression: `Int?.none`
    case .optionalChain(let inner): return typeName(inner).map { .optional($0) }
    case .array(let items): return items.count == 1 ? typeName(items[0]).map { .array($0) } : nil
    default: return nil
    }
  }

  /// The struct, enum or class of the sources that is the type of a value; `nil` for a type of a
  /// library.
  func declaration(of value: Found) -> SwiftDataSources.TypeRecord? {
    let mapping = TypeMapping(sources: sources, models: [:])
    let (type, _, place) = mapping.resolve(value.type, at: value.place)
    guard let path = type.name?.split(separator: ".").map(String.init),
      case .type(let index)? = sources.look(path, from: place.scope, file: place.file)
    else { return nil }
    return sources.types[index]
  }

  /// The name of a library's type without module and arguments, `Double` for `TimeInterval`; `nil`
  /// for an optional.
  func name(_ value: Found) -> String? {
    let mapping = TypeMapping(sources: sources, models: [:])
    let (type, isOptional, _) = mapping.resolve(value.type, at: value.place)
    guard !isOptional else { return nil }
    if case .array(let element) = type { return "[\(element)]" }
    guard let names = type.name?.split(separator: ".").map(String.init) else { return nil }
    let bare = LibraryTypes.bareName(names) ?? type.description
    return bare == "TimeInterval" ? "Double" : bare
  }

  func here(_ type: SwiftType) -> Found { Found(type: type, place: place) }

  private func literal(_ name: String) -> Found {
    Found(type: .named([SwiftType.Component(name)]), place: place, isLiteral: true)
  }

  private func library(_ name: String) -> Found { here(.named([SwiftType.Component(name)])) }
}
