package import MomentumDiagnostics

/// A message of an import. Rules and texts are in the files of the topics.
package struct ImportMessage: RuleMessage {
  package let rule: DiagnosticRule
  package let text: String

  static let rules: [DiagnosticRule] =
    linkRules + objectRules + valueRules + fileRules
}
