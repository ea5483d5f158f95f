package import MomentumDiagnostics

/// A message about `#Predicate`, `#Expression` and `FetchDescriptor` in Swift sources.
struct SwiftPredicateMessage: RuleMessage, Hashable {
  let rule: DiagnosticRule
  let text: String

  static let rules: [DiagnosticRule] = crashRules + refusalRules + nameRules
}

extension DiagnosticCatalogue {
  /// The diagnostics of reading predicates in Swift sources.
  package static let swiftPredicate = DiagnosticCatalogue(SwiftPredicateMessage.rules)
}
