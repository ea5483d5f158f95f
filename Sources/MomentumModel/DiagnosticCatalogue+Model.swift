package import MomentumDiagnostics

extension DiagnosticCatalogue {
  /// What checking and reviewing a model reports.
  package static let model = DiagnosticCatalogue(ModelMessage.rules + ReviewMessage.rules)
}
