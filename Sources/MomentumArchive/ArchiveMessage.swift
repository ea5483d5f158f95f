import MomentumDiagnostics

/// A message of the writer of compiled models.
struct ArchiveMessage: RuleMessage, Hashable {
  let rule: DiagnosticRule
  let text: String

  static let rules: [DiagnosticRule] = [leftOutRule]

  static let leftOutRule = DiagnosticRule(
    "archive.left-out", .warning, "A part of the model cannot be written into a compiled model.",
    """
    A compiled model stores predicates and expressions as archived objects, and not every text can \
    become one: 'UTI-CONFORMS-TO' and placeholders cannot, and a text that cannot be parsed means \
    nothing. The fetch request, fetched property, fetch index or derivation that has the text is \
    missing from the compiled model, and the rest is written. Change the text, or make the request \
    in code.
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
