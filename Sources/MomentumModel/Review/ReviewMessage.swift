import MomentumDiagnostics

/// A message of the review of a checked model. The messages and their rules are in one file for
/// each topic.
///
/// Messages about style have the severity info: the author of the program sees the effect at once,
/// and no stored value is lost.
struct ReviewMessage: RuleMessage, Hashable {
  let rule: DiagnosticRule
  let text: String
  /// Whether the text names the element of the model that it is about. Otherwise the message begins
  /// with that element.
  var namesItsSubject = false

  static let rules: [DiagnosticRule] =
    attributeRules + cloudRules + indexRules + nameRules + relationshipRules
}
