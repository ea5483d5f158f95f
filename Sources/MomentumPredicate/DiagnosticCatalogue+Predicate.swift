package import MomentumDiagnostics

extension DiagnosticCatalogue {
  /// What predicates and stored fetch requests have wrong.
  package static let predicate = DiagnosticCatalogue(
    PredicateSyntaxMessage.rules + PredicateMessage.rules + StoredRequestMessage.rules)
}
