/// Prints diagnostics as a code quality report, which GitLab shows in a merge request.
///
/// Documented: <https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format>.
package struct GitLabRenderer: Sendable {
  package init() {}

  /// The report: a JSON array with a line end.
  ///
  /// Notes are part of the description. A finding without any place gets the first line of the path
  /// `.`, since GitLab refuses a report with a finding that has no place.
  package func render(_ diagnostics: [Diagnostic]) -> String {
    JSONText.array(
      zip(diagnostics, Fingerprint.all(of: diagnostics)).map { issue($0, fingerprint: $1) }
    ).pretty
  }

  private func issue(_ diagnostic: Diagnostic, fingerprint: String) -> JSONText {
    .object([
      ("description", .string(description(diagnostic))),
      ("check_name", .string(diagnostic.id)),
      ("fingerprint", .string(fingerprint)),
      ("severity", .string(severity(diagnostic.severity))),
      ("location", place(diagnostic.anyLocation)),
    ])
  }

  private func description(_ diagnostic: Diagnostic) -> String {
    ([diagnostic.text] + diagnostic.notes.map(\.text) + diagnostic.fixIts.map(\.text))
      .joined(separator: "; ")
  }

  private func severity(_ severity: Severity) -> String {
    switch severity {
    case .error: "critical"
    case .warning: "minor"
    case .note, .info: "info"
    }
  }

  private func place(_ location: SourceLocation?) -> JSONText {
    let start = location?.line ?? 1
    let end = location.map { $0.file.lineColumn(at: $0.range.end).line } ?? start
    return .object([
      ("path", .string(relative(location?.file.path ?? "."))),
      ("lines", .object([("begin", .integer(start)), ("end", .integer(end))])),
    ])
  }

  /// The path without `./` at its start. GitLab does not find the file of a path that begins with
  /// `./`.
  private func relative(_ path: String) -> String {
    var relativePath = path[...]
    while relativePath.hasPrefix("./"), relativePath.count > 2 {
      relativePath = relativePath.dropFirst(2)
    }
    return String(relativePath)
  }
}
