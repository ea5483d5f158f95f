/// A message of a rule. The rule has the id and the severity, so no message repeats them.
///
///     struct XMLMessage: RuleMessage {
///       let rule: DiagnosticRule
///       let text: String
///
///       static func depthLimit(_ limit: Int) -> Self {
///         Self(rule: depthLimitRule, text: "elements can nest at most \(limit) deep")
///       }
///     }
package protocol RuleMessage: DiagnosticMessage {
  var rule: DiagnosticRule { get }
}

extension RuleMessage {
  package var id: String { rule.id }

  /// The severity of the rule. A message whose severity depends on the input overrides this
  /// property.
  package var severity: Severity { rule.severity }
}
