import MomentumText

/// Prints diagnostics as a Checkstyle report, which Jenkins, Danger and reviewdog read.
///
///     <file name="Store.swift">
///       <error line="12" column="40" severity="error" message="…" source="predicate.unknown-key"/>
///     </file>
///
/// Documented: the output of `XMLLogger` in <https://checkstyle.org>.
package struct CheckstyleRenderer: Sendable {
  package init() {}

  /// The document with a line end. Files are in the order of their first finding.
  package func render(_ diagnostics: [Diagnostic]) -> String {
    var order: [String] = []
    var byFile: [String: [Diagnostic]] = [:]
    for diagnostic in diagnostics {
      let path = diagnostic.location?.file.path ?? "momentum"
      if byFile[path] == nil { order.append(path) }
      byFile[path, default: []].append(diagnostic)
    }
    var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<checkstyle version=\"4.3\">"]
    for path in order {
      lines.append("  <file name=\"\(escaped(path))\">")
      lines += (byFile[path] ?? []).map(row)
      lines.append("  </file>")
    }
    lines.append("</checkstyle>")
    return lines.joined(separator: "\n") + "\n"
  }

  private func row(_ diagnostic: Diagnostic) -> String {
    let severity =
      switch diagnostic.severity {
      case .error: "error"
      case .warning: "warning"
      case .note, .info: "info"
      }
    let message =
      ([diagnostic.text] + diagnostic.notes.map(\.text)
      + diagnostic.fixIts.map { "fix-it: \($0.text)" })
      .joined(separator: "; ")
    return "    <error line=\"\(diagnostic.location?.line ?? 1)\""
      + " column=\"\(diagnostic.location?.column ?? 1)\" severity=\"\(severity)\""
      + " message=\"\(escaped(message))\" source=\"\(escaped(diagnostic.id))\"/>"
  }

  private func escaped(_ text: String) -> String { MarkupEscape.reportAttribute.escaped(text) }
}
