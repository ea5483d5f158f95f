package import MomentumDiagnostics

extension DiagnosticCatalogue {
  /// What is said of versions and mapping models.
  package static let migration = DiagnosticCatalogue(
    VersionMessage.rules + MappingMessage.rules + MappingChecks.rules)
}
