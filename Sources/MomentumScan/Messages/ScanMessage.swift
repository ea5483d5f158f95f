import MomentumDiagnostics

/// A message about names and formats in source code. The rules and texts are in the extensions in
/// the other files of this folder.
struct ScanMessage: RuleMessage {
  let rule: DiagnosticRule
  let text: String

  static let rules: [DiagnosticRule] = nameRules + formatRules + keyRules + commentRules

  static let fetchRaises = DiagnosticRule.Standing.observed(
    "exceptions of Core Data that logs and questions about public apps quote")
}
