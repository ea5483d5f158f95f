package import MomentumDiagnostics

extension DiagnosticCatalogue {
  /// The rules of sources that are copied for Linux.
  package static let adapt = DiagnosticCatalogue(AdaptMessage.rules)
}
