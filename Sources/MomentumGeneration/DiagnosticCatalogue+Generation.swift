package import MomentumDiagnostics

extension DiagnosticCatalogue {
  /// The rules of generating code.
  package static let generation = DiagnosticCatalogue(
    GenerationConfigurationMessage.rules + ValueTypeMessage.rules)
}
