package import MomentumDiagnostics

extension DiagnosticCatalogue {
  /// The rules about staged migrations.
  package static let migrator = DiagnosticCatalogue(StageMessage.rules)
}
