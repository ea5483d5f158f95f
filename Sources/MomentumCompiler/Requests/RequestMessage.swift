package import MomentumDiagnostics

/// What the compilation of a request in words has to say. Rows and texts stand in the files of the topics.
///
/// Where Core Data refuses a request, its own sentence stands first.
package struct RequestMessage: RuleMessage {
  package let rule: DiagnosticRule
  package let text: String

  static let rules: [DiagnosticRule] =
    nameRules + selectionRules + groupRules + sortRules
}
