import MomentumText

/// Escapes text from outside for HTML.
enum HTMLText {
  /// Escapes a text, for content and for attribute values in double quotes: `a &lt; b`.
  static func escaped(_ text: String) -> String {
    MarkupEscape.html.escaped(text)
  }

  /// A name for attribute values and other places that allow no markup.
  static func name(_ text: String) -> String { escaped(ReportText.name(text)) }

  /// A name whose reading direction is isolated, `<bdi>Venue</bdi>`: otherwise a name in a
  /// right-to-left script would change the order of the texts beside it.
  static func isolated(_ text: String) -> String { "<bdi>\(name(text))</bdi>" }

  /// A name formatted as code: `<code>name</code>`.
  static func code(_ text: String) -> String { "<code>\(name(text))</code>" }

  static func sentence(_ text: String) -> String { escaped(ReportText.sentence(text)) }
}
