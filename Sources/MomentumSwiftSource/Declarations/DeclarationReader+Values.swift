extension DeclarationReader {
  /// Reads one or several names of a `var` or `let`. Returns whether there is one.
  mutating func readVariables(from start: Int) -> Bool {
    let isConstant = isWord(index, "let")
    index += 1
    var first = result.count
    var from = start
    while index < end {
      guard let declaration = readVariable(from: from, isConstant: isConstant) else { break }
      result.append(declaration)
      guard source[index].kind == .comma, index < end else { break }
      index += 1
      from = index
    }
    guard result.count > first else { return false }
    // `let a, b: Int`: a name without type and value has the type after it.
    while first < result.count - 1 {
      let hasOwnType = result[first].type != nil || result[first].value != nil
      if !hasOwnType {
        let later = result[(first + 1)...].first { $0.type != nil || $0.value != nil }
        if let later, later.value == nil {
          result[first].type = later.type
          result[first].typeTokens = later.typeTokens
        }
      }
      first += 1
    }
    return true
  }

  private mutating func readVariable(from start: Int, isConstant: Bool) -> SwiftDeclaration? {
    let nameToken = index
    var declaration: SwiftDeclaration
    if isName(index) {
      declaration = SwiftDeclaration(
        .variable, name: source.name(index), nameToken: nameToken, tokens: start..<index)
      index += 1
    } else if source[index].kind == .leftParenthesis {
      declaration = SwiftDeclaration(
        .variable, name: "", nameToken: nameToken, tokens: start..<index)
      _ = readBracket()
    } else {
      return nil
    }
    declaration.isConstant = isConstant
    endsInsideOperator = false
    if source[index].kind == .colon, index < end {
      index += 1
      readResultType(&declaration)
    }
    if index < end, isOperator(index, "=") || (endsInsideOperator && source[index].kind == .op) {
      index += 1
      declaration.value = readValue(stopsAtBrace: true)
    }
    if index < end, source[index].kind == .leftBrace,
      declaration.value == nil || AccessorReader.begins(at: index, in: source)
    {
      let body = readBracket()
      declaration.body = body
      declaration.accessors = AccessorReader.read(in: body, source)
    }
    declaration.tokens = start..<index
    return declaration
  }

  /// Reads a function, an initializer, a deinitializer, a subscript or a macro. Returns whether
  /// there is one.
  mutating func readFunction(_ kind: SwiftDeclaration.Kind, from start: Int) -> Bool {
    var nameToken = index
    var name = ""
    index += 1
    if kind == .function || kind == .macro {
      guard isName(index) || source[index].kind == .op, index < end else { return false }
      nameToken = index
      name = operatorName ?? source.name(index)
      index += 1
    } else if kind == .initializer, isOperator(index, "?") || isOperator(index, "!") {
      index += 1
    }
    var declaration = SwiftDeclaration(
      kind, name: name, nameToken: nameToken, tokens: start..<index)
    if name.utf8.count < source[nameToken].end - source[nameToken].start,
      source[nameToken].kind == .op
    {
      index = nameToken
      declaration.genericParameters = readGenericParameters(afterBytes: name.utf8.count)
    } else if isOperator(index, "<") {
      declaration.genericParameters = readGenericParameters()
    }
    if kind != .deinitializer {
      guard source[index].kind == .leftParenthesis, index < end else { return false }
      declaration.parameters = readBracket()
    }
    readResult(&declaration)
    if kind == .macro, isOperator(index, "="), index < end {
      index += 1
      declaration.value = readValue(stopsAtBrace: true)
    }
    skipWhereClause()
    if source[index].kind == .leftBrace, index < end {
      let body = readBracket()
      declaration.body = body
      if kind == .subscript { declaration.accessors = AccessorReader.read(in: body, source) }
    }
    declaration.tokens = start..<index
    result.append(declaration)
    return true
  }

  /// The name of an operator function. In `func <<<T>(…)` the last `<` begins the parameters.
  private var operatorName: String? {
    guard source[index].kind == .op || source[index].kind == .period else { return nil }
    let text = source.text(index)
    let hasGenerics = text.utf8.count > 1 && text.utf8.last == UInt8(ascii: "<")
    return hasGenerics && isName(index + 1) ? String(text.dropLast()) : text
  }

  /// Reads the effects and the result of a function: `async throws(E) -> T`.
  private mutating func readResult(_ declaration: inout SwiftDeclaration) {
    while index < end, source[index].kind == .identifier,
      ["async", "throws", "rethrows", "reasync"].contains(source.text(index))
    {
      index += 1
      if source[index].kind == .leftParenthesis { _ = readBracket() }
    }
    guard isOperator(index, "->"), index < end else { return }
    index += 1
    readResultType(&declaration)
  }

  /// Reads a type with the generic parameters of an opaque type before it: `<T: P> T`.
  private mutating func readResultType(_ declaration: inout SwiftDeclaration) {
    let first = index
    if isOperator(index, "<") { _ = readGenericParameters() }
    declaration.type = readType()
    declaration.typeTokens = first..<index
  }

  // MARK: - Values

  /// The tokens of an expression; moves past it.
  ///
  /// An expression ends at a comma, a semicolon, a closing bracket, or before a line that does not
  /// go on with it.
  ///
  /// - Parameter stopsAtBrace: Whether a brace with accessors ends the expression.
  mutating func readValue(stopsAtBrace: Bool) -> Range<Int> {
    let start = index
    // Between `if` or `switch` and its brace a comma separates conditions.
    var isInCondition = false
    while index < end {
      let token = source[index]
      if index > start, token.startsLine, !isInCondition,
        !ValueEnd.continues(at: index, in: source)
      {
        break
      }
      switch token.kind {
      case .semicolon, .rightBrace, .rightBracket, .rightParenthesis, .end: return start..<index
      case .comma:
        if !isInCondition { return start..<index }
        index += 1
      case .leftBrace:
        if stopsAtBrace, index > start, !isInCondition,
          AccessorReader.begins(at: index, in: source)
        {
          return start..<index
        }
        isInCondition = false
        index = source.index(afterBracketAt: index)
      case .identifier:
        if source[index - 1].kind != .period {
          // The requirements of a macro follow its value.
          if isWord(index, "where"), !isInCondition { return start..<index }
          if isWord(index, "if") || isWord(index, "switch") { isInCondition = true }
        }
        index += 1
      case .pound where isWholeLine(index): index = afterConditions(from: index)
      case .leftParenthesis, .leftBracket: index = source.index(afterBracketAt: index)
      case .op where isGenericStart(index):
        let before = index
        if readGenericParameters() == nil || index <= before { index = before + 1 }
      default: index += 1
      }
    }
    index = min(index, end)
    return start..<index
  }

  /// Whether a `#if` that begins its line is at `index`. Inside a value its clauses hold members,
  /// since `ValueEnd` ends a value before any other `#if`.
  private func isWholeLine(_ index: Int) -> Bool {
    source[index].startsLine && source.token(index, is: "#if")
  }

  /// The index after the `#endif` of the `#if` at `index`.
  private func afterConditions(from index: Int) -> Int {
    var level = 0
    var next = index
    while next < end {
      if source[next].kind == .pound {
        if source.token(next, is: "#if") { level += 1 }
        if source.token(next, is: "#endif") {
          level -= 1
          if level == 0 { return next + 1 }
        }
      }
      next += 1
    }
    return end
  }

  /// Whether a `<` begins generic arguments, whose commas do not end the expression:
  /// `Dictionary<String, Int>()`. The compiler's rule: types follow up to a `>`, and then one of
  /// `( ) ] } . , ; : ? !` or a line end.
  private func isGenericStart(_ index: Int) -> Bool {
    guard isOperator(index, "<"), !source[index].marks.contains(.spaceBefore) else { return false }
    return GenericArguments.end(of: index, in: source) != nil
  }
}

