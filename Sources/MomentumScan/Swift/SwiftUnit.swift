import MomentumDiagnostics
import MomentumSwiftSource

/// A Swift file with the bracket around each token.
struct SwiftUnit: Sendable {
  let file: SwiftFile
  /// For each token the index of the innermost bracket that is open before it; -1 outside of
  /// brackets.
  let parents: [Int32]
  let imports: Set<String>

  var tokens: SwiftTokens { file.tokens }

  init(_ source: SourceFile) {
    let file = SwiftFile(source)
    self.file = file
    imports = Set(file.declarations.filter { $0.kind == .import }.map { $0.name.firstComponent })
    parents = SwiftUnit.parents(of: file.tokens)
  }

  /// Makes a unit of the tokens of an interpolation, which are a part of a literal of `outer`.
  init(_ tokens: SwiftTokens, of outer: SwiftUnit) {
    file = SwiftFile(interpolated: tokens)
    imports = outer.imports
    parents = SwiftUnit.parents(of: tokens)
  }

  /// Whether a name in the code is one of `words`. Shorter names are skipped to save time, so each
  /// word must have 14 letters or more.
  func names(oneOf words: Set<String>) -> Bool {
    tokens.all.indices.contains { index in
      tokens[index].kind == .identifier && tokens[index].end - tokens[index].start >= 14
        && words.contains(tokens.text(index))
    }
  }

  func parent(of token: Int) -> Int? {
    parents.indices.contains(token) && parents[token] >= 0 ? Int(parents[token]) : nil
  }

  private static func parents(of tokens: SwiftTokens) -> [Int32] {
    var result = [Int32](repeating: -1, count: tokens.all.count)
    var open: [Int32] = []
    for (index, token) in tokens.all.enumerated() {
      switch token.kind {
      case .rightParenthesis, .rightBracket, .rightBrace:
        if let partner = tokens.partner(of: index),
          let position = open.lastIndex(of: Int32(partner))
        {
          open.removeSubrange(position...)
        }
        result[index] = open.last ?? -1
      case .leftParenthesis, .leftBracket, .leftBrace:
        result[index] = open.last ?? -1
        if tokens.partner(of: index) != nil { open.append(Int32(index)) }
      default: result[index] = open.last ?? -1
      }
    }
    return result
  }

  // MARK: - Reading

  /// The expression that begins at a token; `nil` if none does.
  func expression(at start: Int, before end: Int) -> SwiftExpression? {
    guard start < end else { return nil }
    var reader = ExpressionReader(tokens, in: start..<end)
    return reader.read()
  }

  /// The first token of a chain of names, calls and subscripts that ends before `end`.
  func chainStart(before end: Int) -> Int {
    var index = end
    while index > 0 {
      let last = index - 1
      switch tokens[last].kind {
      case .rightParenthesis, .rightBracket, .rightBrace:
        guard let open = tokens.partner(of: last) else { return index }
        index = open
        guard open > 0, isCallee(open - 1),
          !tokens[open].marks.contains(.spaceBefore) || tokens[open].kind == .leftBrace
        else { return index }
      case .op where tokens.token(last, is: "?") || tokens.token(last, is: "!"):
        index = last
      case .op where tokens.file.utf8[tokens[last].start] == UInt8(ascii: ">"):
        guard let open = genericOpen(before: last) else { return index }
        index = open
      case .identifier, .quotedIdentifier:
        index = last
        guard index > 0, tokens[index - 1].kind == .period else { return index }
        index -= 1
        guard index > 0, isCallee(index - 1),
          !tokens[index].marks.contains(.spaceBefore) || tokens[index].startsLine
        else { return index }
      case .pound: return last
      default: return index
      }
    }
    return index
  }

  /// Whether a token can be the last one before the bracket of a call.
  func isCallee(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .rightParenthesis, .rightBracket, .rightBrace, .quotedIdentifier: return true
    case .identifier: return !SwiftUnit.words.contains(tokens.text(index))
    case .op:
      return !tokens[index].marks.contains(.spaceBefore)
        && (tokens.token(index, is: "?") || tokens.token(index, is: "!")
          || tokens.file.utf8[tokens[index].start] == UInt8(ascii: ">"))
    default: return false
    }
  }

  /// Words before a bracket that are not called.
  private static let words: Set<String> = [
    "if", "guard", "while", "switch", "return", "in", "case", "for", "where", "try", "await",
    "else",
    "throw", "as", "is", "let", "var", "do", "catch", "repeat", "defer",
  ]

  /// The index of the name whose generic arguments end with the `>` at `close`.
  private func genericOpen(before close: Int) -> Int? {
    var level = 0
    var index = close
    while index > 0, close - index < 60 {
      let token = tokens[index]
      if token.kind == .op {
        for byte in tokens.file.utf8[token.start..<token.end] {
          if byte == UInt8(ascii: ">") { level += 1 }
          if byte == UInt8(ascii: "<") { level -= 1 }
        }
        if level == 0 { return index }
      }
      index -= 1
    }
    return nil
  }
}

extension String {
  /// The first of the names between periods: `Foundation` of `Foundation.NSPredicate`.
  var firstComponent: String { split(separator: ".").first.map(String.init) ?? self }
}
