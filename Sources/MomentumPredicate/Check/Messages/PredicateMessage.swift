package import MomentumDiagnostics

/// What the checking of a predicate against a model has to say. Rows and texts stand in the files of the topics.
///
/// Where Core Data's SQLite store refuses a predicate, its own sentence stands first, then why, then the
/// predicate that works.
package struct PredicateMessage: RuleMessage {
  package let rule: DiagnosticRule
  package let text: String
  /// The severity, where it is not that of the row.
  var ownSeverity: Severity?

  package var severity: Severity { ownSeverity ?? rule.severity }

  static let rules: [DiagnosticRule] =
    argumentRules + keyRules + collectionRules + comparisonRules + stringRules + storeRules

  /// `; write ANY tags == 1`
  static func write(_ rewrite: String?) -> String {
    rewrite.map { "; write \($0)" } ?? ""
  }

  /// A text in quotes has them already.
  static func quoted(_ text: String) -> String {
    text.hasPrefix("'") || text.hasPrefix("\"") ? text : "'\(text)'"
  }

  /// `an Integer 16`, `a String`
  static func article(_ type: String) -> String {
    // "URI" and "UUID" begin with the sound of "you".
    let isVowel = "AEIO".contains(type.first ?? "x") || type == "Undefined"
    return "\(isVowel ? "an" : "a") \(type)"
  }
}
