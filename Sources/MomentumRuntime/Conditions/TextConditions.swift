public import MomentumPredicate

// Exports the type, so that callers can write `.caseInsensitive` and import this module alone.
@_exported public import struct MomentumPredicate.ComparisonOptions

/// The differences between texts that a comparison ignores, such as case.
public typealias TextOptions = ComparisonOptions

extension ConditionValue where Value: TextAttribute {
  /// `name ==[cd] "cafe"`
  public func equals(_ text: String, _ options: TextOptions = []) -> Condition {
    compare(.equal, options, text)
  }

  /// `name CONTAINS[cd] "tea"`
  public func contains(_ text: String, _ options: TextOptions = []) -> Condition {
    compare(.contains, options, text)
  }

  /// `name BEGINSWITH "Tea"`
  public func beginsWith(_ text: String, _ options: TextOptions = []) -> Condition {
    compare(.beginsWith, options, text)
  }

  /// `name ENDSWITH "house"`
  public func endsWith(_ text: String, _ options: TextOptions = []) -> Condition {
    compare(.endsWith, options, text)
  }

  /// `name LIKE "T?a*"`: a question mark matches one character, an asterisk any number of
  /// characters.
  public func like(_ pattern: String, _ options: TextOptions = []) -> Condition {
    compare(.like, options, pattern)
  }

  /// `name MATCHES "[A-Z].*"`: a regular expression that must match the whole text.
  public func matches(_ pattern: String, _ options: TextOptions = []) -> Condition {
    compare(.matches, options, pattern)
  }

  private func compare(
    _ sign: ComparisonOperator, _ options: TextOptions, _ text: String
  ) -> Condition {
    compare(sign, ConditionTerm(.constant(text.attributeConstant)), options)
  }
}
