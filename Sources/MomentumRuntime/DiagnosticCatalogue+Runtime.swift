package import MomentumDiagnostics

extension DiagnosticCatalogue {
  /// The rules of findings about stores that another model made, and about batch updates and
  /// deletes.
  package static let runtime = DiagnosticCatalogue(BatchMessage.rules + StoreMessage.rules)
}
