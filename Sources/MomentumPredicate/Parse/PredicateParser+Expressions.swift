import MomentumDiagnostics

// Operands of comparisons: constants, key paths, arguments, variables, collections.

extension PredicateParser {
  mutating func expression() throws -> ExpressionSyntax {
    let start = token.range
    switch token.kind {
    case .number(let literal):
      advance()
      return ExpressionSyntax(.literal(literal), start)
    case .string(let text):
      advance()
      return ExpressionSyntax(.literal(.string(text)), start)
    case .argument(let conversion):
      advance()
      argumentCount += 1
      return ExpressionSyntax(.argument(argumentCount - 1, conversion), start)
    case .variable(let name):
      advance()
      return ExpressionSyntax(.variable(name), start)
    case .identifier, .keyPathArgument, .collectionOperator:
      if let stop = construct() { throw stop }
      return try keyPath()
    case .sign("-"):
      return try negativeNumber()
    case .sign("{"):
      return try nested { try $0.aggregate() }
    case .keyword:
      return try keywordOperand()
    case .sign, .end:
      throw unexpected("a value or a key path")
    }
  }

  private mutating func keywordOperand() throws -> ExpressionSyntax {
    let range = token.range
    switch token.keyword {
    case .true, .yes:
      advance()
      return ExpressionSyntax(.literal(.integer(1)), range)
    case .false, .no:
      advance()
      return ExpressionSyntax(.literal(.integer(0)), range)
    case .null, .nil:
      advance()
      return ExpressionSyntax(.literal(.null), range)
    case .self:
      return try selfOperand()
    case .first, .last, .size:
      // The commonest silent mistake: `size == 1` parses, but compares a position.
      let word = source.text(in: range)
      let fixIt = Diagnostic.FixIt(
        "name the key", replace: SourceLocation(source, range), with: "#\(word)")
      throw fail(.barePosition(word), at: range, fixIts: [fixIt])
    default:
      throw unexpected("a value or a key path")
    }
  }

  /// `-5`; a minus folds into the number behind it.
  private mutating func negativeNumber() throws -> ExpressionSyntax {
    let start = advance().range
    guard case .number(let literal) = token.kind else {
      throw fail(.notCompiled("arithmetic ('-')", instead: nil), at: start)
    }
    let range = start.union(advance().range)
    switch literal {
    case .integer(let value): return ExpressionSyntax(.literal(.integer(-value)), range)
    case .double(let value): return ExpressionSyntax(.literal(.double(-value)), range)
    case .decimal(let digits):
      // 9223372036854775808 fits once it is negative.
      let value = Int64("-" + digits).map(Literal.integer) ?? .decimal("-" + digits)
      return ExpressionSyntax(.literal(value), range)
    case .null, .string: return ExpressionSyntax(.literal(literal), range)
    }
  }

  private mutating func aggregate() throws -> ExpressionSyntax {
    let start = advance().range
    var elements: [ExpressionSyntax] = []
    if !token.isSign("}") {
      repeat {
        elements.append(try expression())
        if let stop = construct() { throw stop }
      } while take(",")
    }
    let end = token.range
    guard take("}") else { throw unexpected("',' or '}'") }
    return ExpressionSyntax(.aggregate(elements), start.union(end))
  }

  // MARK: - Key paths

  private mutating func selfOperand() throws -> ExpressionSyntax {
    let start = advance().range
    guard take(".") else { return ExpressionSyntax(.selfObject, start) }
    var path = try keyPath()
    path.range = start.union(path.range)
    return path
  }

  private mutating func keyPath() throws -> ExpressionSyntax {
    var components = [try component()]
    while take(".") { components.append(try component()) }
    let range = components[0].range.union(components[components.count - 1].range)
    return ExpressionSyntax(.keyPath(components), range)
  }

  /// Behind a dot every reserved word is an ordinary key.
  private mutating func component() throws -> KeyComponent {
    let range = token.range
    switch token.kind {
    case .identifier(let name):
      advance()
      return KeyComponent(.key(name), range)
    case .keyword:
      advance()
      return KeyComponent(.key(source.text(in: range)), range)
    case .collectionOperator(let name):
      advance()
      return KeyComponent(.collectionOperator(name), range)
    case .keyPathArgument:
      advance()
      argumentCount += 1
      return KeyComponent(.argument(argumentCount - 1), range)
    case .variable, .number, .string, .argument, .sign, .end:
      throw unexpected("a key")
    }
  }

  // MARK: - Constructs of the language that this version does not compile

  private static let constructs: [Keyword: (what: String, instead: String?)] = [
    .subquery: ("SUBQUERY", "a condition on one object can be written with ANY or NONE"),
    .cast: ("CAST", "give a date as an argument of %@ or as a $VARIABLE"),
    .ternary: ("TERNARY", "write the two cases with AND and OR"),
    .function: ("FUNCTION", nil), .fetch: ("FETCH", nil),
    .union: ("the set operator UNION", "join two IN comparisons by OR"),
    .intersect: ("the set operator INTERSECT", "join two IN comparisons by AND"),
    .minus: ("the set operator MINUS", "join IN and NOT … IN by AND"),
    .utiConformsTo: ("UTI-CONFORMS-TO", nil), .utiEquals: ("UTI-EQUALS", nil),
    .anyKey: ("ANYKEY", "name the key"),
  ]

  private static let arithmetic: Set<String> = ["+", "-", "*", "/", "**", "&", "|", "^"]

  /// Reports a construct of the full language that stands at the current token, if one does.
  mutating func construct() -> Stop? {
    if let keyword = token.keyword, let known = PredicateParser.constructs[keyword] {
      return fail(.notCompiled(known.what, instead: known.instead), at: token.range)
    }
    switch token.kind {
    case .identifier(let name) where isCall:
      return fail(.notCompiled("the function '\(name)'", instead: nil), at: token.range)
    case .identifier(let name) where peek(1).isSign(":"):
      return fail(.notCompiled("the custom operator '\(name):'", instead: nil), at: token.range)
    case .sign("[") where isBehindOperand:
      return fail(.notCompiled("an index", instead: nil), at: token.range)
    case .sign(":="):
      return fail(.notCompiled("assignment", instead: nil), at: token.range)
    case .sign(".") where isBehindOperand:
      return fail(.notCompiled("a key path on a value", instead: nil), at: token.range)
    case .sign(let sign) where PredicateParser.arithmetic.contains(sign) && isBehindOperand:
      let instead =
        sign == "-" ? "a key with '-' in its name is given as an argument of %K" : nil
      return fail(.notCompiled("arithmetic ('\(sign)')", instead: instead), at: token.range)
    default:
      return nil
    }
  }

  private var isBehindOperand: Bool {
    guard position > 0 else { return false }
    switch tokens[position - 1].kind {
    case .identifier, .number, .string, .variable, .argument, .keyPathArgument,
      .collectionOperator, .sign(")"), .sign("}"), .sign("]"), .keyword:
      return true
    case .sign, .end: return false
    }
  }

  /// `name(` or `name:(` or `name:with:(`
  private var isCall: Bool {
    var ahead = 1
    while peek(ahead).isSign(":") {
      ahead += 1
      if case .identifier = peek(ahead).kind { ahead += 1 }
    }
    return peek(ahead).isSign("(")
  }
}
