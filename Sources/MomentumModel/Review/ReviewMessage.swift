import MomentumDiagnostics

/// What a review of a checked model has to say. Rows and texts stand in the files of the topics.
///
/// Matters of style are infos: the author of the program sees the effect at once, and no stored value is lost.
struct ReviewMessage: RuleMessage, Hashable {
  let rule: DiagnosticRule
  let text: String
  /// Whether the text says which entity, or what else in the model, it is about.
  var namesItsSubject = false

  static let rules: [DiagnosticRule] =
    attributeRules + cloudRules + indexRules + nameRules + relationshipRules
}
