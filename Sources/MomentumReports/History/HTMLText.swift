import MomentumText

/// Escapes text from outside for HTML.
enum HTMLText {
  /// The beginning of a page. Its policy lets a browser load nothing, and run nothing but what `policy`
  /// adds, so a name of a model could do no harm even if it were not escaped.
  ///
  /// - Parameters:
  ///   - title: The title, escaped.
  ///   - policy: More directives of the security policy, each with its semicolon in front.
  static func head(
    _ title: String, policy: String = "", style: String, body: String = "<body>"
  ) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8"/>
    <meta name="viewport" content="width=device-width, initial-scale=1"/>
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'\(policy)"/>
    <meta name="color-scheme" content="light dark"/>
    <meta name="generator" content="Momentum"/>
    <title>\(title)</title>
    <style>
    \(style)
    </style>
    </head>
    \(body)
    """
  }

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
