package import MomentumDiagnostics

extension DiagnosticCatalogue {
  /// What reading model files reports.
  package static let modelFiles = DiagnosticCatalogue(
    XMLMessage.rules + CompiledModelMessage.rules + ModelFileMessage.rules)

  /// What reading mapping models reports.
  package static let mappingFiles = DiagnosticCatalogue(MappingFileMessage.rules)
}
