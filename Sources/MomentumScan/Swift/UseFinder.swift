import MomentumSwiftSource

/// Finds where the program passes the value of an expression.
struct UseFinder {
  /// Where a value goes.
  enum Use {
    /// An argument of a call: the call's tokens without its arguments, its bracket, and the label.
    case argument(callee: Range<Int>, open: Int, label: String?)
    /// The value is assigned: `path = value`
    case assigned([String], token: Int)
    /// The value is the initial one of a variable: `let name: Type = value`
    case declared(String, token: Int, type: SwiftType?)
    /// The value is the result of the function or accessor to which the code belongs.
    case returned
    /// A member of the value is read: `value.name…`
    case member(String)
    case none
  }

  let unit: SwiftUnit
  let region: CodeRegion

  var tokens: SwiftTokens { unit.tokens }

  /// The use of the value of the expression that has these tokens.
  func use(of range: Range<Int>) -> Use {
    var (start, end) = (range.lowerBound, range.upperBound)
    for _ in 0..<12 {
      if let member = memberAfter(&end) { return .member(member) }
      switch boundary(before: start) {
      case .open(let open):
        switch tokens[open].kind {
        case .leftParenthesis:
          if isCall(open) { return call(open, label: label(before: start)) }
          (start, end) = (open, tokens.index(afterBracketAt: open))
        case .leftBracket:
          if isSubscript(open) { return .none }
          (start, end) = (open, tokens.index(afterBracketAt: open))
        default: return .none
        }
      case .equals(let sign): return target(of: sign)
      case .result(let brace):
        guard let brace, brace >= region.range.lowerBound else { return .returned }
        guard isClosure(brace) else { return .none }
        (start, end) = (brace, tokens.index(afterBracketAt: brace))
        guard tokens[end].kind == .leftParenthesis else { return .none }
        end = tokens.index(afterBracketAt: end)
      case .outside: return .returned
      case .none: return .none
      }
    }
    return .none
  }

  /// The member that is read from the value; `nil` if none is. Moves past `!`, `?` and members that
  /// return the same predicate, such as `copy`.
  private func memberAfter(_ end: inout Int) -> String? {
    while end < region.range.upperBound {
      if tokens[end].kind == .op, !tokens[end].marks.contains(.spaceBefore),
        tokens.token(end, is: "!") || tokens.token(end, is: "?")
      {
        end += 1
      } else if tokens[end].kind == .period {
        let name = tokens.name(end + 1)
        guard UseFinder.passing.contains(name) else { return name }
        end += 2
        if tokens[end].kind == .leftParenthesis { end = tokens.index(afterBracketAt: end) }
      } else {
        return nil
      }
    }
    return nil
  }

  /// Members that lead to the same predicates or descriptors.
  private static let passing: Set<String> = [
    "withSubstitutionVariables", "copy", "reversed", "self", "reversedSortDescriptor",
  ]

  // MARK: - Before the value

  private enum Boundary {
    /// The bracket that the value is in.
    case open(Int)
    /// The `=` before the value.
    case equals(Int)
    /// The value is the result of the code in the brace; of the whole region for `nil`.
    case result(Int?)
    /// The value is all of the region.
    case outside
    case none
  }

  private func boundary(before start: Int) -> Boundary {
    let parent = unit.parent(of: start)
    let isInBraces = parent.map { tokens[$0].kind == .leftBrace } ?? true
    var index = start - 1
    while index >= region.range.lowerBound {
      let token = tokens[index]
      switch token.kind {
      case .leftParenthesis, .leftBracket: return .open(index)
      case .leftBrace: return .result(resultBrace(from: index))
      case .rightParenthesis, .rightBracket, .rightBrace:
        if isInBraces, beginsStatement(index + 1) { return isWhole(start, index + 1) }
        index = (tokens.partner(of: index) ?? index) - 1
        continue
      case .comma:
        guard let parent, !isInBraces else { return .none }
        return .open(parent)
      case .semicolon: return isWhole(start, index + 1)
      case .colon where !isInBraces:
        if let parent, isLabel(index) || tokens[parent].kind == .leftBracket, !isTernary(index) {
          return .open(parent)
        }
      case .op:
        if tokens.token(index, is: "=") || tokens.token(index, is: "+=") { return .equals(index) }
      case .identifier:
        if tokens.token(index, is: "return") {
          return .result(parent.flatMap { resultBrace(from: $0) })
        }
        if tokens.token(index, is: "in") {
          return .result(parent.flatMap { resultBrace(from: $0) })
        }
      default: break
      }
      if isInBraces, beginsStatement(index + 1) { return isWhole(start, index + 1) }
      index -= 1
    }
    // If the region is the value of a variable, the `=` is before the region.
    return .outside
  }

  /// Returns `.result` if the value begins a statement: then it is the result of a closure, or of a
  /// function with one expression. Otherwise `.none`.
  private func isWhole(_ start: Int, _ statement: Int) -> Boundary {
    var first = statement
    while first < start,
      tokens.token(first, is: "try") || tokens.token(first, is: "await")
        || tokens[first].kind == .op
    {
      first += 1
    }
    guard first == start else { return .none }
    return .result(unit.parent(of: start).flatMap { resultBrace(from: $0) })
  }

  /// The brace of the innermost closure around a brace, from which a `return` there returns; `nil`
  /// if the `return` leaves the function or accessor itself.
  private func resultBrace(from brace: Int) -> Int? {
    var next: Int? = brace
    while let open = next, open >= region.range.lowerBound {
      if tokens[open].kind == .leftBrace, isClosure(open) { return open }
      next = unit.parent(of: open)
    }
    return nil
  }

