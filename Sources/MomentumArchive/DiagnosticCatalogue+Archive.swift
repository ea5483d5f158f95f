package import MomentumDiagnostics

extension DiagnosticCatalogue {
  /// The rules of findings that `ModelArchive` and `MappingArchive` report.
  package static let archives = DiagnosticCatalogue(ArchiveMessage.rules)
}
