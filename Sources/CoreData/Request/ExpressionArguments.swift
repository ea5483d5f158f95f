import MomentumObjects

extension FormatPredicate {
  /// A predicate whose arguments may be expressions, which replace their placeholders.
  ///
  ///     NSPredicate(format: "%@ > 1", NSExpression(forVariable: "count"))   // $count > 1
  convenience init(filling format: String, _ arguments: [Any?]) {
    let filling = FormatFilling(format, arguments)
    self.init(filling.format, filling.arguments)
  }
}

/// A format in which expressions have replaced their placeholders, with the other arguments.
struct FormatFilling {
  private(set) var format: String
  private(set) var arguments: [Any?]

  init(_ format: String, _ arguments: [Any?]) {
    (self.format, self.arguments) = (format, arguments)
    guard arguments.contains(where: { $0 is NSExpression }) else { return }
    var kept: [Any?] = []
    var index = 0
    self.format = FormatText.replacing(in: format) { rest in
      guard let placeholder = Self.placeholder(rest) else { return nil }
      // `%%` is no placeholder, so it takes no argument.
      guard placeholder != "%%" else { return ("%%", 2) }
      let argument = index < arguments.count ? arguments[index] : nil
      index += 1
      if let expression = argument as? NSExpression {
        kept += expression.content.arguments
        return (expression.content.format, placeholder.count)
      }
      if index <= arguments.count { kept.append(argument) }
      return (String(placeholder), placeholder.count)
    }
    self.arguments = kept + arguments.dropFirst(index)
  }

  /// A placeholder at the beginning of a text: `%@`, `%K`, `%ld`.
  private static func placeholder(_ text: Substring) -> Substring? {
    guard text.first == "%" else { return nil }
    var end = text.index(after: text.startIndex)
    while end < text.endIndex, "hlqLztj0123456789.".contains(text[end]) {
      end = text.index(after: end)
    }
    if end < text.endIndex { end = text.index(after: end) }
    return text[..<end]
  }
}
