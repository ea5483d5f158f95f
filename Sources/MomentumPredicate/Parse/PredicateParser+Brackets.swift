import MomentumDiagnostics

// Brackets of every kind: opening them, the commas within, and the syntax made when they close.

extension PredicateParser {
  mutating func open(_ role: StackEntry.Role, _ range: SourceRange) {
    parts.append(StackEntry(role: role, range: range, operandCount: operands.count))
  }

  /// Parses the parenthesis that has to follow a function's name; the name has been consumed.
  mutating func openCall(
    _ name: SourceRange, isMethod: Bool, isBare: Bool
  ) throws(Stop) -> State {
    guard token.kind == .sign(.openParenthesis) else { throw unexpected("'('") }
    advance()
    open(.call(isMethod: isMethod, isBare: isBare), name)
    guard token.kind == .sign(.closeParenthesis) else { return .operand }
    return try close(.closeParenthesis)
  }

  mutating func openForm(_ form: StackEntry.Form) throws(Stop) -> State {
    let range = token.range
    advance()
    guard token.kind == .sign(.openParenthesis) else {
      throw reservedWord(range, isFollowedBy: "'('", hint: form.usage)
    }
    advance()
    open(.form(form), range)
    return .operand
  }

  mutating func openIndex() -> State {
    open(.index, token.range)
    advance()
    return .operand
  }

  // MARK: - Commas

  /// Handles a comma, which ends an argument of a call or an element of a list.
  mutating func comma() throws(Stop) -> State {
    try apply(bindingAtLeast: 1)
    guard let part = parts.last else { throw unexpectedBehindOperand() }
    let index = operands.count - part.operandCount - 1
    switch part.role {
    case .aggregate, .call: try checkTop(isPredicate: false)
    case .form(.ternary) where index == 0: try checkTop(isPredicate: true)
    case .form(.subquery) where index == 0:
      try checkTop(isPredicate: false)
      return try subqueryVariable()
    case .form(let form) where form != .subquery && index + 1 < form.argumentCounts.upperBound:
      try checkTop(isPredicate: false)
    case .group where isAfterCollectionOperator:
      throw fail(foreign.collectionInBraces(from: part.range))
    case .form, .group, .index, .component, .or, .and, .not, .quantifier, .comparison, .assignment,
      .set, .arithmetic, .shift, .minus:
      throw unexpectedBehindOperand()
    }
    advance()
    return .operand
  }

  private mutating func subqueryVariable() throws(Stop) -> State {
    advance()
    guard token.kind == .variable else {
      throw unexpected("a variable", hint: StackEntry.Form.subquery.usage)
    }
    parts[parts.count - 1].name = token.range
    advance()
    guard token.kind == .sign(.comma) else {
      throw unexpected("','", hint: StackEntry.Form.subquery.usage)
    }
    advance()
    return .operand
  }

  private mutating func checkTop(isPredicate: Bool) throws(Stop) {
    guard let top = operands.last?.value, top.isPredicate != isPredicate else { return }
    throw isPredicate ? missingOperator() : unexpectedPredicate(at: top.range)
  }

  // MARK: - Closing

  /// Closes the innermost open bracket. Another kind of closing bracket is a syntax error.
  mutating func close(_ sign: Sign) throws(Stop) -> State {
    try apply(bindingAtLeast: 1)
    guard let part = parts.last, part.closer == sign else { throw unexpectedBehindOperand() }
    let range = part.range.union(token.range)
    switch part.role {
    case .group: try closeGroup(range)
    case .aggregate:
      let (elements, height) = try popArguments(part)
      try push(.aggregate(elements), range, height: height + 1)
    case .index:
      let (index, height) = try popExpression()
      let (base, baseHeight) = try popExpression()
      try push(
        .index(base, index), base.range.union(range), height: max(height, baseHeight) + 1)
    case .component: try closeComponent(range)
    case .call(let isMethod, let isBare):
      try closeCall(part, range, isMethod: isMethod, isBare: isBare)
    case .form(let form): try closeForm(form, part, range)
    case .or, .and, .not, .quantifier, .comparison, .assignment, .set, .arithmetic, .shift, .minus:
      throw unexpectedBehindOperand()
    }
    if case .group = part.role {} else { parts.removeLast() }
    advance()
    return .afterOperand
  }

  /// Replaces a parenthesis by its content, whose range then includes the parentheses. After a
  /// comparison, arithmetic or a quantifier a predicate in parentheses is a syntax error.
  private mutating func closeGroup(_ range: SourceRange) throws(Stop) {
    parts.removeLast()
    guard let top = operands.popLast() else { throw unexpectedOperand() }
    switch top.value {
    case .expression(var expression):
      expression.range = range
      operands.append(Operand(value: .expression(expression), height: top.height))
    case .predicate(var predicate):
      switch parts.last?.role {
      case .quantifier:
        throw fail(
          .expected("one comparison behind the quantifier", found: "a predicate in parentheses"),
          at: range)
      case .comparison, .assignment, .set, .arithmetic, .shift, .minus:
        throw unexpectedPredicate(at: range)
      case nil, .or, .and, .not, .group, .aggregate, .index, .component, .call, .form: break
      }
      predicate.range = range
      operands.append(Operand(value: .predicate(predicate), height: top.height))
    }
  }

  private mutating func closeComponent(_ range: SourceRange) throws(Stop) {
    let (key, height) = try popExpression()
    let (base, baseHeight) = try popExpression()
    let components =
      base.keys + [KeyComponent(.expression(key), range)]
    let own = base.pathHeight(baseHeight, isExtended: true)
    try push(
      base.path(components), base.range.union(range),
      height: max(own, height + 1))
  }

