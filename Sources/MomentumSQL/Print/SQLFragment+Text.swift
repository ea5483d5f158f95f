extension SQLFragment {
  /// The text of the fragment for SQLite. Reserved words are quoted, since a store may have tables that an
  /// app made itself.
  public var text: String { text(in: .sqlite) }

  /// The text of the fragment, with names quoted as the dialect requires.
  package func text(in dialect: SQLDialect) -> String {
    if segments.count == 1, case .sql(let words) = segments[0] { return words }
    var text = SQLOutput(capacity: 120)
    var bindingCount = 0
    for segment in segments {
      switch segment {
      case .sql(let words): text += words
      case .name(let name): text += SQLPrinter.name(name, in: dialect)
      case .text(let literal): text += SQLPrinter.literal(literal, in: dialect)
      case .binding:
        bindingCount += 1
        text += dialect.queries.numbersPlaceholders ? "$\(bindingCount)" : "?"
      }
    }
    return text.text
  }

  /// The values of the placeholders, in the order of the placeholders in the text.
  package var bindings: [SQLValue] {
    segments.compactMap { if case .binding(let value) = $0 { value } else { nil } }
  }
}

extension SQLFragment: CustomStringConvertible {
  /// The text of the fragment for SQLite.
  public var description: String { text }
}
