package import MomentumDiagnostics

/// A message about the texts of a request. Rules and texts are in the files of the topics.
///
/// If Core Data refuses a request, the message begins with Core Data's own sentence.
package struct RequestMessage: RuleMessage {
  package let rule: DiagnosticRule
  package let text: String

  static let rules: [DiagnosticRule] =
    nameRules + selectionRules + groupRules + sortRules
}
