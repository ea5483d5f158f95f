import MomentumDiagnostics

/// A message of the writer of compiled models.
struct ArchiveMessage: RuleMessage, Hashable {
  let rule: DiagnosticRule
  let text: String

  static let rules: [DiagnosticRule] = [leftOutRule]

  static let leftOutRule = DiagnosticRule(
    "archive.left-out", .warning, "A part of the model cannot be written into a compiled model.",
    """
    A compiled model stores predicates and expressions as archived objects. There is no archived \
    object for 'UTI-CONFORMS-TO', for a placeholder such as '%@', or for a text that cannot be \
    parsed. The fetch request, fetched property, fetch index or derivation with such a text is \
    missing from the compiled model; the rest is written. Change the text. Instead of a \
    placeholder write a variable such as '$NAME', which can be archived. A fetch request can also \
    be made in code.
    """,
    .own)

  static func leftOut(_ owner: String, reason: String) -> Self {
    Self(rule: leftOutRule, text: "\(owner) is left out of the compiled model: \(reason)")
  }
}

extension PredicateArchive.Failure {
  var text: String {
    switch self {
    case .noForm(let what): "no archived object means \(what)"
    case .tooDeep: "it is nested too deeply"
    case .unparsable(let what): "its \(what) cannot be parsed"
    }
  }
}
