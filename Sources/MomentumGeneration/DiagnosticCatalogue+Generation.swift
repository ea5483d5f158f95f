package import MomentumDiagnostics

extension DiagnosticCatalogue {
  /// What generating code reports.
  package static let generation = DiagnosticCatalogue(
    GenerationConfigurationMessage.rules + ValueTypeMessage.rules)
}
