package import MomentumDiagnostics

extension DiagnosticCatalogue {
  /// The rules about stores of another model, and about batch updates and deletes.
  package static let runtime = DiagnosticCatalogue(BatchMessage.rules + StoreMessage.rules)
}
