extension ExpressionReader {
  /// Reads an operand with its prefix operators and the members, calls and subscripts after it.
  mutating func readOperand() -> SwiftExpression? {
    guard index < end else { return nil }
    let start = index
    if source[index].kind == .op {
      let text = source.text(index)
      guard text != "=", text != "->" else { return nil }
      // An operator in brackets is a function: `reduce(0, +)`.
      if source[index + 1].kind == .comma || index + 1 >= end {
        index += 1
        return SwiftExpression(.name(text, []), start..<index)
      }
      index += 1
      guard depth < ExpressionReader.depthMax else { return nil }
      depth += 1
      defer { depth -= 1 }
      guard let operand = readOperand() else { return nil }
      return SwiftExpression(.prefix(text, operand), start..<index)
    }
    if let word = effect() {
      index += 1
      if source[index].kind == .op, !source[index].marks.contains(.spaceBefore),
        source.token(index, is: "?") || source.token(index, is: "!")
      {
        index += 1
      }
      guard let operand = read(above: SwiftOperators.ternary.level - 1) else { return nil }
      return SwiftExpression(.effect(word, operand), start..<index)
    }
    guard let primary = readPrimary() else { return nil }
    return readSuffixes(of: primary)
  }

  /// `try`, `await` and other words before an expression that do not change its value.
  private func effect() -> String? {
    guard index + 1 < end, source[index].kind == .identifier else { return nil }
    let word = source.text(index)
    guard
      ["try", "await", "unsafe", "consume", "copy", "each", "repeat", "some", "any"].contains(word)
    else { return nil }
    let next = source[index + 1]
    if word == "try" || word == "await" { return word }
    // The other words, such as `copy` and `each`, are names unless an operand follows.
    return [.identifier, .quotedIdentifier].contains(next.kind) && !next.startsLine ? word : nil
  }

  private mutating func readPrimary() -> SwiftExpression? {
    let start = index
    func one(_ kind: SwiftExpression.Kind) -> SwiftExpression {
      SwiftExpression(kind, start..<start + 1)
    }
    switch source[index].kind {
    case .integer:
      index += 1
      return one(.integer(source.text(start)))
    case .float:
      index += 1
      return one(.float(source.text(start)))
    case .string:
      index += 1
      return one(.string(start))
    case .regex:
      index += 1
      return one(.regex(start))
    case .identifier, .quotedIdentifier: return readWord()
    case .period:
      guard [.identifier, .quotedIdentifier, .integer].contains(source[index + 1].kind) else {
        return nil
      }
      index += 2
      return SwiftExpression(.member(nil, source.name(start + 1)), start..<index)
    case .leftParenthesis:
      let elements = readArgumentsInBracket()
      return SwiftExpression(.tuple(elements), start..<index)
    case .leftBracket: return readCollection()
    case .leftBrace: return readClosure()
    case .backslash: return readKeyPath()
    case .pound: return readMacro()
    case .rightParenthesis, .rightBracket, .rightBrace, .comma, .colon, .semicolon, .at, .op,
      .unknown, .end:
      return nil
    }
  }

  private mutating func readWord() -> SwiftExpression? {
    let start = index
    if source[index].kind == .identifier {
      switch source.text(index) {
      case "true", "false":
        index += 1
        return SwiftExpression(.boolean(source.token(start, is: "true")), start..<index)
      case "nil":
        index += 1
        return SwiftExpression(.nilLiteral, start..<index)
      case "if": return readConditional()
      case "switch", "do":
        while index < end, source[index].kind != .leftBrace {
          index = max(source.partner(of: index).map { $0 + 1 } ?? index + 1, index + 1)
        }
        if index < end { _ = readBracket() }
        return SwiftExpression(.other, start..<min(index, end))
      default: break
      }
    }
    index += 1
    var arguments: [SwiftType] = []
    if index < end, source[index].kind == .op, !source[index].marks.contains(.spaceBefore),
      let after = GenericArguments.end(of: index, in: source), after <= end
    {
      var reader = TypeReader(source, at: start)
      if case .named(let components)? = reader.read() {
        // A member of a generic type may follow: `Optional<Int>.none`.
        arguments = components.first?.arguments ?? []
      }
      index = after
    }
    return SwiftExpression(.name(source.name(start), arguments), start..<index)
  }

