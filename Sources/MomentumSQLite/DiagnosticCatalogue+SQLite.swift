package import MomentumDiagnostics

extension DiagnosticCatalogue {
  /// What importing objects reports.
  package static let imports = DiagnosticCatalogue(ImportMessage.rules)
}
