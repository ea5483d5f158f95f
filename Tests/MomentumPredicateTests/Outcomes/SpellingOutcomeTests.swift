import MomentumDiagnostics
import MomentumTestSupport
import Testing

@testable import MomentumPredicate

/// Every word of a format with a letter too few, a letter too many and in the other case. A golden has the words
/// that are offered for it. `RECORD=1` writes it anew.
@Suite struct SpellingOutcomeTests {
  private static let formats = [
    "abs(small) == 1", "uppercase(text) == 'A'", "text.length > 1", "length(text) > 1",
    "max:({1, 2}) == small", "modulus:by:(small, 2) == 0", "bitwiseAnd:with:(whole, 3) == 1",
    "day > now()", "day == CAST(1, 'NSDate')", "text == CAST(small, 'NSString')",
    "parts.@count > 1", "parts.@max.mass > 1", "parts.@avg.mass > parts.@sum.mass",
    "sum(parts.mass) > 1", "count(parts) > 1", "parts[SIZE] > 1", "ANY parts.name == 'a'",
    "NONE parts.mass IN {1, 2}", "main.name BEGINSWITH[cd] 'a'", "box.label LIKE 'x*'",
    "SUBQUERY(parts, $part, $part.mass > 1).@count > 0", "SELF == $item",
    "text == $name AND needed == $name", "NOT flag == YES", "flag == true OR flag == FALSE",
    "whole BETWEEN {small, large}", "TERNARY(flag == YES, 1, 2) == small",
    "FUNCTION(small, 'add:to:', 1) == 2", "text MATCHES 'a.*'", "base.item.needed ENDSWITH 'a'",
    "photo == nil", "code == null", "link == 'a:b' AND text CONTAINS 'a'", "text ==[cd] needed",
    "TRUEPREDICATE",
  ]

  private static func replacing(
    _ range: Range<String.Index>, of text: String, with word: String
  ) -> String {
    String(text[..<range.lowerBound]) + word + text[range.upperBound...]
  }

  @Test func everyWordMisspelled() throws {
    var text = ""
    for format in Self.formats {
      for word in format.matches(of: /[A-Za-z]{3,}/) {
        let right = String(word.output)
        let isUpper = right.first?.isUppercase == true
        for wrong in [
          String(right.dropLast()), right + "e", isUpper ? right.lowercased() : right.uppercased(),
        ] {
          let damaged = Self.replacing(word.range, of: format, with: wrong)
          text += "\(damaged)\n\(Outcome(damaged).text)\n"
        }
      }
    }
    try RepositoryFiles.expectGolden(text, at: "Tests/Cases/PredicateOutcomes/spellings.txt")
  }

  /// What is offered for a word is the word that was meant: with it the format has one error less.
  @Test func whatIsOfferedMakesAnErrorLess() {
    for format in Self.formats {
      for word in format.matches(of: /[A-Za-z]{3,}/) {
        let damaged = Self.replacing(
          word.range, of: format, with: String(word.output.dropLast()))
        let before = Outcome(damaged)
        for finding in before.findings.all where finding.severity == .error {
          for fix in finding.fixIts where finding.fixIts.count == 1 {
            var bytes = Array(damaged.utf8)
            let range = fix.location.range
            bytes.replaceSubrange(range.start..<range.end, with: Array(fix.replacement.utf8))
            let after = Outcome(String(decoding: bytes, as: UTF8.self))
            let errors = [before, after].map { outcome in
              outcome.findings.all.count { $0.severity == .error }
            }
            #expect(errors[1] < errors[0], "\(damaged): \(fix.replacement)")
          }
        }
      }
    }
  }
}
