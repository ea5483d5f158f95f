package import MomentumDiagnostics

/// A message about the texts of a request. The messages and their rules are in one file for each
/// topic.
///
/// If Core Data refuses a request, the message begins with Core Data's own sentence.
package struct RequestMessage: RuleMessage {
  package let rule: DiagnosticRule
  package let text: String

  static let rules: [DiagnosticRule] =
    nameRules + selectionRules + groupRules + sortRules
}