  /// Whether a brace begins a closure, and not the block of a statement.
  private func isClosure(_ brace: Int) -> Bool {
    let before = brace - 1
    switch tokens[before].kind {
    case .op:
      return tokens.token(before, is: "=") || tokens.token(before, is: "??")
        || tokens[before].marks.contains(.spaceAfter)
    case .leftParenthesis, .leftBracket, .comma, .colon: return true
    case .identifier, .quotedIdentifier, .rightParenthesis:
      if tokens.token(before, is: "else") || tokens.token(before, is: "do")
        || tokens.token(before, is: "get") || tokens.token(before, is: "repeat")
        || tokens.token(before, is: "defer") || tokens.token(before, is: "catch")
        || tokens.token(before, is: "set") || tokens.token(before, is: "didSet")
        || tokens.token(before, is: "willSet")
      {
        return false
      }
      return !isControl(brace)
    default: return false
    }
  }

  /// Whether the statement with a brace begins with a word such as `if`.
  private func isControl(_ brace: Int) -> Bool {
    var index = brace - 1
    while index >= max(region.range.lowerBound - 1, 0) {
      let token = tokens[index]
      switch token.kind {
      case .rightParenthesis, .rightBracket: index = (tokens.partner(of: index) ?? index) - 1
      case .rightBrace, .leftBrace, .semicolon: return false
      case .identifier:
        let word = tokens.text(index)
        if ["if", "guard", "for", "while", "switch", "catch", "func", "init", "case"].contains(word)
        {
          return true
        }
        if token.startsLine { return false }
        index -= 1
      default: index -= 1
      }
    }
    return false
  }

  /// Whether a token is the first of a statement.
  private func beginsStatement(_ index: Int) -> Bool {
    let token = tokens[index]
    guard token.startsLine else { return false }
    switch token.kind {
    case .period, .colon, .rightParenthesis, .rightBracket: return false
    case .op where token.marks.contains(.spaceAfter): return false
    case .identifier where tokens.token(index, is: "as") || tokens.token(index, is: "is"):
      return false
    default: break
    }
    let last = tokens[index - 1]
    switch last.kind {
    case .op: return !last.marks.contains(.spaceBefore)
    case .period, .comma, .leftParenthesis, .leftBracket: return false
    case .colon: return true
    case .identifier: return !tokens.token(index - 1, is: "return")
    default: return true
    }
  }

  // MARK: - Calls

  /// Whether a colon belongs to the label of an argument.
  private func isLabel(_ colon: Int) -> Bool {
    [.identifier, .quotedIdentifier].contains(tokens[colon - 1].kind)
      && [.leftParenthesis, .comma, .leftBracket].contains(tokens[colon - 2].kind)
  }

  private func isTernary(_ colon: Int) -> Bool {
    tokens[colon].marks.contains(.spaceBefore) && !isLabel(colon)
      && tokens[colon - 1].kind != .string
  }

  func label(before start: Int) -> String? {
    // The value may be a part of the argument: the label is before the first token of the argument.
    var index = start - 1
    while index > 0 {
      switch tokens[index].kind {
      case .leftParenthesis, .comma, .leftBracket, .leftBrace: return nil
      case .colon where isLabel(index): return tokens.name(index - 1)
      case .rightParenthesis, .rightBracket, .rightBrace:
        index = (tokens.partner(of: index) ?? index) - 1
      default: index -= 1
      }
    }
    return nil
  }

  private func isCall(_ open: Int) -> Bool {
    open > 0 && unit.isCallee(open - 1) && !tokens[open].startsLine
      && !tokens[open].marks.contains(.spaceBefore)
      || (open > 0 && tokens[open - 1].kind == .identifier && unit.isCallee(open - 1)
        && tokens[open - 1].end == tokens[open].start)
  }

  private func isSubscript(_ open: Int) -> Bool {
    open > 0 && unit.isCallee(open - 1) && !tokens[open].startsLine
      && tokens[open - 1].end == tokens[open].start
  }

  private func call(_ open: Int, label: String?) -> Use {
    .argument(callee: unit.chainStart(before: open)..<open, open: open, label: label)
  }

  // MARK: - Assignments

  private func target(of sign: Int) -> Use {
    var index = sign - 1
    while index >= region.range.lowerBound {
      let token = tokens[index]
      if token.kind == .identifier, tokens.token(index, is: "let") || tokens.token(index, is: "var")
      {
        var type: SwiftType?
        if tokens[index + 2].kind == .colon {
          var reader = TypeText(tokens, in: index + 3..<sign)
          type = reader.read()
        }
        return .declared(tokens.name(index + 1), token: index + 1, type: type)
      }
      if beginsStatement(index) || [.leftBrace, .semicolon].contains(token.kind) { break }
      index =
        [.rightParenthesis, .rightBracket, .rightBrace].contains(token.kind)
        ? (tokens.partner(of: index) ?? index) - 1 : index - 1
    }
    let start = unit.chainStart(before: sign)
    guard start < sign, let target = unit.expression(at: start, before: sign),
      let path = target.chainNames
    else { return .none }
    return .assigned(path, token: start)
  }
}

extension SwiftExpression {
  /// The names of a chain, such as `a?.b!.c`; `nil` for another expression.
  var chainNames: [String]? {
    switch kind {
    case .name(let name, _): [name]
    case .member(let base?, let name): base.chainNames.map { $0 + [name] }
    case .optionalChain(let inner), .forceUnwrap(let inner): inner.chainNames
    case .call(let callee, _), .subscripted(let callee, _): callee.chainNames
    case .tuple(let elements) where elements.count == 1: elements[0].value.chainNames
    case .cast(let inner, _, _): inner.chainNames
    default: nil
    }
  }
}
