package import MomentumDiagnostics

extension DiagnosticCatalogue {
  /// The rules about mapping models, and about what a store has beside its model.
  package static let migration = DiagnosticCatalogue(
    MappingMessage.rules + MappingChecks.rules + StoreRule.all)
}
