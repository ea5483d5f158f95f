import MomentumSwiftSource

/// A piece of code: the body of a function or an accessor, or the value of a variable; with the names
/// that are declared in it.
final class CodeRegion: Sendable {
  /// A name that code declares.
  struct Local: Sendable {
    enum Origin: Sendable {
      case variable
      /// The variable of a loop: `for x in value`
      case element
      /// A parameter of the closure whose brace is the token at this index.
      case closure(Int)
    }
    var name: String
    var token: Int
    /// The first token after the block in which the name is declared.
    var end: Int
    var type: SwiftType?
    /// Tokens that begin with the initial value and may go on after it; `nil` without a value.
    var value: Range<Int>?
    var origin = Origin.variable
  }

  let unit: Int
  let range: Range<Int>
  /// The type that the code belongs to; `nil` outside of types.
  let typeName: String?
  /// The types around `typeName`, innermost first.
  let outerTypes: [String]
  /// The member whose body or value the code is; `nil` for code outside of members.
  let member: SourceIndex.Member?
  /// The local declarations by name, in the order of the file.
  let locals: [String: [Local]]

  init(
    _ source: SwiftUnit, unit: Int, range: Range<Int>, typeName: String?,
    member: SourceIndex.Member?, outerTypes: [String] = []
  ) {
    self.outerTypes = outerTypes
    self.unit = unit
    self.range = range
    self.typeName = typeName
    self.member = member
    var reader = LocalReader(source, range)
    reader.read()
    locals = reader.locals
  }

  /// The local declaration that a name means at a token; `nil` if it means no local one.
  func local(_ name: String, before token: Int) -> Local? {
    locals[name]?.last { $0.token < token && token < $0.end }
  }
}

/// Finds the declarations inside code without parsing statements: each `let`, `var`, `for`, `func`
/// or closure brace begins one.
private struct LocalReader {
  let unit: SwiftUnit
  let range: Range<Int>
  var locals: [String: [CodeRegion.Local]] = [:]

  var tokens: SwiftTokens { unit.tokens }

  init(_ unit: SwiftUnit, _ range: Range<Int>) {
    self.unit = unit
    self.range = range
  }

  mutating func read() {
    var index = range.lowerBound
    while index < range.upperBound {
      switch tokens[index].kind {
      case .identifier:
        if tokens.token(index, is: "let") || tokens.token(index, is: "var") {
          readVariable(index)
        } else if tokens.token(index, is: "for") {
          readLoop(index)
        } else if tokens.token(index, is: "func") {
          readFunction(index)
        }
      case .leftBrace: readClosure(index)
      default: break
      }
      index += 1
    }
  }

  private mutating func add(_ local: CodeRegion.Local) {
    locals[local.name, default: []].append(local)
  }

  private func scopeEnd(_ index: Int) -> Int {
    var parent = unit.parent(of: index)
    while let open = parent, open >= range.lowerBound {
      if tokens[open].kind == .leftBrace { return tokens.partner(of: open) ?? range.upperBound }
      parent = unit.parent(of: open)
    }
    return range.upperBound
  }

  private mutating func readVariable(_ word: Int) {
    let name = word + 1
    guard name < range.upperBound,
      [.identifier, .quotedIdentifier].contains(tokens[name].kind)
    else { return }
    var local = CodeRegion.Local(name: tokens.name(name), token: name, end: scopeEnd(word))
    var next = name + 1
    if next < range.upperBound, tokens[next].kind == .colon {
      var reader = TypeText(tokens, in: next + 1..<range.upperBound)
      local.type = reader.read()
      next = reader.index
    }
    let isCondition =
      word > range.lowerBound
      && (tokens.token(word - 1, is: "if") || tokens.token(word - 1, is: "guard")
        || tokens.token(word - 1, is: "while") || tokens[word - 1].kind == .comma)
    if next < range.upperBound, tokens[next].kind == .op, tokens.token(next, is: "=") {
      let start = next + 1
      local.value = start..<(isCondition ? conditionEnd(start) : local.end)
    } else if isCondition {
      // `if let name` unwraps the variable of the same name.
      local.value = name..<name + 1
    }
    add(local)
  }

  /// The index of the brace, the comma or the `else` after a condition.
  private func conditionEnd(_ start: Int) -> Int {
    var index = start
    while index < range.upperBound {
      switch tokens[index].kind {
      case .leftBrace, .comma: return index
      case .identifier where tokens.token(index, is: "else"): return index
      case .leftParenthesis, .leftBracket: index = tokens.index(afterBracketAt: index)
      default: index += 1
      }
    }
    return range.upperBound
  }

  private mutating func readLoop(_ word: Int) {
    var index = word + 1
    var names: [Int] = []
    while index < range.upperBound, index - word < 16 {
      let token = tokens[index]
      if token.kind == .identifier, tokens.token(index, is: "in") { break }
      if token.kind == .identifier, !["case", "let", "var", "_"].contains(tokens.text(index)) {
        names.append(index)
      }
      guard token.kind != .leftBrace else { return }
      index += 1
    }
    guard let name = names.last, index < range.upperBound else { return }
    let end = conditionEnd(index + 1)
    guard end < range.upperBound, tokens[end].kind == .leftBrace else { return }
    add(
      CodeRegion.Local(
        name: tokens.name(name), token: name, end: tokens.index(afterBracketAt: end),
        value: index + 1..<end, origin: .element))
  }

  private mutating func readFunction(_ word: Int) {
    var index = word + 1
    while index < range.upperBound, tokens[index].kind != .leftParenthesis { index += 1 }
    guard index < range.upperBound, let close = tokens.partner(of: index) else { return }
    var body = close
    while body < range.upperBound, tokens[body].kind != .leftBrace { body += 1 }
    let end = tokens.index(afterBracketAt: body)
    for parameter in unit.parameters(in: index + 1..<close) {
      add(
        CodeRegion.Local(name: parameter.name, token: index, end: end, type: parameter.type))
    }
  }

  private mutating func readClosure(_ open: Int) {
    guard let close = tokens.partner(of: open) else { return }
    add(
      CodeRegion.Local(
        name: "$0", token: open, end: close, origin: .closure(open)))
    var index = open + 1
    if tokens[index].kind == .leftBracket { index = tokens.index(afterBracketAt: index) }
    var parameters: [SourceIndex.Parameter] = []
    if tokens[index].kind == .leftParenthesis {
      let inner = tokens.index(afterBracketAt: index)
      parameters = unit.parameters(in: index + 1..<max(inner - 1, index + 1))
      index = inner
    } else {
      while index < close, tokens[index].kind == .identifier, !tokens.token(index, is: "in") {
        parameters.append(SourceIndex.Parameter(label: nil, name: tokens.name(index)))
        index += 1
        guard tokens[index].kind == .comma else { break }
        index += 1
      }
    }
    var steps = 0
    while index < close, steps < 8, !tokens.token(index, is: "in"), !tokens[index].startsLine {
      index += 1
      steps += 1
    }
    guard index < close, tokens[index].kind == .identifier, tokens.token(index, is: "in") else {
      return
    }
    for (position, parameter) in parameters.enumerated() {
      add(
        CodeRegion.Local(
          name: parameter.name, token: open, end: close, type: parameter.type,
          origin: position == 0 ? .closure(open) : .variable))
    }
  }
}
