extension SQLFragment {
  /// The text of the fragment for SQLite. Reserved words are quoted, since a store may have tables
  /// that an app made itself.
  public var text: String { text(in: .sqlite) }

  /// The text of the fragment, with names quoted as the dialect requires.
  package func text(in dialect: SQLDialect) -> String {
    if marks.isEmpty { return String(decoding: bytes, as: UTF8.self) }
    // Two quotes for each part, and some bytes more, so that the text rarely has to grow.
    var output = SQLOutput(capacity: bytes.count + 2 * marks.count + 16)
    bytes.withUnsafeBufferPointer { bytes in
      var position = 0
      var bindingCount = 0
      for mark in marks {
        output += UnsafeBufferPointer(rebasing: bytes[position..<mark.start])
        let part = UnsafeBufferPointer(rebasing: bytes[mark.start..<mark.end])
        switch mark.kind {
        case .name where SQLPrinter.isBareName(part, in: dialect): output += part
        case .name: output += SQLPrinter.name(String(decoding: part, as: UTF8.self), in: dialect)
        case .text: output += SQLPrinter.literal(String(decoding: part, as: UTF8.self), in: dialect)
        case .binding:
          bindingCount += 1
          output += dialect.queries.numbersPlaceholders ? "$\(bindingCount)" : "?"
        }
        position = mark.end
      }
      output += UnsafeBufferPointer(rebasing: bytes[position...])
    }
    return output.text
  }
}

extension SQLFragment: CustomStringConvertible {
  /// The text of the fragment for SQLite.
  public var description: String { text }
}
