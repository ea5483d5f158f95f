extension ExpressionReader {
  /// Reads the closure whose brace is at the index.
  mutating func readClosure() -> SwiftExpression? {
    let start = index
    let body = readBracket()
    var closure = SwiftClosure(parameters: [], body: body)
    if let (parameters, next) = signature(in: body) {
      closure.parameters = parameters
      closure.body = next..<body.upperBound
    }
    return SwiftExpression(.closure(closure), start..<index)
  }

  /// The parameters of a closure and the index after `in`; `nil` if the closure has none.
  private func signature(in body: Range<Int>) -> ([SwiftClosure.Parameter], Int)? {
    // `in` is also part of `for x in`, so look only at what a signature may have.
    var next = body.lowerBound
    while next < body.upperBound, source[next].kind == .at {
      next = AttributeReader.end(of: next, in: source)
    }
    if next < body.upperBound, source[next].kind == .leftBracket {
      next = source.index(afterBracketAt: next)
    }
    var parameters: [SwiftClosure.Parameter] = []
    if next < body.upperBound, source[next].kind == .leftParenthesis {
      let close = source.index(afterBracketAt: next)
      parameters = typedParameters(next + 1..<max(close - 1, next + 1))
      next = close
    } else {
      while next < body.upperBound, source[next].kind == .identifier, !source.token(next, is: "in")
      {
        parameters.append(SwiftClosure.Parameter(name: source.name(next)))
        next += 1
        guard next < body.upperBound, source[next].kind == .comma else { break }
        next += 1
      }
    }
    while next < body.upperBound, source[next].kind == .identifier,
      ["async", "throws", "rethrows"].contains(source.text(next))
    {
      next += 1
      if source[next].kind == .leftParenthesis { next = source.index(afterBracketAt: next) }
    }
    if next < body.upperBound, source[next].kind == .op, source.token(next, is: "->") {
      var reader = TypeReader(source, at: next + 1)
      _ = reader.read()
      next = reader.index
    }
    guard next < body.upperBound, source[next].kind == .identifier, source.token(next, is: "in")
    else { return nil }
    return (parameters, next + 1)
  }

  /// Reads the parameters of a closure that are written in round brackets: `a, b: Int, _: String`
  private func typedParameters(_ range: Range<Int>) -> [SwiftClosure.Parameter] {
    var result: [SwiftClosure.Parameter] = []
    var next = range.lowerBound
    while next < range.upperBound {
      guard [.identifier, .quotedIdentifier].contains(source[next].kind) else { return result }
      // If there are two names, the second one is used inside.
      if [.identifier, .quotedIdentifier].contains(source[next + 1].kind) { next += 1 }
      var parameter = SwiftClosure.Parameter(name: source.name(next))
      next += 1
      if next < range.upperBound, source[next].kind == .colon {
        var reader = TypeReader(source, at: next + 1)
        parameter.type = reader.read()
        next = max(reader.index, next + 1)
      }
      result.append(parameter)
      while next < range.upperBound, source[next].kind != .comma { next += 1 }
      next += 1
    }
    return result
  }

  /// Reads an `if` that is used as an expression.
  mutating func readConditional() -> SwiftExpression? {
    let start = index
    index += 1
    var conditions: [SwiftConditional.Condition] = []
    let outer = isCondition
    isCondition = true
    while index < end, !isKind(.leftBrace) {
      let before = index
      if let condition = readCondition() { conditions.append(condition) }
      if isKind(.comma) { index += 1 }
      if index == before { index += 1 }
    }
    isCondition = outer
    guard isKind(.leftBrace) else { return SwiftExpression(.other, start..<index) }
    var result = SwiftConditional(conditions: conditions, then: readBracket(), otherwise: nil)
    if isWord("else") {
      index += 1
      if isWord("if") {
        result.otherwise = readConditional()
      } else if isKind(.leftBrace) {
        let from = index
        let body = readBracket()
        result.otherwise = SwiftExpression(
          .closure(SwiftClosure(parameters: [], body: body)), from..<index)
      }
    }
    return SwiftExpression(.conditional(result), start..<index)
  }

  private mutating func readCondition() -> SwiftConditional.Condition? {
    guard isWord("let") || isWord("var") else { return read().map { .expression($0) } }
    index += 1
    guard isKind(.identifier) || isKind(.quotedIdentifier) else { return nil }
    let name = source.name(index)
    index += 1
    if isKind(.colon) {
      index += 1
      _ = readType()
    }
    guard isKind(.op), source.token(index, is: "=") else { return .binding(name: name, value: nil) }
    index += 1
    return read().map { .binding(name: name, value: $0) }
  }

  /// Reads a key path: `\User.name`, `\.name`, `\User.items[0]?.name`, `\.self`.
  mutating func readKeyPath() -> SwiftExpression? {
    let start = index
    index += 1
    var path = SwiftExpression.KeyPath(names: [], hasRoot: true)
    if isKind(.period) { path.hasRoot = false }
    if isKind(.identifier) || isKind(.quotedIdentifier) {
      path.names.append(source.name(index))
      index += 1
      if let after = genericEnd() { index = after }
    } else if isKind(.leftBracket) || isKind(.leftParenthesis) {
      _ = readBracket()
      path.names.append(nil)
    }
    while index < end {
      let token = source[index]
      if token.kind == .period,
        [.identifier, .quotedIdentifier, .integer].contains(source[index + 1].kind)
      {
        path.names.append(source.name(index + 1))
        index += 2
        if let after = genericEnd() { index = after }
      } else if token.kind == .period, source[index + 1].kind == .leftBracket {
        index += 1
      } else if token.kind == .leftBracket, !token.startsLine, !token.marks.contains(.spaceBefore) {
        _ = readBracket()
        path.names.append(nil)
      } else if token.kind == .op, !token.marks.contains(.spaceBefore),
        source.token(index, is: "?") || source.token(index, is: "!")
      {
        index += 1
      } else if token.kind == .op, token.end - token.start > 1, !token.marks.contains(.spaceBefore),
        source.token(index, is: "?.") || source.token(index, is: "!.")
      {
        index += 1
      } else {
        break
      }
    }
    return SwiftExpression(.keyPath(path), start..<index)
  }

  private func genericEnd() -> Int? {
    guard index < end, source[index].kind == .op, !source[index].marks.contains(.spaceBefore),
      let after = GenericArguments.end(of: index, in: source), after <= end
    else { return nil }
    return after
  }

  /// Reads a macro: `#Predicate<User> { … }`, `#keyPath(User.name)`, `#file`.
  mutating func readMacro() -> SwiftExpression {
    let start = index
    var macro = SwiftExpression.Macro(
      name: String(source.text(index).dropFirst()), genericArguments: [], arguments: [])
    index += 1
    if let after = genericEnd() {
      macro.genericArguments = genericArguments()
      index = after
    }
    if isKind(.leftParenthesis), !source[index].startsLine {
      macro.arguments = readArgumentsInBracket()
    }
    macro.arguments += readTrailingClosures()
    return SwiftExpression(.macro(macro), start..<index)
  }

  /// The types in the angle brackets at the index.
  private func genericArguments() -> [SwiftType] {
    var reader = TypeReader(source, at: index)
    return reader.readGenericArguments() ?? []
  }
}
