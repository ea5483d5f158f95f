package import MomentumDiagnostics

extension DiagnosticCatalogue {
  /// The rules about versions, and the decision table of `momentum diff`.
  package static let diff = DiagnosticCatalogue(
    VersionMessage.rules + MigrationRule.all.map(\.explanation))
}
