/// Words with a meaning of their own in Swift.
enum SwiftKeyword {
  /// Whether the word is reserved and is no operand by itself, so that an operand may follow it: after
  /// `return` a slash begins a regular expression, after `self` it divides.
  static func beginsOperand(_ word: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    // The longest of these words has fifteen letters.
    guard (2...15).contains(word.count) else { return false }
    return operandWords.contains(String(decoding: word, as: UTF8.self))
  }

  /// Source: the words that the toolchain's lexer classifies, without `true`, `self` and the like.
  private static let operandWords: Set<String> = [
    "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
    "deinit", "do", "else", "enum", "extension", "fallthrough", "fileprivate", "for", "func",
    "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "operator",
    "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "static",
    "struct", "subscript", "switch", "throw", "throws", "try", "typealias", "var", "where", "while",
  ]
}
