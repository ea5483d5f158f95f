/// Text from outside as HTML has it.
enum HTMLText {
  /// `a &lt; b`; fit for content and for attribute values in double quotes.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// A name for attribute values and other places without markup.
  static func name(_ text: String) -> String { escaped(ReportText.name(text)) }

  /// `<bdi>Venue</bdi>`: a name in a script that runs from right to left keeps its neighbours in place.
  static func isolated(_ text: String) -> String { "<bdi>\(name(text))</bdi>" }

  /// `<code>name</code>`
  static func code(_ text: String) -> String { "<code>\(name(text))</code>" }

  static func sentence(_ text: String) -> String { escaped(ReportText.sentence(text)) }
}
