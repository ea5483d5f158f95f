/// Words with a meaning of their own in Swift.
enum SwiftKeyword {
  /// Whether an operand may begin directly after this word, so that a slash begins a regular
  /// expression there.
  static func beginsOperand(_ word: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    // No such word has more than six letters.
    guard word.count <= 6 else { return false }
    return operandWords.contains(String(decoding: word, as: UTF8.self))
  }

  private static let operandWords: Set<String> = [
    "return", "in", "case", "if", "while", "guard", "else", "where", "try", "await", "throw", "is",
    "as", "switch", "repeat", "defer", "do", "yield", "each", "any", "some", "let", "var", "inout",
  ]
}
