package import MomentumDiagnostics

extension DiagnosticCatalogue {
  /// The rules of diagnostics about compiled fetch requests.
  package static let requests = DiagnosticCatalogue(RequestMessage.rules)
}
