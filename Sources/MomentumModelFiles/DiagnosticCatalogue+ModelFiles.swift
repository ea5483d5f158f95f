package import MomentumDiagnostics

extension DiagnosticCatalogue {
  /// The rules of reading model files.
  package static let modelFiles = DiagnosticCatalogue(
    XMLMessage.rules + CompiledModelMessage.rules + ModelFileMessage.rules)

  /// The rules of reading mapping models.
  package static let mappingFiles = DiagnosticCatalogue(MappingFileMessage.rules)
}
