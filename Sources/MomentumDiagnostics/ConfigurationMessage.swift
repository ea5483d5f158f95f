/// A message about a mistake in a configuration.
package struct ConfigurationMessage: RuleMessage {
  package let rule: DiagnosticRule
  package let text: String

  static let rules: [DiagnosticRule] = [
    badValueRule, noMatchRule, unknownIDRule, unknownKeyRule,
  ]

  package static let badValueRule = DiagnosticRule(
    "config.bad-value", .error(.noMeaning("a check could be skipped by mistake")),
    "A key of '.momentum.json', '.momentum-baseline.json' or 'momentum.json' has a value that is not valid.",
    """
    The value is of another type than the key takes, or is not among its words. The \
    configuration is refused, so that no check is skipped by mistake. Write a value that the \
    message lists.
    """,
    .own)

  static func badValue(_ what: String, expected: String) -> Self {
    Self(rule: badValueRule, text: "\(what) has to be \(expected)")
  }

  static let noMatchRule = DiagnosticRule(
    "config.no-match", .error(.noMeaning("a check could be skipped by mistake")),
    "An override in '.momentum.json' names a bundle or a version that does not exist.",
    """
    'bundle' and 'version' of an override are names without suffix, in which '*' matches any \
    characters. This name matches no bundle below the file's folder, or no version of the chosen \
    bundles, so the override would have no effect. Either it is misspelt, or the bundle or the \
    version was renamed or deleted. Correct the name, or delete the override.
    """,
    .own)

  /// The message about a pattern of an override that matches no bundle or, if `isVersion` is true,
  /// no version.
  static func noMatch(_ pattern: String, isVersion: Bool, near: String?) -> Self {
    Self(
      rule: noMatchRule,
      text:
        "no \(isVersion ? "version of a bundle" : "bundle") that this file is for matches '\(pattern)'"
        + didYouMean(near))
  }

  static let unknownIDRule = DiagnosticRule(
    "config.unknown-id", .error(.noMeaning("a check could be skipped by mistake")),
    "The file '.momentum.json' names a diagnostic that does not exist.",
    """
    A severity that is set for a misspelt id would have no effect. Write the id as a message \
    shows it; 'momentum explain-diagnostic' prints what an id means.
    """,
    .own)

  static func unknownID(_ id: String, near: String?) -> Self {
    Self(
      rule: unknownIDRule,
      text: "no diagnostic has the id '\(id)'"
        + (near.map { "; did you mean '\($0)'?" }
          ?? "; 'momentum explain-diagnostic' lists them"))
  }

  package static let unknownKeyRule = DiagnosticRule(
    "config.unknown-key", .error(.noMeaning("a check could be skipped by mistake")),
    "The file '.momentum.json', '.momentum-baseline.json' or 'momentum.json' has a key that is not known.",
    """
    A misspelt key would have no effect, so it is refused. Correct the key, or delete it.
    """,
    .own)

  static func unknownKey(_ key: String, near: String?, valid: [String]) -> Self {
    Self(
      rule: unknownKeyRule,
      text: "no setting '\(key)'; valid are \(quotedList(valid))"
        + didYouMean(near))
  }
}
