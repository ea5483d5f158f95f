import MomentumDiagnostics

/// Reads types. A type may end inside an operator's token: in `[Set<Int>]?=nil` the lexer has `>`
/// and `?=`, so the reader counts bytes of operators.
struct TypeReader {
  /// The depth of types inside types that is read; deeper ones are `.other`. Without a limit a
  /// hostile file would exhaust the stack.
  static let depthMax = 64

  let source: SwiftTokens
  /// The index of the next token.
  var index: Int
  /// The number of bytes of the next token that are read already.
  private(set) var consumed = 0
  private var depth: Int

  init(_ source: SwiftTokens, at index: Int, depth: Int = 0) {
    self.source = source
    self.index = index
    self.depth = depth
  }

  /// The type that begins at the next token; `nil` if none does.
  mutating func read() -> SwiftType? {
    guard depth < TypeReader.depthMax else { return nil }
    depth += 1
    defer { depth -= 1 }
    let isOpaque = skipSpecifiers()
    guard var type = simple() else { return nil }
    type = suffixes(of: type)
    if isOperator(UInt8(ascii: "&")), let next = afterAmpersand() {
      type = .composition([type] + next)
    }
    if let function = functionType(after: type) { return function }
    return isOpaque ? .opaque(type) : type
  }

  // MARK: - Parts

  /// Skips `@escaping`, `inout` and the like. Returns whether `some` or `any` was among them.
  private mutating func skipSpecifiers() -> Bool {
    var isOpaque = false
    while true {
      let token = source[index]
      if token.kind == .at {
        index = AttributeReader.end(of: index, in: source, depth: depth)
      } else if token.kind == .op, source.token(index, is: "~") {
        advance()
      } else if token.kind == .identifier, TypeReader.specifiers.contains(source.text(index)),
        !source[index + 1].startsLine
          || ![.period, .leftParenthesis].contains(source[index + 1].kind)
      {
        if source.token(index, is: "some") || source.token(index, is: "any") { isOpaque = true }
        advance()
        // Skip the argument of `nonisolated(nonsending)`.
        if source[index].kind == .leftParenthesis, source.token(index - 1, is: "nonisolated") {
          index = source.index(afterBracketAt: index)
        }
      } else {
        return isOpaque
      }
    }
  }

  private static let specifiers: Set<String> = [
    "inout", "some", "any", "borrowing", "consuming", "__owned", "__shared", "isolated", "sending",
    "each", "repeat", "nonisolated", "_const",
  ]

  private mutating func simple() -> SwiftType? {
    switch source[index].kind {
    case .identifier, .quotedIdentifier: return .named(components())
    case .leftBracket: return bracketed()
    case .leftParenthesis: return parenthesized()
    default: return nil
    }
  }

  mutating func components() -> [SwiftType.Component] {
    var result: [SwiftType.Component] = []
    while true {
      skipModuleSelector()
      let name = source.name(index)
      advance()
      result.append(SwiftType.Component(name, readGenericArguments() ?? []))
      guard source[index].kind == .period, consumed == 0,
        [.identifier, .quotedIdentifier].contains(source[index + 1].kind),
        !source.token(index + 1, is: "Type"), !source.token(index + 1, is: "Protocol")
      else { return result }
      advance()
    }
  }

  /// Skips `Module::` before a name.
  private mutating func skipModuleSelector() {
    guard source[index + 1].kind == .colon, source[index + 2].kind == .colon,
      source[index + 1].end == source[index + 2].start,
      [.identifier, .quotedIdentifier].contains(source[index + 3].kind)
    else { return }
    index += 3
  }

  /// Moves past the generic arguments at the index. Returns whether there are any.
  mutating func skipGenericArguments() -> Bool { readGenericArguments() != nil }

  mutating func readGenericArguments() -> [SwiftType]? {
    guard isOperator(UInt8(ascii: "<")) else { return nil }
    let start = (index, consumed)
    advanceByte()
    var result: [SwiftType] = []
    while !isOperator(UInt8(ascii: ">")) {
      if source[index].kind == .integer {
        result.append(.other)
        advance()
      } else if let type = read() {
        result.append(type)
      } else {
        break
      }
      guard source[index].kind == .comma else { break }
      advance()
    }
    guard isOperator(UInt8(ascii: ">")) else {
      (index, consumed) = start
      return nil
    }
    advanceByte()
    return result
  }

