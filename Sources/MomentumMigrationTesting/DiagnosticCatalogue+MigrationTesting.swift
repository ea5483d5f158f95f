package import MomentumDiagnostics

extension DiagnosticCatalogue {
  /// The rules about stored databases and frozen stores.
  package static let migrationTesting = DiagnosticCatalogue(
    FixtureMessage.rules + FreezeMessage.rules)
}
