/// Writes the arguments of a format as variables, so that it can be compiled without their values:
///
///     name == %@ AND age > %d   →   name == $value1 AND age > $value2
enum FormatVariables {
  /// `nil` for a format with `%K`: its key is known only when the program runs.
  static func text(of format: String) -> String? {
    var result = ""
    var rest = format[...]
    var quote: Character?
    var count = 0
    while let character = rest.popFirst() {
      if quote == nil, character == "%" {
        let conversion = conversion(at: rest)
        rest = rest.dropFirst(conversion.count)
        switch conversion.last {
        case "K": return nil
        case "%", nil: result += "%" + conversion
        case _:
          count += 1
          result += "$value\(count)"
        }
        continue
      }
      if character == quote {
        quote = nil
      } else if quote == nil, character == "\"" || character == "'" {
        quote = character
      }
      result.append(character)
    }
    return result
  }

  /// The letters of a conversion after its `%`: `@`, `ld`, `K`.
  private static func conversion(at text: Substring) -> Substring {
    let lengths = text.prefix { "hlqLzt0123456789.$".contains($0) }
    let end = lengths.endIndex
    guard end < text.endIndex else { return text }
    return text[...end]
  }
}