/// Decides whether an expression goes on in the next line.
enum ValueEnd {
  /// Whether the first token of a line goes on with the expression before it.
  static func continues(at index: Int, in source: SwiftTokens) -> Bool {
    let token = source[index]
    switch token.kind {
    case .period:
      return true
    case .op:
      // `+ b` goes on, `-b` is a statement of its own.
      if token.marks.contains(.spaceAfter) { return true }
      return leavesOpen(index - 1, in: source)
    case .identifier:
      if source.token(index, is: "as") || source.token(index, is: "is") { return true }
      if source.token(index, is: "else") { return source[index - 1].kind == .rightBrace }
      return leavesOpen(index - 1, in: source)
    case .colon:
      return true
    case .pound:
      // `#if` around postfix members: the members belong to the expression.
      return isPostfixCondition(index, in: source) || leavesOpen(index - 1, in: source)
    case .leftBrace:
      // A call has one closure after its arguments; another one begins a statement.
      return source[index - 1].kind != .rightBrace
    default:
      return leavesOpen(index - 1, in: source)
    }
  }

  /// Whether an expression cannot end with this token.
  private static func leavesOpen(_ index: Int, in source: SwiftTokens) -> Bool {
    let token = source[index]
    switch token.kind {
    case .op:
      // An operator without a space before it is a postfix operator, as in `a!`, and an expression
      // can end with it.
      let isPostfix = !token.marks.contains(.spaceBefore)
      return !isPostfix || source.token(index, is: "=") || source.token(index, is: "->")
    case .period, .backslash, .at, .comma, .colon: return true
    case .identifier:
      // After a period each of these words is the name of a member.
      guard source[index - 1].kind != .period else { return false }
      return [
        "try", "await", "return", "in", "as", "is", "else", "if", "switch", "case", "where",
        "throw",
      ]
      .contains(source.text(index))
    default: return false
    }
  }

  /// Whether the line after `#if` begins with a period.
  private static func isPostfixCondition(_ index: Int, in source: SwiftTokens) -> Bool {
    guard source.token(index, is: "#if") else { return false }
    var next = index + 1
    while next < source.end, !source[next].startsLine { next += 1 }
    return source[next].kind == .period
  }
}

/// Finds the end of generic arguments inside an expression.
enum GenericArguments {
  /// The index after the `>` that closes the `<` at `index`; `nil` if the `<` is an operator.
  static func end(of index: Int, in source: SwiftTokens) -> Int? {
    var reader = TypeReader(source, at: index)
    guard reader.skipGenericArguments(), reader.consumed == 0 else { return nil }
    let token = source[reader.index]
    if token.startsLine { return reader.index }
    switch token.kind {
    case .leftParenthesis, .rightParenthesis, .leftBracket, .rightBracket, .leftBrace, .rightBrace,
      .period, .comma, .semicolon, .colon, .end:
      return reader.index
    case .op:
      return token.marks.contains(.spaceBefore) && !source.token(reader.index, is: "=")
        ? nil : reader.index
    default: return nil
    }
  }
}
