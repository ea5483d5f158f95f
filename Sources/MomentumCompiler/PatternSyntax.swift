import MomentumText

/// Tests patterns of `MATCHES`.
public enum PatternSyntax {
  /// Whether ICU accepts a text as a regular expression.
  public static func isRegularExpression(_ text: String) -> Bool {
    MatchPattern(text, []) != nil
  }
}
