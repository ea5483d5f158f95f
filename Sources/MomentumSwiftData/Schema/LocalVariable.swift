import MomentumSwiftSource

/// A variable, a parameter or another binding of a function that a name in it may lead to.
struct LocalVariable {
  /// The token of its name.
  var nameToken: Int
  /// Whether an `#if` around the declaration does not contain the place where the name is used.
  var isConditional: Bool
  /// The tokens from the declaration to the end of its block.
  var visibleIn: Range<Int>

  /// The nearest declaration of a name in the function around a token: before the token in its block and
  /// in the blocks around it, and among parameters. `nil` if the function declares no such name.
  ///
  /// - Parameter type: The brace of the type around the token: its members are no local variables.
  static func find(
    _ name: String, before place: Int, inType type: Int?, in tokens: SwiftTokens
  ) -> LocalVariable? {
    func isName(_ index: Int) -> Bool {
      [.identifier, .quotedIdentifier].contains(tokens[index].kind) && tokens.name(index) == name
    }
    var index = place
    // The number of `#if`s whose `#endif` was passed.
    var conditions = 0
    while let brace = openBrace(before: index, in: tokens), brace != type {
      let end = tokens.partner(of: brace) ?? tokens.end
      func found(_ index: Int) -> LocalVariable {
        LocalVariable(
          nameToken: index, isConditional: conditions > 0, visibleIn: index..<max(end, index))
      }
      index -= 1
      while index > brace {
        switch tokens[index].kind {
        case .rightBrace, .rightBracket, .rightParenthesis:
          index = tokens.partner(of: index) ?? index
        case .pound:
          if tokens.token(index, is: "#endif") { conditions += 1 }
          if tokens.token(index, is: "#if"), conditions > 0 { conditions -= 1 }
          let isOther = tokens.token(index, is: "#else") || tokens.token(index, is: "#elseif")
          if isOther, conditions == 0 { conditions = 1 }
        case .identifier, .quotedIdentifier:
          let isBound = tokens.token(index - 1, is: "let") || tokens.token(index - 1, is: "var")
          if isBound, isName(index) { return found(index) }
        default: break
        }
        index -= 1
      }
      if let parameter = closureParameter(at: brace, where: isName, in: tokens)
        ?? binding(before: brace, where: isName, in: tokens)
      {
        return found(parameter)
      }
      index = brace
    }
    return nil
  }

  /// The declaration of a `let` or `var`; `nil` for a parameter or a pattern, which have no value in the
  /// source.
  func declaration(in file: SwiftFile) -> SwiftDeclaration? {
    var result: SwiftDeclaration?
    file.forEachDeclaration { located in
      if located.declaration.kind == .variable, located.declaration.nameToken == nameToken,
        located.tokens.all.count == file.tokens.all.count
      {
        result = located.declaration
      }
    }
    return result
  }

  /// The innermost brace that is open at a token; `nil` if none is.
  private static func openBrace(before place: Int, in tokens: SwiftTokens) -> Int? {
    var index = place - 1
    while index >= 0 {
      switch tokens[index].kind {
      case .rightBrace, .rightBracket, .rightParenthesis:
        index = tokens.partner(of: index) ?? index
      case .leftBrace: return index
      default: break
      }
      index -= 1
    }
    return nil
  }

  /// The name that is bound for a block: a parameter of its function, `for types in`, `if let types`.
  private static func binding(
    before brace: Int, where isName: (Int) -> Bool, in tokens: SwiftTokens
  ) -> Int? {
    var index = brace - 1
    while index >= 0 {
      switch tokens[index].kind {
      case .leftBrace, .rightBrace, .semicolon: return nil
      case .rightParenthesis:
        let open = tokens.partner(of: index) ?? index
        // A parameter in round brackets: `types:`, `_ types:`, `with types:`
        if let found = (open..<index).first(where: {
          isName($0) && tokens[$0 + 1].kind == .colon
        }) {
          return found
        }
        index = open
      case .identifier, .quotedIdentifier:
        let isBound =
          tokens.token(index - 1, is: "let") || tokens.token(index - 1, is: "var")
          || tokens.token(index - 1, is: "for")
        if isBound, isName(index) { return index }
        if ["func", "init", "subscript"].contains(tokens.text(index)) { return nil }
      default: break
      }
      index -= 1
    }
    return nil
  }

  /// The parameter of a closure that begins with the brace: `{ types in`, `{ (types: [T]) in`.
  private static func closureParameter(
    at brace: Int, where isName: (Int) -> Bool, in tokens: SwiftTokens
  ) -> Int? {
    var index = brace + 1
    var found: Int?
    while index < tokens.end, index < brace + 64 {
      switch tokens[index].kind {
      case .identifier, .quotedIdentifier:
        if tokens.token(index, is: "in") { return found }
        if isName(index) { found = index }
      case .comma, .colon, .leftParenthesis, .rightParenthesis, .leftBracket, .rightBracket, .op,
        .period, .at:
        break
      default: return nil
      }
      if index > brace + 1, tokens[index].startsLine { return nil }
      index += 1
    }
    return nil
  }
}
