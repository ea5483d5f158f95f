import MomentumDiagnostics

/// A model that cannot be had, as a finding: a report without one would say that all is well.
struct UnreadFile: DiagnosticMessage {
  let text: String
  var id: String { "bundle.not-read" }
  var severity: Severity { .error }
}
