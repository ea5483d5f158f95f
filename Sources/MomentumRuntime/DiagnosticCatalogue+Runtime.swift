package import MomentumDiagnostics

extension DiagnosticCatalogue {
  /// What is said of stores and changes by a condition.
  package static let runtime = DiagnosticCatalogue(BatchMessage.rules + StoreMessage.rules)
}
