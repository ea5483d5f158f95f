package import MomentumDiagnostics

extension DiagnosticCatalogue {
  /// The rules of findings about mapping models, and about tables and objects of a store that its
  /// model does not describe.
  package static let migration = DiagnosticCatalogue(
    MappingMessage.rules + MappingChecks.rules + StoreRule.all)
}
