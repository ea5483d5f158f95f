package import MomentumDiagnostics

extension DiagnosticCatalogue {
  /// The rules of findings about stored databases and frozen stores.
  package static let migrationTesting = DiagnosticCatalogue(
    FixtureMessage.rules + FreezeMessage.rules)
}
