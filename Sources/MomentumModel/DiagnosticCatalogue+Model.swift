package import MomentumDiagnostics

extension DiagnosticCatalogue {
  /// The rules of the check and the review of a model.
  package static let model = DiagnosticCatalogue(ModelMessage.rules + ReviewMessage.rules)
}
