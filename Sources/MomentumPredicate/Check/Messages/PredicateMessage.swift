package import MomentumDiagnostics

/// A message of the checker of predicates. The messages and their rules are in one file for each
/// topic.
///
/// If Core Data's SQLite store refuses a predicate, the message has three parts: the store's own
/// sentence, the reason, and a predicate that works.
package struct PredicateMessage: RuleMessage {
  package let rule: DiagnosticRule
  package let text: String
  /// The severity of this message; `nil` for the severity of its rule.
  var ownSeverity: Severity?

  package var severity: Severity { ownSeverity ?? rule.severity }

  static let rules: [DiagnosticRule] =
    argumentRules + keyRules + collectionRules + comparisonRules + stringRules + storeRules

  /// The end of a message that proposes a predicate: `; write ANY tags == 1`. Empty without a
  /// proposal.
  static func write(_ rewrite: String?) -> String {
    rewrite.map { "; write \($0)" } ?? ""
  }

  /// Puts a text in quotes, unless it has quotes already.
  static func quoted(_ text: String) -> String {
    text.hasPrefix("'") || text.hasPrefix("\"") ? text : "'\(text)'"
  }

  /// The name of a type with its article: `an Integer 16`, `a String`.
  static func article(_ type: String) -> String {
    // "URI" and "UUID" begin with the sound of "you".
    let isVowel = "AEIO".contains(type.first ?? "x") || type == "Undefined"
    return "\(isVowel ? "an" : "a") \(type)"
  }
}
