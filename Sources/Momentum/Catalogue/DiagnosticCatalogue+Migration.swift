package import MomentumDiagnostics

typealias DiagnosticExplanation = DiagnosticRule

extension DiagnosticCatalogue {
  /// The rules of the decision table of `momentum diff`.
  package static let changes = DiagnosticCatalogue(
    migrationEntityRows + migrationAttributeRows + migrationCompositeRows
      + migrationRelationshipRows)
}