  /// Reads an array or a dictionary: `[a, b]`, `[k: v]`, `[:]`. The types `[Int]` and
  /// `[String: Int]` look alike and are read too.
  private mutating func readCollection() -> SwiftExpression {
    let start = index
    let range = readBracket()
    guard depth < ExpressionReader.depthMax else { return SwiftExpression(.other, start..<index) }
    var inner = ExpressionReader(source, in: range)
    inner.depth = depth
    var items: [SwiftExpression] = []
    var pairs: [SwiftExpression.Pair] = []
    while inner.index < inner.end {
      if inner.isKind(.colon), items.isEmpty, pairs.isEmpty {
        return SwiftExpression(.dictionary([]), start..<index)
      }
      guard let item = inner.read() else { return SwiftExpression(.other, start..<index) }
      if inner.isKind(.colon) {
        inner.index += 1
        guard let value = inner.read() else { return SwiftExpression(.other, start..<index) }
        pairs.append(SwiftExpression.Pair(key: item, value: value))
      } else {
        items.append(item)
      }
      guard inner.index < inner.end else { break }
      guard inner.isKind(.comma) else { return SwiftExpression(.other, start..<index) }
      inner.index += 1
    }
    return SwiftExpression(pairs.isEmpty ? .array(items) : .dictionary(pairs), start..<index)
  }

  // MARK: - Suffixes

  private mutating func readSuffixes(of primary: SwiftExpression) -> SwiftExpression {
    var result = primary
    let start = primary.tokens.lowerBound
    func whole(_ kind: SwiftExpression.Kind, _ end: Int) -> SwiftExpression {
      SwiftExpression(kind, start..<end)
    }
    while index < end {
      let token = source[index]
      switch token.kind {
      case .period
      where [.identifier, .quotedIdentifier, .integer].contains(source[index + 1].kind):
        let name = source.name(index + 1)
        index += 2
        if index < end, source[index].kind == .op, !source[index].marks.contains(.spaceBefore),
          let after = GenericArguments.end(of: index, in: source), after <= end
        {
          index = after
        }
        result = whole(.member(result, name), index)
      case .leftParenthesis where !token.startsLine:
        let arguments = readArgumentsInBracket() + readTrailingClosures()
        result = whole(.call(result, arguments), index)
      case .leftBracket where !token.startsLine && !token.marks.contains(.spaceBefore):
        let arguments = readArgumentsInBracket()
        result = whole(.subscripted(result, arguments), index)
      case .leftBrace where !isCondition && mayTakeClosure(result):
        let closures = readTrailingClosures()
        guard !closures.isEmpty else { return result }
        result = whole(.call(result, closures), index)
      case .op where !token.marks.contains(.spaceBefore):
        guard let next = postfix(of: result, start) else { return result }
        result = next
      default: return result
      }
    }
    return result
  }

  private mutating func postfix(
    of operand: SwiftExpression, _ start: Int
  ) -> SwiftExpression? {
    let text = source.text(index)
    let kind: SwiftExpression.Kind
    switch text {
    case "?": kind = .optionalChain(operand)
    case "!": kind = .forceUnwrap(operand)
    default:
      guard source[index].marks.contains(.spaceAfter), text != "=" else { return nil }
      kind = .postfix(text, operand)
    }
    index += 1
    return SwiftExpression(kind, start..<index)
  }

  /// Whether a brace after an expression is an argument of it, and not of the next statement.
  private func mayTakeClosure(_ expression: SwiftExpression) -> Bool {
    guard !source[index].startsLine else { return false }
    switch expression.kind {
    case .name, .member, .call, .subscripted, .optionalChain, .forceUnwrap: return true
    default: return false
    }
  }

  /// Reads trailing closures: `{ … }`, and `label: { … }` after it.
  mutating func readTrailingClosures() -> [SwiftExpression.Argument] {
    guard !isCondition, isKind(.leftBrace), !source[index].startsLine, let first = readClosure()
    else { return [] }
    var result = [SwiftExpression.Argument(value: first)]
    while isKind(.identifier), index + 2 < end, source[index + 1].kind == .colon,
      source[index + 2].kind == .leftBrace
    {
      let label = source.name(index)
      index += 2
      guard let closure = readClosure() else { return result }
      result.append(SwiftExpression.Argument(label: label, value: closure))
    }
    return result
  }
}
