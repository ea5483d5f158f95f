package import MomentumDiagnostics

extension DiagnosticCatalogue {
  /// The rules about predicates and stored fetch requests.
  package static let predicate = DiagnosticCatalogue(
    PredicateSyntaxMessage.rules + PredicateMessage.rules + StoredRequestMessage.rules)
}
