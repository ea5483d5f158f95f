internal import Foundation

/// An ICU regular expression that a whole text has to match.
package struct MatchPattern: Sendable {
  /// The number of ICU's progress reports after which a match is given up, since such an expression
  /// might never end. ICU reports its progress every few thousand steps, so this is about half a
  /// second.
  package static let progressReportsMax = 4000

  package enum Outcome: Sendable {
    case matches
    case differs
    case tooSlow
  }

  private var expression: NSRegularExpression?

  /// Fails if the pattern is not a regular expression.
  package init?(_ pattern: String, _ flags: ComparisonFlags) {
    // Foundation throws for an empty pattern on some systems; an empty pattern matches no text
    // (observed in NSPredicate).
    guard !pattern.isEmpty else { return }
    let options: NSRegularExpression.Options =
      flags.contains(.caseInsensitive) ? [.caseInsensitive] : []
    // Compile the pattern alone first: `a)(b` is not an expression, but the parentheses that are
    // put around it below would make it one.
    guard Self.compile(pattern, options) != nil else { return nil }
    // Try several endings. A pattern may end inside a comment of `(?x)`, which only a line end
    // closes, or inside a quotation after `\Q`, which only `\E` closes; then the parenthesis that
    // is added here would belong to that comment or quotation.
    let closings = [")\\z", "\n)\\z", "\\E)\\z"]
    for closing in closings {
      if let whole = Self.compile("\\A(?:" + pattern + closing, options) {
        expression = whole
        return
      }
    }
    return nil
  }

  package func match(_ text: String) -> Outcome {
    guard let expression else { return .differs }
    var outcome = Outcome.differs
    var reports = 0
    expression.enumerateMatches(
      in: text, options: [.anchored, .reportProgress],
      range: NSRange(location: 0, length: text.utf16.count)
    ) { result, _, stop in
      if result != nil {
        outcome = .matches
        stop.pointee = true
        return
      }
      reports += 1
      if reports > Self.progressReportsMax {
        outcome = .tooSlow
        stop.pointee = true
      }
    }
    return outcome
  }

  private static func compile(
    _ pattern: String, _ options: NSRegularExpression.Options
  ) -> NSRegularExpression? {
    // The error describes the pattern, which may be a stored value, so it is not passed on.
    do { return try NSRegularExpression(pattern: pattern, options: options) } catch { return nil }
  }
}
