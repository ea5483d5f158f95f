import MomentumDiagnostics
import MomentumModelFiles

/// A finding without its location, to tell which findings were there before a change: an edit above
/// a finding moves its location, and a new version is another file.
struct FormerFinding: Hashable {
  var id: String
  var text: String

  init(_ finding: Diagnostic) {
    id = finding.id
    text = finding.text
  }
}

extension Diagnostics {
  /// The findings that are not among `former`. Errors that keep a model from being used stay.
  func without(_ former: Set<FormerFinding>) -> Diagnostics {
    guard !former.isEmpty else { return self }
    var result = Diagnostics()
    for finding in all
    where !LintBaseline.canHide(finding) || !former.contains(FormerFinding(finding)) {
      result.report(finding)
    }
    return result
  }
}
