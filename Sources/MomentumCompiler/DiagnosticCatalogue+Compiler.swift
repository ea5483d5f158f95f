package import MomentumDiagnostics

extension DiagnosticCatalogue {
  /// What compiling fetch requests reports.
  package static let requests = DiagnosticCatalogue(RequestMessage.rules)
}
