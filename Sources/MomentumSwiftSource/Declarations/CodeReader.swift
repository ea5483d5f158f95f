/// Finds the declarations of code: of a file, a function's body, a closure, an accessor or a value.
///
/// Statements are not read. A declaration begins at the start of a statement, and never inside round or
/// square brackets unless a closure is there.
struct CodeReader {
  enum Item {
    /// A declaration that no other declaration of this code contains.
    case declaration(SwiftDeclaration)
    /// The index of a string literal, whose interpolations may hold closures.
    case string(Int)
  }

  private let source: SwiftTokens
  private var index: Int
  private let end: Int
  /// Whether the code is a whole file: there a macro is a declaration, elsewhere an expression.
  private let isFile: Bool
  /// Whether the range holds statements. In parameters and values only closures hold them.
  private let isCode: Bool
  /// Whether declarations inside blocks and closures are left out.
  private let skipsBlocks: Bool
  private var items: [Item] = []
  /// The open brackets around `index`, the innermost last.
  private var brackets: [Bracket] = []
  /// The `#if` clauses around the index inside the innermost braces.
  private var conditions = ConditionStack()

  private struct Bracket {
    /// The index of the closing bracket.
    var close: Int
    var isBrace: Bool
    /// The `#if` clauses around the bracket.
    var conditions: ConditionStack
  }

  init(
    _ source: SwiftTokens, in range: Range<Int>, isFile: Bool = false, isCode: Bool = true,
    skipsBlocks: Bool = false
  ) {
    self.source = source
    index = range.lowerBound
    end = range.upperBound
    self.isFile = isFile
    self.isCode = isCode
    self.skipsBlocks = skipsBlocks
  }

  /// The declarations and strings in the order of the file.
  mutating func read() -> [Item] {
    let start = index
    while index < end {
      switch source[index].kind {
      case .leftBrace where skipsBlocks: index = min(source.index(afterBracketAt: index), end)
      case .leftBrace, .leftParenthesis, .leftBracket: open()
      case .rightBrace, .rightParenthesis, .rightBracket: close()
      case .string:
        items.append(.string(index))
        index += 1
      case .identifier, .at, .pound:
        if !beginsStatement(at: index, from: start) || !readStatement() { index += 1 }
      default: index += 1
      }
    }
    return items
  }

  // MARK: - Brackets

  private mutating func open() {
    defer { index += 1 }
    // A bracket without a partner is skipped, so that the tokens after it are still read.
    guard let partner = source.partner(of: index), partner < end else { return }
    brackets.append(
      Bracket(
        close: partner, isBrace: source[index].kind == .leftBrace, conditions: conditions))
    conditions = ConditionStack()
  }

  private mutating func close() {
    if let last = brackets.last, last.close == index {
      conditions = last.conditions
      brackets.removeLast()
    }
    index += 1
  }

  // MARK: - Statements

  private func beginsStatement(at index: Int, from start: Int) -> Bool {
    guard brackets.last?.isBrace ?? isCode else { return false }
    if index == start { return true }
    let last = source[index - 1]
    switch last.kind {
    case .leftBrace, .semicolon, .colon: return true
    case .identifier:
      if source.token(index - 1, is: "in") { return true }
      return source[index].startsLine && !leadsToPattern(index - 1)
    case .comma, .period: return false
    default: return source[index].startsLine
    }
  }

  /// Whether `let` after this word binds a value in a condition or a pattern.
  private func leadsToPattern(_ index: Int) -> Bool {
    source.token(index, is: "if") || source.token(index, is: "guard")
      || source.token(index, is: "while") || source.token(index, is: "case")
      || source.token(index, is: "for") || source.token(index, is: "catch")
  }

  /// Reads the directive or the declaration at the index. Returns whether there is one.
  private mutating func readStatement() -> Bool {
    var reader = DeclarationReader(
      source, in: index..<(brackets.last?.close ?? end), conditions: conditions)
    if source[index].kind == .pound, !reader.beginsConditionalAttributes(at: index) {
      if reader.readDirective() {
        conditions = reader.conditions
        index = reader.index
        return true
      }
      guard isFile, brackets.isEmpty else { return false }
    } else if source[index].kind == .identifier {
      guard mayBegin(source.text(index)) else { return false }
    }
    // `@unknown case` belongs to a `switch`.
    guard reader.readDeclaration(), reader.result.first?.kind != .enumCase else {
      // Skip the attributes and modifiers that led to no declaration: each of many would be tried again.
      return index < reader.furthest ? skip(to: reader.furthest) : false
    }
    items += reader.result.map { .declaration($0) }
    index = reader.index
    return true
  }

  private mutating func skip(to next: Int) -> Bool {
    // An attribute's arguments may hold a string or a closure with brackets of its own.
    while index < next {
      if source[index].kind == .string { items.append(.string(index)) }
      index += 1
    }
    return true
  }

  /// Whether a word may begin a declaration in code. In a function `init` is a call, and `case` belongs
  /// to a `switch`.
  private func mayBegin(_ word: String) -> Bool {
    switch word {
    case "case": false
    case "init": isFile && brackets.isEmpty
    case "actor", "macro": true
    default:
      DeclarationReader.introducers.contains(word) || AttributeReader.modifiers.contains(word)
    }
  }
}
