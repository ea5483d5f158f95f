internal import Foundation

/// An ICU regular expression that a whole text has to match.
package struct MatchPattern: Sendable {
  /// ICU reports its progress every few thousand steps. After this number of reports (about half a
  /// second) a match is given up, since such an expression might never end.
  package static let progressReportsMax = 4000

  package enum Outcome: Sendable {
    case matches
    case differs
    case tooSlow
  }

  private var expression: NSRegularExpression?

  /// `nil` if the pattern is not a regular expression.
  package init?(_ pattern: String, _ flags: ComparisonFlags) {
    // Foundation throws for an empty pattern on some systems; an empty pattern matches no text
    // (observed in NSPredicate).
    guard !pattern.isEmpty else { return }
    let options: NSRegularExpression.Options =
      flags.contains(.caseInsensitive) ? [.caseInsensitive] : []
    // Compile the pattern alone first: `a)(b` is no expression, but the parentheses put around it
    // below would make it one.
    guard Self.compile(pattern, options) != nil else { return nil }
    // A comment of `(?x)` ends at a line end, and `\Q` at `\E`: an open one would swallow the
    // closing parenthesis, so try each ending.
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
