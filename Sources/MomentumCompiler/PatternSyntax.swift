import MomentumText

/// Tests texts that are patterns of `MATCHES`.
public enum PatternSyntax {
  /// Whether ICU reads a text as a regular expression.
  public static func isRegularExpression(_ text: String) -> Bool {
    MatchPattern(text, []) != nil
  }
}
