/// Reads the attributes and modifiers before a declaration.
enum AttributeReader {
  /// The attribute whose `@` is at `index`.
  ///
  /// - Parameter depth: The number of types around the attribute, as `TypeReader` counts them.
  static func read(at index: Int, in source: SwiftTokens, depth: Int = 0) -> SwiftAttribute? {
    guard source[index].kind == .at,
      [.identifier, .quotedIdentifier].contains(source[index + 1].kind)
    else { return nil }
    let (type, end) = name(at: index + 1, in: source, depth: depth)
    var attribute = SwiftAttribute(
      name: name(of: type), type: type, tokens: index..<end)
    if hasArguments(at: end, attribute.name, in: source) {
      attribute.arguments = source.range(inBracketAt: end)
      attribute.tokens = index..<source.index(afterBracketAt: end)
    }
    return attribute
  }

  /// The index after the attribute whose `@` is at `index`.
  static func end(of index: Int, in source: SwiftTokens, depth: Int = 0) -> Int {
    read(at: index, in: source, depth: depth)?.tokens.upperBound ?? index + 1
  }

  /// The name of an attribute with its generic arguments, and the index after it. Reads no whole
  /// type, because a `?` or `&` after the name does not belong to the attribute.
  private static func name(
    at index: Int, in source: SwiftTokens, depth: Int
  ) -> (SwiftType, Int) {
    var reader = TypeReader(source, at: index, depth: depth)
    let components = reader.components()
    return (.named(components), max(reader.index, index + 1))
  }

  private static func name(of type: SwiftType) -> String {
    if case .named(let components) = type { components.last?.name ?? "" } else { "" }
  }

  /// Whether the bracket at `index` holds the attribute's arguments. In `@escaping (Int) -> Void` and in
  /// `@autoclosure() -> Int` it begins a function's type.
  private static func hasArguments(
    at index: Int, _ name: String, in source: SwiftTokens
  ) -> Bool {
    guard source[index].kind == .leftParenthesis, !source[index].startsLine,
      !neverWithArguments.contains(name)
    else { return false }
    if alwaysWithArguments.contains(name) { return true }
    let next = source.index(afterBracketAt: index)
    switch source[next].kind {
    case .rightParenthesis, .rightBracket, .rightBrace: return false
    case .op: return !source.token(next, is: "->")
    case .identifier:
      return !["throw", "throws", "rethrows", "async", "reasync"].contains(source.text(next))
    default: return true
    }
  }

  /// Attributes of the language, whose arguments have a grammar of their own.
  private static let alwaysWithArguments: Set<String> = [
    "abi", "available", "_spi_available", "backDeployed", "_backDeploy", "differentiable",
    "derivative", "transpose", "objc", "specialized", "_specialize", "_dynamicReplacement",
    "_documentation", "_effects", "_implements", "_originallyDefinedIn", "isolated",
  ]

  /// Attributes of the language before a type, which may begin with a bracket.
  private static let neverWithArguments: Set<String> = [
    "_local", "_noMetadata", "async", "escaping", "noDerivative", "noescape", "preconcurrency",
    "retroactive", "Sendable", "unchecked", "autoclosure",
  ]

  // MARK: - Modifiers

  /// The modifier at `index`; `nil` if the word is no modifier, or is a name here.
  static func modifier(
    at index: Int, in source: SwiftTokens
  ) -> (modifier: SwiftDeclaration.Modifier, end: Int)? {
    guard source[index].kind == .identifier else { return nil }
    let word = source.text(index)
    guard modifiers.contains(word) else { return nil }
    var end = index + 1
    var detail: String?
    if source[end].kind == .leftParenthesis, detailed.contains(word) {
      detail = source.text(source.range(inBracketAt: end))
      end = source.index(afterBracketAt: end)
    }
    // In statements `open(url)` is a call, and a declaration may follow it in the next line.
    if word == "open", detail != nil, source[end].startsLine { return nil }
    // After a modifier comes another one, an attribute or a declaration.
    guard leadsToDeclaration(end, in: source) else { return nil }
    return (SwiftDeclaration.Modifier(name: word, detail: detail), end)
  }

  private static func leadsToDeclaration(_ index: Int, in source: SwiftTokens) -> Bool {
    if source[index].kind == .at { return true }
    // A macro that makes declarations may follow a modifier, a directive such as `#if` may not:
    // `public #makeMembers()`
    if source[index].kind == .pound {
      return !["#if", "#elseif", "#else", "#endif"].contains(source.text(index))
    }
    guard source[index].kind == .identifier else { return false }
    let word = source.text(index)
    return modifiers.contains(word) || DeclarationReader.introducers.contains(word)
      || word == "actor" || word == "macro"
  }

  private static let detailed: Set<String> = [
    "private", "fileprivate", "internal", "package", "public", "open", "unowned", "nonisolated",
  ]

  static let modifiers: Set<String> = detailed.union([
    "static", "class", "final", "lazy", "weak", "override", "required", "convenience", "mutating",
    "nonmutating", "indirect", "dynamic", "optional", "prefix", "postfix", "infix", "isolated",
    "async", "distributed", "borrowing", "consuming", "sending", "__consuming", "_local",
  ])
}

extension SwiftTokens {
  /// The attribute whose `@` is at `index`; `nil` if no name follows.
  package func attribute(at index: Int) -> SwiftAttribute? {
    AttributeReader.read(at: index, in: self)
  }
}
