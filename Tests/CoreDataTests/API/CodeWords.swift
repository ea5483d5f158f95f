import MomentumSwiftSource

/// The words of code: names, labels with their colon (`forKey:`), and operators. The label of an argument or
/// a parameter is no name. Words of comments and of texts are left out; those of what a text interpolates
/// are not.
struct CodeWords {
  private(set) var all: Set<String> = []

  init(_ declaration: SwiftDeclaration, in file: SwiftFile) {
    add(file.tokens, declaration.tokens)
  }

  private mutating func add(_ tokens: SwiftTokens, _ range: Range<Int>) {
    var open: [SwiftToken.Kind] = []
    for index in range {
      let kind = tokens[index].kind
      switch kind {
      case .leftParenthesis, .leftBracket, .leftBrace: open.append(kind)
      case .rightParenthesis, .rightBracket, .rightBrace: open.removeLast(open.isEmpty ? 0 : 1)
      case .identifier, .quotedIdentifier:
        let isFirst = [.leftParenthesis, .comma].contains(tokens[index - 1].kind)
        add(tokens, index, isArgument: open.last == .leftParenthesis && isFirst)
      case .op: all.insert(tokens.text(index))
      case .string:
        for part in tokens.stringLiteral(at: index)?.interpolations ?? [] {
          let inner = SwiftTokens(tokens.file, in: part.content)
          add(inner, 0..<inner.end)
        }
      default: break
      }
    }
  }

  /// - Parameter isArgument: Whether the word is the first one of an argument or a parameter.
  private mutating func add(_ tokens: SwiftTokens, _ index: Int, isArgument: Bool) {
    let name = tokens.name(index)
    // A parameter may have a second name, which the body uses: `with manager:`.
    let next = tokens[index + 1].kind == .identifier ? index + 2 : index + 1
    guard isArgument, tokens[next].kind == .colon else {
      all.insert(name)
      return
    }
    all.insert(name + ":")
  }
}
