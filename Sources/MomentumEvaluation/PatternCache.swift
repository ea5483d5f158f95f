internal import MomentumText

/// Keeps the parsed patterns of LIKE and MATCHES.
struct PatternCache: Sendable {
  /// The greatest number of patterns that are kept. Each object may have its own pattern; beyond
  /// this number all patterns are removed, so that memory stays bounded.
  private static let patternsMax = 256

  /// The key of a pattern. It compares the bytes of the text: Swift's `==` treats texts as equal
  /// that differ only in Unicode spelling, but they are different patterns.
  private struct Key: Hashable {
    var text: PredicateValue
    var flags: ComparisonFlags

    init(_ text: String, _ flags: ComparisonFlags) {
      self.text = .string(text)
      self.flags = flags
    }
  }

  private var likes: [Key: LikePattern] = [:]
  private var matches: [Key: MatchPattern] = [:]

  var count: Int { likes.count + matches.count }

  mutating func like(
    _ text: String, _ flags: ComparisonFlags, _ comparison: TextComparison
  ) throws(EvaluationError) -> LikePattern {
    let key = Key(text, flags)
    if let pattern = likes[key] { return pattern }
    guard text.utf8.count <= LikePattern.bytesMax else {
      throw EvaluationError(.longPattern(bytesMax: LikePattern.bytesMax))
    }
    let pattern = LikePattern(text, flags, comparison)
    if likes.count >= Self.patternsMax { likes = [:] }
    likes[key] = pattern
    return pattern
  }

  mutating func match(
    _ text: String, _ flags: ComparisonFlags
  ) throws(EvaluationError) -> MatchPattern {
    let key = Key(text, flags)
    if let pattern = matches[key] { return pattern }
    guard let pattern = MatchPattern(text, flags) else { throw EvaluationError(.badPattern) }
    if matches.count >= Self.patternsMax { matches = [:] }
    matches[key] = pattern
    return pattern
  }
}
