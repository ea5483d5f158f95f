internal import MomentumPredicate

/// What a comparison of texts does not tell apart.
public struct TextOptions: OptionSet, Sendable, Hashable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// `[c]`
  public static let caseInsensitive = TextOptions(rawValue: 1)
  /// `[d]`
  public static let diacriticInsensitive = TextOptions(rawValue: 2)
  /// `[n]`: texts are normalized already, and compared as they stand.
  public static let normalized = TextOptions(rawValue: 4)
  /// `[l]`: by the rules of the store's locale.
  public static let localeSensitive = TextOptions(rawValue: 8)

  var comparison: ComparisonOptions {
    var options: ComparisonOptions = []
    if contains(.caseInsensitive) { options.insert(.caseInsensitive) }
    if contains(.diacriticInsensitive) { options.insert(.diacriticInsensitive) }
    if contains(.normalized) { options.insert(.normalized) }
    if contains(.localeSensitive) { options.insert(.localeSensitive) }
    return options
  }
}

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

  /// `name LIKE "T?a*"`: a question mark stands for one character, an asterisk for any number of them.
  public func like(_ pattern: String, _ options: TextOptions = []) -> Condition {
    compare(.like, options, pattern)
  }

  /// `name MATCHES "[A-Z].*"`: a regular expression that the whole text has to match.
  public func matches(_ pattern: String, _ options: TextOptions = []) -> Condition {
    compare(.matches, options, pattern)
  }

  private func compare(
    _ sign: ComparisonOperator, _ options: TextOptions, _ text: String
  ) -> Condition {
    compare(sign, ConditionTerm(.constant(text.attributeConstant)), options.comparison)
  }
}
