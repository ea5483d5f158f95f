import MomentumText

/// Escapes text from outside for HTML.
enum HTMLText {
  /// `a &lt; b`, for content and for attribute values in double quotes.
  static func escaped(_ text: String) -> String {
    MarkupEscape.html.escaped(text)
  }

  /// A name for attribute values and other places that allow no markup.
  static func name(_ text: String) -> String { escaped(ReportText.name(text)) }

  /// `<bdi>Venue</bdi>`: without the tag, a name in a right-to-left script would change the order
  /// of its neighbours.
  static func isolated(_ text: String) -> String { "<bdi>\(name(text))</bdi>" }

  /// `<code>name</code>`
  static func code(_ text: String) -> String { "<code>\(name(text))</code>" }

  static func sentence(_ text: String) -> String { escaped(ReportText.sentence(text)) }
}
