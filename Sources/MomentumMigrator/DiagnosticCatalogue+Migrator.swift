package import MomentumDiagnostics

extension DiagnosticCatalogue {
  /// What is said of staged migrations, stored databases and frozen stores.
  package static let migrator = DiagnosticCatalogue(
    StageMessage.rules + FixtureMessage.rules + FreezeMessage.rules)
}
