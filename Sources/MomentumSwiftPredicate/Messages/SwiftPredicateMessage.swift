package import MomentumDiagnostics

/// What is wrong with `#Predicate`, `#Expression` and `FetchDescriptor` in Swift sources.
struct SwiftPredicateMessage: RuleMessage, Hashable {
  let rule: DiagnosticRule
  let text: String

  static let rules: [DiagnosticRule] = crashRules + refusalRules + nameRules
}

extension DiagnosticCatalogue {
  /// What reading predicates of Swift sources reports.
  package static let swiftPredicate = DiagnosticCatalogue(SwiftPredicateMessage.rules)
}
