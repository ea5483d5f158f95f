package import MomentumDiagnostics

extension DiagnosticCatalogue {
  /// The rules of the writer of compiled models.
  package static let archives = DiagnosticCatalogue(ArchiveMessage.rules)
}
