package import MomentumDiagnostics

extension DiagnosticCatalogue {
  /// The rules of findings about versions, and those of the decision table of `momentum diff`.
  package static let diff = DiagnosticCatalogue(
    VersionMessage.rules + MigrationRule.all.map(\.explanation))
}
