/// Prints diagnostics as compilers do, one line each: Xcode shows such lines of a build phase
/// beside the source, and editors jump to them.
///
///     /App/Store.swift:12:40: error: no property 'titel' in entity 'Book' (predicate.unknown-key)
///
/// Documented: *Running custom scripts during a build*. Xcode finds a file by an absolute path
/// only.
package struct XcodeRenderer: Sendable {
  /// The folder that relative paths begin at.
  private let folder: String

  package init(folder: String) { self.folder = folder }

  /// One line for each diagnostic, and one for each note.
  package func render(_ diagnostics: [Diagnostic]) -> String {
    diagnostics.map { render($0) }.joined()
  }

  private func render(_ diagnostic: Diagnostic) -> String {
    let severity =
      switch diagnostic.severity {
      case .error: "error"
      case .warning: "warning"
      case .note, .info: "note"
      }
    var text = line(severity, "\(diagnostic.text) (\(diagnostic.id))", at: diagnostic.location)
    for note in diagnostic.notes {
      text += line("note", note.text, at: note.location ?? diagnostic.location)
    }
    for fixIt in diagnostic.fixIts {
      text += line("note", "fix-it: \(fixIt.text)", at: fixIt.location)
    }
    return text
  }

  private func line(_ severity: String, _ text: String, at location: SourceLocation?) -> String {
    guard let location else { return "\(severity): \(TerminalText.oneLine(text))\n" }
    let place = location.file.lineColumn(at: location.range.start)
    let path = TerminalText.oneLine(absolute(location.file.path))
    return "\(path):\(place.line):\(place.column): \(severity): \(TerminalText.oneLine(text))\n"
  }

  private func absolute(_ path: String) -> String {
    if path.hasPrefix("/") || path.hasPrefix("<") { return path }
    let inner = path.hasPrefix("./") ? String(path.dropFirst(2)) : path
    return folder.hasSuffix("/") ? folder + inner : "\(folder)/\(inner)"
  }
}
