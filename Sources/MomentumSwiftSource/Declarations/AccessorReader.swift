/// Reads the accessors in the braces of a variable or a subscript.
enum AccessorReader {
  private static let words: Set<String> = [
    "get", "set", "willSet", "didSet", "_read", "_modify", "unsafeAddress", "unsafeMutableAddress",
    "addressWithOwner", "mutableAddressWithOwner", "addressWithNativeOwner",
    "mutableAddressWithNativeOwner", "init", "borrow", "mutate",
  ]

  /// Whether the brace at `index` holds accessors and not a closure: after attributes and
  /// modifiers, the first word is that of an accessor, such as `get`.
  static func begins(at index: Int, in source: SwiftTokens) -> Bool {
    guard source[index].kind == .leftBrace else { return false }
    let next = skipMarks(index + 1, in: source)
    return isWord(next, in: source)
  }

  /// The accessors of a body; one accessor named `get` if the body is a getter without that word.
  static func read(in body: Range<Int>, _ source: SwiftTokens) -> [SwiftDeclaration.Accessor] {
    var result: [SwiftDeclaration.Accessor] = []
    var index = body.lowerBound
    while index < body.upperBound {
      let word = skipMarks(index, in: source)
      guard word < body.upperBound, isWord(word, in: source) else { break }
      index = word + 1
      if source[index].kind == .leftParenthesis { index = source.index(afterBracketAt: index) }
      while index < body.upperBound, source[index].kind == .identifier,
        ["async", "throws"].contains(source.text(index))
      {
        index += 1
        if source[index].kind == .leftParenthesis { index = source.index(afterBracketAt: index) }
      }
      var accessor = SwiftDeclaration.Accessor(name: source.text(word))
      if index < body.upperBound, source[index].kind == .leftBrace {
        accessor.body = source.range(inBracketAt: index)
        index = source.index(afterBracketAt: index)
      }
      result.append(accessor)
    }
    return result.isEmpty
      ? [SwiftDeclaration.Accessor(name: "get", body: body)] : result
  }

  /// Whether the word at `index` begins an accessor: after it come its body, its parameter and
  /// body, its effects, another accessor or the end. In `get(x)`, without a brace after it, `get`
  /// is a function that is called.
  private static func isWord(_ index: Int, in source: SwiftTokens) -> Bool {
    guard source[index].kind == .identifier, words.contains(source.text(index)) else {
      return false
    }
    let next = source[index + 1]
    switch next.kind {
    case .leftBrace, .rightBrace, .semicolon: return true
    case .leftParenthesis:
      let close = source.index(afterBracketAt: index + 1)
      if source.token(close, is: "async") || source.token(close, is: "throws") { return true }
      return source[close].kind == .leftBrace && !source[close].startsLine
    case .identifier:
      return words.contains(source.text(index + 1))
        || ["async", "throws", "mutating", "nonmutating"].contains(source.text(index + 1))
    case .at: return true
    default: return false
    }
  }

  private static func skipMarks(_ index: Int, in source: SwiftTokens) -> Int {
    var index = index
    while true {
      if source[index].kind == .at {
        index = AttributeReader.end(of: index, in: source)
      } else if source[index].kind == .identifier,
        ["mutating", "nonmutating", "__consuming", "consuming", "borrowing"]
          .contains(source.text(index))
      {
        index += 1
      } else {
        return index
      }
    }
  }
}
