import MomentumText

/// What a text is as a pattern of `MATCHES`.
public enum PatternSyntax {
  /// Whether ICU reads a text as a regular expression.
  public static func isRegularExpression(_ text: String) -> Bool {
    MatchPattern(text, []) != nil
  }
}
