/// A message about text that is not valid JSON.
struct JSONMessage: RuleMessage {
  let rule: DiagnosticRule
  let text: String

  static let rules: [DiagnosticRule] = [
    repeatedNameRule, syntaxRule,
  ]

  static let repeatedNameRule = DiagnosticRule(
    "json.repeated-name",
    .error(.noMeaning("different programs would read different values")),
    "An object in a JSON file has two members of the same name.",
    """
    RFC 8259 asks for unique names and leaves open which value counts, so programs that read \
    the file would not agree. Here the first value is kept and the file is refused. Delete one \
    of the two members.
    """,
    .documented("RFC 8259, section 4"))

  static func repeatedName(_ name: String) -> Self {
    Self(rule: repeatedNameRule, text: "the name '\(name)' can stand in an object once")
  }

  static let syntaxRule = DiagnosticRule(
    "json.syntax", .error(.noMeaning("the text is not JSON according to RFC 8259")),
    "A text is not JSON.",
    """
    The message says what was expected at that place. Comments, trailing commas and single quotes \
    are not part of JSON. Values can be nested 64 deep at most, which is a limit of this tool. \
    Correct the text at that place.
    """,
    .documented("RFC 8259"))

  static func syntax(_ message: String) -> Self {
    Self(rule: syntaxRule, text: message)
  }
}
