extension FormatPredicate {
  /// A predicate whose arguments may be expressions, which replace their placeholders.
  ///
  ///     NSPredicate(format: "%@ > 1", NSExpression(forVariable: "count"))   // $count > 1
  convenience init(filling format: String, _ arguments: [Any?]) {
    guard arguments.contains(where: { $0 is NSExpression }) else {
      self.init(format, arguments)
      return
    }
    let (text, rest) = FormatFilling(format, arguments).filled()
    self.init(text, rest)
  }
}

/// A format whose placeholders are counted, so that some of them can be replaced by texts.
struct FormatFilling {
  private let format: String
  private let arguments: [Any?]

  init(_ format: String, _ arguments: [Any?]) {
    self.format = format
    self.arguments = arguments
  }

  /// The format with the texts of expressions, and the other arguments.
  func filled() -> (format: String, arguments: [Any?]) {
    var (text, rest) = ("", format[...])
    var kept: [Any?] = []
    var index = 0
    var quote: Character?
    while let character = rest.first {
      if quote == nil, character == "%" {
        let placeholder = Self.placeholder(rest)
        rest = rest.dropFirst(placeholder.count)
        let argument = index < arguments.count ? arguments[index] : nil
        index += 1
        if let expression = argument as? NSExpression {
          text += expression.text
        } else {
          text += placeholder
          if index <= arguments.count { kept.append(argument) }
        }
        continue
      }
      if character == "\\", quote != nil {
        text += rest.prefix(2)
        rest = rest.dropFirst(2)
        continue
      }
      if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
      }
      text.append(character)
      rest = rest.dropFirst()
    }
    return (text, kept + arguments.dropFirst(index))
  }

  /// A placeholder at the beginning of a text: `%@`, `%K`, `%ld`.
  private static func placeholder(_ text: Substring) -> Substring {
    var end = text.index(after: text.startIndex)
    while end < text.endIndex, "hlqLztj0123456789.".contains(text[end]) {
      end = text.index(after: end)
    }
    if end < text.endIndex { end = text.index(after: end) }
    return text[..<end]
  }
}
