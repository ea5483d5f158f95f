extension DeclarationReader {
  /// Reads a class, struct, enum, extension, protocol or actor. Returns whether there is one.
  mutating func readType(_ kind: SwiftDeclaration.Kind, from start: Int) -> Bool {
    let nameToken = index + 1
    guard isName(nameToken) || (kind == .extension && source[nameToken].kind == .leftBracket) else {
      return false
    }
    index = nameToken
    var declaration = SwiftDeclaration(kind, name: "", nameToken: nameToken, tokens: start..<index)
    if kind == .extension {
      declaration.name = readType()?.name ?? ""
    } else {
      declaration.name = source.name(index)
      index += 1
      declaration.genericParameters = readGenericParameters()
    }
    if source[index].kind == .colon {
      index += 1
      declaration.inheritedTypes = readTypes()
    }
    skipWhereClause()
    if source[index].kind == .leftBrace, index < end {
      let body = readBracket()
      declaration.body = body
      if depth < DeclarationReader.depthMax {
        var inner = DeclarationReader(source, in: body, depth: depth + 1)
        declaration.members = inner.readMembers()
      }
    }
    declaration.tokens = start..<index
    result.append(declaration)
    return true
  }

  /// Reads one or several cases of an enum. Returns whether there is one.
  mutating func readCases(from start: Int) -> Bool {
    index += 1
    var isFirst = true
    while index < end, isName(index) {
      let nameToken = index
      var declaration = SwiftDeclaration(
        .enumCase, name: source.name(index), nameToken: nameToken, tokens: start..<start)
      index += 1
      if source[index].kind == .leftParenthesis, index < end {
        declaration.parameters = readBracket()
      }
      if isOperator(index, "="), index < end {
        index += 1
        declaration.value = readValue(stopsAtBrace: false)
      }
      declaration.tokens = (isFirst ? start : nameToken)..<index
      isFirst = false
      result.append(declaration)
      guard source[index].kind == .comma, index < end else { break }
      index += 1
    }
    return !isFirst
  }

  mutating func readAlias(_ kind: SwiftDeclaration.Kind, from start: Int) -> Bool {
    guard isName(index + 1) else { return false }
    index += 1
    var declaration = SwiftDeclaration(
      kind, name: source.name(index), nameToken: index, tokens: start..<index)
    index += 1
    declaration.genericParameters = readGenericParameters()
    if source[index].kind == .colon {
      index += 1
      declaration.inheritedTypes = readTypes()
    }
    if isOperator(index, "=") {
      index += 1
      let first = index
      declaration.type = readType()
      declaration.typeTokens = first..<index
    }
    skipWhereClause()
    declaration.tokens = start..<index
    result.append(declaration)
    return true
  }

  mutating func readImport(from start: Int) -> Bool {
    index += 1
    // Skip the kind in `import struct Foundation.Date`.
    if isName(index), isName(index + 1), !source[index + 1].startsLine { index += 1 }
    let first = index
    while index < end, isName(index) || source[index].kind == .op {
      index += 1
      guard source[index].kind == .period, index < end else { break }
      index += 1
    }
    guard index > first else { return false }
    result.append(
      SwiftDeclaration(
        .import, name: source.text(first..<index), nameToken: first, tokens: start..<index))
    return true
  }

  /// Reads an operator or a precedence group: `infix operator **: Precedence`,
  /// `precedencegroup P { … }`. Returns whether there is one.
  mutating func readOperator(_ kind: SwiftDeclaration.Kind, from start: Int) -> Bool {
    let nameToken = index + 1
    let isNamed = kind == .operator ? source[nameToken].kind == .op : isName(nameToken)
    guard isNamed, nameToken < end else { return false }
    index = nameToken + 1
    var declaration = SwiftDeclaration(
      kind, name: source.text(nameToken), nameToken: nameToken, tokens: start..<index)
    if source[index].kind == .colon, index < end {
      index += 1
      declaration.inheritedTypes = readTypes()
    }
    if source[index].kind == .leftBrace, index < end { declaration.body = readBracket() }
    declaration.tokens = start..<index
    result.append(declaration)
    return true
  }

  /// Reads a macro that makes declarations: `#Unique<User>([\.name])`.
  mutating func readMacroExpansion(from start: Int) -> Bool {
    guard index < end else { return false }
    let nameToken = index
    var declaration = SwiftDeclaration(
      .macroExpansion, name: String(source.text(index).dropFirst()), nameToken: nameToken,
      tokens: start..<index)
    index += 1
    declaration.genericParameters = readGenericParameters()
    if source[index].kind == .leftParenthesis, !source[index].startsLine, index < end {
      declaration.parameters = readBracket()
    }
    while source[index].kind == .leftBrace, !source[index].startsLine, index < end {
      declaration.body = readBracket()
    }
    declaration.tokens = start..<index
    result.append(declaration)
    return true
  }

  // MARK: - Types

  /// The type at the index; moves past it.
  mutating func readType() -> SwiftType? {
    var reader = TypeReader(source, at: index)
    let type = reader.read()
    // A token such as `?=` ends the type with its first character; the rest is skipped with it.
    index = min(reader.index, end)
    endsInsideOperator = reader.consumed > 0
    return type
  }

  mutating func readTypes() -> [SwiftType] {
    var types: [SwiftType] = []
    while let type = readType() {
      types.append(type)
      guard source[index].kind == .comma, index < end else { break }
      index += 1
    }
    return types
  }

  /// Skips `where` and its requirements: types with `:` or `==` between them.
  mutating func skipWhereClause() {
    guard isWord(index, "where"), index < end else { return }
    repeat {
      index += 1
      _ = readType()
      if source[index].kind == .colon || isOperator(index, "==") {
        index += 1
        _ = readType()
      }
    } while source[index].kind == .comma && index < end
  }
}
