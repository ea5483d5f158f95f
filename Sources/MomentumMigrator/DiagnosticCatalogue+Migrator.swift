package import MomentumDiagnostics

extension DiagnosticCatalogue {
  /// The rules of findings about staged migrations.
  package static let migrator = DiagnosticCatalogue(StageMessage.rules)
}
