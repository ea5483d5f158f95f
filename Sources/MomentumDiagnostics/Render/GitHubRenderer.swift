/// Prints diagnostics as workflow commands, which GitHub Actions shows next to the lines of a pull
/// request.
///
///     ::error file=Model.xcdatamodel/contents,line=12,col=40,endLine=12,endColumn=46,title=model.unknown-destination::…
///
/// Documented: *Workflow commands for GitHub Actions*. GitHub shows ten findings of each severity
/// for a step and 50 for a job; further ones are in the log only.
package struct GitHubRenderer: Sendable {
  /// The number of Unicode scalars of a message that are shown. A scalar has at most four bytes, so
  /// the message is below the 64 KB that an annotation may have (documented: *REST API, check
  /// runs*).
  private static let messageLengthMax = 16_000

  package init() {}

  /// One line for each diagnostic; notes and repairs are part of its message.
  package func render(_ diagnostics: [Diagnostic]) -> String {
    diagnostics.map { render($0) + "\n" }.joined()
  }

  private func render(_ diagnostic: Diagnostic) -> String {
    var properties: [(String, String)] = []
    if let location = diagnostic.location {
      let start = location.file.lineColumn(at: location.range.start)
      let end = location.file.lineColumn(at: location.range.end)
      properties = [
        ("file", location.file.path), ("line", "\(start.line)"), ("col", "\(start.column)"),
        ("endLine", "\(end.line)"), ("endColumn", "\(end.column)"),
      ]
    }
    properties.append(("title", diagnostic.id))
    let list = properties.map { "\($0.0)=\(escaped($0.1, isProperty: true))" }
      .joined(separator: ",")
    let message = String(
      String.UnicodeScalarView(
        self.message(diagnostic).unicodeScalars.prefix(GitHubRenderer.messageLengthMax)))
    return "::\(command(diagnostic.severity)) \(list)::\(escaped(message, isProperty: false))"
  }

  private func command(_ severity: Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .note, .info: "notice"
    }
  }

  private func message(_ diagnostic: Diagnostic) -> String {
    let notes = diagnostic.notes.map { note in
      guard let location = note.location else { return "note: \(note.text)" }
      let place = location.file.lineColumn(at: location.range.start)
      return "note: \(note.text) (\(location.file.path):\(place.line))"
    }
    return ([diagnostic.text] + notes + diagnostic.fixIts.map { "fix-it: \($0.text)" })
      .joined(separator: "\n")
  }

  /// Escapes the characters that end a property or a line. Control characters become U+FFFD: they
  /// could move the cursor of a terminal that shows the log.
  private func escaped(_ text: String, isProperty: Bool) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": result += "%25"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      case ":" where isProperty: result += "%3A"
      case "," where isProperty: result += "%2C"
      case "\u{0}"..."\u{8}", "\u{B}"..."\u{1F}", "\u{7F}"..."\u{9F}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
