import MomentumDiagnostics

/// A message about a mistake in `momentum.json`.
struct GenerationConfigurationMessage: RuleMessage {
  let rule: DiagnosticRule
  let text: String

  static let rules: [DiagnosticRule] = [
    oneTargetRule, unknownConfigurationRule,
  ]

  static func badValue(_ what: String, expected: String) -> Self {
    Self(rule: ConfigurationMessage.badValueRule, text: "\(what) has to be \(expected)")
  }

  static let oneTargetRule = DiagnosticRule(
    "config.one-target", .error(.noMeaning("the requested code cannot be generated")),
    "The setting 'targets' for a plugin does not name exactly one target.",
    """
    'targets' chooses the kinds of code to generate, such as 'core-data' for Core Data's classes \
    and 'swift' for structs. The build-tool plugin generates into one module, where the types of \
    two kinds would have the same names. Name one target, or generate into two modules, each with \
    its own 'momentum.json'.
    """,
    .own)

  static let oneTarget = Self(
    rule: oneTargetRule,
    text: "a plugin generates one kind of code into a module; 'targets' has to name one")

  static let unknownConfigurationRule = DiagnosticRule(
    "config.unknown-configuration",
    .error(.noMeaning("the requested code cannot be generated")),
    "Code is to be generated for a configuration that the model does not have.",
    """
    With '--configuration' or the setting 'configuration' only the entities of one configuration \
    get code. If the name is misspelt, nothing is generated, and files of earlier runs stay. Write \
    the name of a configuration of the model.
    """,
    .own)

  static func unknownConfiguration(_ name: String, near: String?, known: [String]) -> Self {
    Self(
      rule: unknownConfigurationRule,
      text: "the model has no configuration '\(name)'"
        + (known.isEmpty
          ? "; it has none" : "; it has \(quotedList(known))")
        + didYouMean(near))
  }

  static func unknownKey(_ key: String, near: String?, valid: [String]) -> Self {
    Self(
      rule: ConfigurationMessage.unknownKeyRule,
      text: "no setting '\(key)'; valid are \(quotedList(valid))"
        + didYouMean(near))
  }
}
