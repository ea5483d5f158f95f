import MomentumText

/// Tests patterns of `MATCHES`.
package enum PatternSyntax {
  /// Whether ICU accepts a text as a regular expression.
  package static func isRegularExpression(_ text: String) -> Bool {
    MatchPattern(text, []) != nil
  }
}
