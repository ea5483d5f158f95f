package import MomentumDiagnostics

/// What an import has to say. Rows and texts stand in the files of the topics.
package struct ImportMessage: RuleMessage {
  package let rule: DiagnosticRule
  package let text: String

  static let rules: [DiagnosticRule] =
    linkRules + objectRules + valueRules + fileRules
}