  /// Reads a type in square brackets: `[T]`, `[K: V]`, `[4 of T]`.
  private mutating func bracketed() -> SwiftType? {
    let end = source.index(afterBracketAt: index)
    advance()
    guard let first = source[index].kind == .integer ? .other : read() else {
      (index, consumed) = (end, 0)
      return .other
    }
    var result = SwiftType.array(first)
    if source[index].kind == .colon {
      advance()
      result = read().map { .dictionary(first, $0) } ?? .other
    }
    if source[index].kind != .rightBracket { result = .other }
    (index, consumed) = (end, 0)
    return result
  }

  private mutating func parenthesized() -> SwiftType? {
    let end = source.index(afterBracketAt: index)
    advance()
    var parts: [SwiftType] = []
    while index < end - 1 {
      if isLabel { skipLabel() }
      guard let part = read() else { break }
      parts.append(part)
      // Skip default values, and the periods of variadic parameters.
      while index < end - 1, source[index].kind != .comma {
        index = source.partner(of: index).map { $0 + 1 } ?? index + 1
        consumed = 0
      }
      if source[index].kind == .comma { advance() }
    }
    (index, consumed) = (end, 0)
    return parts.count == 1 ? parts[0] : .tuple(parts)
  }

  /// Whether the next tokens are the label of a tuple's element: `name:`, `_ name:`.
  private var isLabel: Bool {
    guard [.identifier, .quotedIdentifier].contains(source[index].kind) else { return false }
    if source[index + 1].kind == .colon { return true }
    return source[index + 1].kind == .identifier && source[index + 2].kind == .colon
  }

  private mutating func skipLabel() {
    while source[index].kind != .colon { advance() }
    advance()
  }

  private mutating func suffixes(of type: SwiftType) -> SwiftType {
    var type = type
    while true {
      let token = source[index]
      let isNear = consumed > 0 || !token.startsLine
      if token.kind == .op, isNear, consumed > 0 || !token.marks.contains(.spaceBefore) {
        if isOperator(UInt8(ascii: "?")) {
          advanceByte()
          type = .optional(type)
          continue
        }
        if isOperator(UInt8(ascii: "!")) {
          advanceByte()
          type = .implicitlyUnwrapped(type)
          continue
        }
      }
      // A type that is a member of another one is read as `.other`: `T.Type`, `[T].Iterator`
      if token.kind == .period, consumed == 0,
        [.identifier, .quotedIdentifier].contains(source[index + 1].kind)
      {
        advance()
        _ = components()
        type = .other
        continue
      }
      return type
    }
  }

  private mutating func afterAmpersand() -> [SwiftType]? {
    var parts: [SwiftType] = []
    while isOperator(UInt8(ascii: "&")) {
      advanceByte()
      if source.token(index, is: "~") { advance() }
      guard let part = simple() else { return parts }
      parts.append(suffixes(of: part))
    }
    return parts
  }

  /// Reads the rest of a function type after its parameters, such as `async throws(E) -> T`; `nil`
  /// if it is no function type.
  private mutating func functionType(after parameters: SwiftType) -> SwiftType? {
    var next = index
    guard consumed == 0 else { return nil }
    while source[next].kind == .identifier,
      ["async", "throws", "rethrows", "reasync"].contains(source.text(next))
    {
      next += 1
      if source[next].kind == .leftParenthesis { next = source.index(afterBracketAt: next) }
    }
    guard source[next].kind == .op, source.token(next, is: "->") else { return nil }
    index = next + 1
    _ = read()
    return .other
  }

  // MARK: - Bytes of operators

  /// Whether the next byte belongs to an operator and is this one.
  func isOperator(_ byte: UInt8) -> Bool {
    let token = source[index]
    guard token.kind == .op, token.start + consumed < token.end else { return false }
    return source.file.utf8[token.start + consumed] == byte
  }

  private mutating func advance() {
    index += 1
    consumed = 0
  }

  private mutating func advanceByte() {
    consumed += 1
    let token = source[index]
    if token.start + consumed >= token.end { advance() }
  }
}
