package import MomentumDiagnostics

extension DiagnosticCatalogue {
  /// The rules of diagnostics about imported objects.
  package static let imports = DiagnosticCatalogue(ImportMessage.rules)
}
