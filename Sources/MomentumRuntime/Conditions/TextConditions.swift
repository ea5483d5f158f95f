public import MomentumPredicate

// Exports the type, so that callers can write `.caseInsensitive` and import this module alone.
@_exported public import struct MomentumPredicate.ComparisonOptions

/// The differences between texts that a comparison ignores, such as case.
public typealias TextOptions = ComparisonOptions

extension ConditionValue where Value: TextAttribute {
  /// Whether the texts are equal: `name ==[cd] "cafe"`.
  public func equals(_ text: String, _ options: TextOptions = []) -> Condition {
    compare(.equal, options, text)
  }

  /// Whether the text contains another one: `name CONTAINS[cd] "tea"`.
  public func contains(_ text: String, _ options: TextOptions = []) -> Condition {
    compare(.contains, options, text)
  }

  /// Whether the text begins with another one: `name BEGINSWITH "Tea"`.
  public func beginsWith(_ text: String, _ options: TextOptions = []) -> Condition {
    compare(.beginsWith, options, text)
  }

  /// Whether the text ends with another one: `name ENDSWITH "house"`.
  public func endsWith(_ text: String, _ options: TextOptions = []) -> Condition {
    compare(.endsWith, options, text)
  }

  /// Whether the text matches a pattern, `name LIKE "T?a*"`: a question mark stands for one
  /// character, an asterisk for any number of characters.
  public func like(_ pattern: String, _ options: TextOptions = []) -> Condition {
    compare(.like, options, pattern)
  }

  /// Whether the whole text matches a regular expression: `name MATCHES "[A-Z].*"`.
  public func matches(_ pattern: String, _ options: TextOptions = []) -> Condition {
    compare(.matches, options, pattern)
  }

  private func compare(
    _ sign: ComparisonOperator, _ options: TextOptions, _ text: String
  ) -> Condition {
    compare(sign, ConditionTerm(.constant(text.attributeConstant)), options)
  }
}
