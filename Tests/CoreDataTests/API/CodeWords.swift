import MomentumSwiftSource

/// The words of code: names, labels with their colon (`forKey:`), and operators. Words of comments and
/// of texts are left out; those of what a text interpolates are not.
struct CodeWords {
  private(set) var all: Set<String> = []

  init(_ declaration: SwiftDeclaration, in file: SwiftFile) {
    add(file.tokens, declaration.tokens)
  }

  private mutating func add(_ tokens: SwiftTokens, _ range: Range<Int>) {
    for index in range {
      switch tokens[index].kind {
      case .identifier, .quotedIdentifier:
        let name = tokens.name(index)
        all.insert(name)
        // A label of a parameter may stand before the name that the body uses: `with manager:`.
        let next = tokens[index + 1].kind == .identifier ? index + 2 : index + 1
        if tokens[next].kind == .colon { all.insert(name + ":") }
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
}
