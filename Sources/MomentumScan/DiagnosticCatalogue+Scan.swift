package import MomentumDiagnostics

extension DiagnosticCatalogue {
  /// The rules of source code that uses a model.
  package static let scan = DiagnosticCatalogue(ScanMessage.rules)
}