  private mutating func popArguments(
    _ part: StackEntry
  ) throws(Stop) -> ([ExpressionSyntax], height: Int) {
    var arguments: [ExpressionSyntax] = []
    var height = -1
    for operand in operands[part.operandCount...] {
      height = max(height, operand.height)
      switch operand.value {
      case .expression(let expression): arguments.append(expression)
      case .predicate(let predicate): throw unexpectedPredicate(at: predicate.range)
      }
    }
    operands.removeSubrange(part.operandCount...)
    return (arguments, height)
  }

  // MARK: - Calls

  private mutating func closeCall(
    _ part: StackEntry, _ range: SourceRange, isMethod: Bool, isBare: Bool
  ) throws(Stop) {
    let (arguments, height) = try popArguments(part)
    let row = try function(part.range, isBare: isBare, argumentCount: arguments.count)
    guard row.argumentCounts.contains(arguments.count) else {
      throw fail(
        .functionArguments(row.selector, wanted: row.argumentCounts, found: arguments.count),
        at: part.range)
    }
    let call = CallSyntax(
      selector: row.selector, selectorRange: part.range, arguments: arguments)
    guard isMethod else { return try push(.call(call), range, height: height + 1) }
    let (target, targetHeight) = try popExpression()
    try push(
      .method(target, call), target.range.union(range), height: max(height, targetHeight) + 1)
  }

  /// Returns the function that a call names. An unknown name is reported here, because Foundation
  /// looks names up while it parses.
  private mutating func function(
    _ range: SourceRange, isBare: Bool, argumentCount: Int
  ) throws(Stop) -> FunctionTable.Row {
    let written = source.text(in: range)
    let found =
      isBare
      ? FunctionTable.function(bareName: written, argumentCount: argumentCount)
      : FunctionTable.function(selector: written)
    if let found { return found }
    let selector = isBare && argumentCount > 0 ? written + ":" : written
    let near = FunctionTable.near(selector)
    let fixIts = near.map { name in
      [
        Diagnostic.FixIt(
          "call '\(name)'", replace: SourceLocation(source, range), with: name)
      ]
    }
    throw fail(.unknownFunction(selector, near: near), at: range, fixIts: fixIts ?? [])
  }

  // MARK: - Forms

  private mutating func closeForm(
    _ form: StackEntry.Form, _ part: StackEntry, _ range: SourceRange
  ) throws(Stop) {
    guard form.argumentCounts.contains(operands.count - part.operandCount) else {
      throw unexpected("','", hint: form.usage)
    }
    switch form {
    case .subquery:
      let (predicate, height) = try popPredicate()
      let (collection, collectionHeight) = try popExpression()
      try push(
        .subquery(collection, variable: name(part.name), predicate), range,
        height: max(height, collectionHeight) + 1)
    case .ternary:
      let (second, secondHeight) = try popExpression()
      let (first, firstHeight) = try popExpression()
      let (predicate, height) = try popPredicate()
      try push(
        .ternary(predicate, first, second), range,
        height: max(height, firstHeight, secondHeight) + 1)
    case .cast, .function, .fetch:
      let (arguments, height) = try popArguments(part)
      try push(valueForm(form, arguments), range, height: height + 1)
    }
  }

  /// Makes the syntax of a form with a value. The caller has checked the number of arguments.
  private mutating func valueForm(
    _ form: StackEntry.Form, _ arguments: [ExpressionSyntax]
  ) throws(Stop) -> ExpressionSyntax.Kind {
    switch form {
    case .cast where arguments.count == 2:
      return .cast(arguments[0].castOperand(to: arguments[1]), arguments[1])
    case .fetch where arguments.count == 3:
      return .fetch(arguments[0], arguments[1], arguments[2])
    case .function where arguments.count >= 2:
      if case .literal(.string(let selector)) = arguments[1].kind,
        !FunctionTable.isHarmlessMethod(selector)
      {
        diagnostics.report(
          PredicateSyntaxMessage.foreignMethod(selector),
          at: SourceLocation(source, arguments[1].range))
      }
      return .function(arguments[0], arguments[1], Array(arguments[2...]))
    case .cast, .fetch, .function, .subquery, .ternary: throw unexpected("','", hint: form.usage)
    }
  }
}

extension StackEntry {
  /// The sign that closes this bracket; `nil` for an operator.
  fileprivate var closer: Sign? {
    switch role {
    case .group, .component, .call, .form: .closeParenthesis
    case .aggregate: .closeBrace
    case .index: .closeBracket
    case .or, .and, .not, .quantifier, .comparison, .assignment, .set, .arithmetic, .shift, .minus:
      nil
    }
  }
}

extension StackEntry.Form {
  /// How many operands the form has between its parentheses; the variable of a SUBQUERY is not
  /// counted.
  var argumentCounts: ClosedRange<Int> {
    switch self {
    case .subquery, .cast: 2...2
    case .ternary, .fetch: 3...3
    case .function: 2...FunctionTable.argumentsMax
    }
  }

  /// How the form is written, for a message.
  var usage: String {
    switch self {
    case .subquery: "the form is SUBQUERY(collection, $NAME, predicate)"
    case .ternary: "the form is TERNARY(predicate, value, value)"
    case .cast: "the form is CAST(value, 'Type')"
    case .function: "the form is FUNCTION(target, 'selector:', argument)"
    case .fetch: "the form is FETCH(request, context, countOnly)"
    }
  }
}
