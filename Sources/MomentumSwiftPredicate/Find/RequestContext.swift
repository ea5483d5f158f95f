import MomentumSwiftSource

/// Finds the class of a request in the tokens around it, for a request that does not name its
/// class.
struct RequestContext {
  let file: SwiftFile

  init(_ file: SwiftFile) { self.file = file }

  private var tokens: SwiftTokens { file.tokens }

  /// The class in the type annotation around a macro: `let recent: Predicate<Trip> = #Predicate { … }`, or
  /// `static func recent() -> Predicate<Trip> { #Predicate { … } }`.
  func className(_ type: String, at index: Int) -> SwiftType? {
    if let annotation = annotation(before: index), let found = argument(of: type, in: annotation) {
      return found
    }
    for declaration in enclosing(index).reversed() {
      switch declaration.kind {
      case .variable, .function, .subscript:
        if let written = declaration.type?.unwrapped.type, case .named(let components) = written,
          let last = components.last, last.name == type
        {
          return last.arguments.first
        }
      default: break
      }
    }
    return nil
  }

  /// The name in `let name = …` before an index.
  func variableName(before index: Int) -> String? {
    guard index > 1, isEquals(index - 1) else { return nil }
    let end = colon(before: index) ?? index - 1
    guard end > 1, tokens[end - 1].kind == .identifier,
      tokens.token(end - 2, is: "let") || tokens.token(end - 2, is: "var")
    else { return nil }
    return tokens.name(end - 1)
  }

  /// The class of `var trips: [Trip]`, the declaration after `@Query(…)`.
  func elementClass(behind index: Int) -> SwiftType? {
    var next = index
    while next < min(index + 12, tokens.end), tokens[next].kind != .colon {
      guard tokens[next].kind != .leftBrace else { return nil }
      // Skip the parentheses of `private(set)`.
      next = tokens[next].kind == .leftParenthesis ? tokens.index(afterBracketAt: next) : next + 1
    }
    guard tokens[next].kind == .colon, tokens[next + 1].kind == .leftBracket else { return nil }
    let inner = next + 2..<max(tokens.index(afterBracketAt: next + 1) - 1, next + 2)
    return type(inner)
  }

  /// Whether a name is a generic parameter of a declaration around an index.
  func isGenericParameter(_ name: String, at index: Int) -> Bool {
    enclosing(index).contains { declaration in
      guard let parameters = declaration.genericParameters else { return false }
      return parameters.contains { position in
        tokens[position].kind == .identifier && tokens.name(position) == name
          && (position == parameters.lowerBound || tokens[position - 1].kind == .comma
            || tokens.token(position - 1, is: "each"))
      }
    }
  }

  /// The declarations around an index, outermost first.
  private func enclosing(_ index: Int) -> [SwiftDeclaration] {
    var result: [SwiftDeclaration] = []
    var members = file.declarations
    while let next = members.first(where: { $0.tokens.contains(index) }) {
      result.append(next)
      members = next.members
    }
    return result
  }

  // MARK: - Types

  /// The type annotation before an `=`, read as an expression: `Predicate<Trip>` reads like a name
  /// with generic arguments.
  private func annotation(before index: Int) -> SwiftExpression? {
    guard index > 1, isEquals(index - 1), let colon = colon(before: index) else { return nil }
    return ExpressionReader.read(colon + 1..<index - 1, in: tokens)
  }

  private func isEquals(_ index: Int) -> Bool {
    tokens[index].kind == .op && tokens.token(index, is: "=")
  }

  /// The colon between a variable and its type, before the `=` that is before an index.
  private func colon(before index: Int) -> Int? {
    var position = index - 2
    while position > max(0, index - 24) {
      switch tokens[position].kind {
      case .colon: return position
      case .identifier where tokens.token(position, is: "let") || tokens.token(position, is: "var"):
        return nil
      case .leftBrace, .rightBrace, .semicolon, .leftParenthesis: return nil
      default: position -= 1
      }
    }
    return nil
  }

  /// `Trip` of `Predicate<Trip>`, which an expression reader takes for a name with arguments.
  private func argument(of type: String, in expression: SwiftExpression) -> SwiftType? {
    switch expression.kind {
    case .name(let name, let arguments): name == type ? arguments.first : nil
    case .optionalChain(let inner), .postfix(_, let inner): argument(of: type, in: inner)
    default: nil
    }
  }

  private func type(_ range: Range<Int>) -> SwiftType? {
    guard let path = ExpressionReader.read(range, in: tokens).path else { return nil }
    return .named(path.map { SwiftType.Component($0) })
  }
}
