import MomentumTestSupport
import Testing

@testable import MomentumMigrationTesting

/// The texts that are made from a pattern: none, one, three and eight more than it asks for.
@Suite struct SeedPatternTests {
  private func check(
    _ pattern: String, _ expected: [String], number: Int = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expectEqual(
      PatternText.examples(of: pattern, number: number), expected, "texts of '\(pattern)'",
      sourceLocation: sourceLocation)
  }

  private func always(
    _ pattern: String, _ number: Int, _ expected: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    check(
      pattern, Array(repeating: expected, count: 4), number: number,
      sourceLocation: sourceLocation)
  }

  @Test func countsGrowUpToTheirLimit() {
    always("", 0, "")
    always("abc", 0, "abc")
    check("a?", ["", "a", "a", "a"])
    check("a*", ["", "a", "aaa", "aaaaaaaa"])
    check("a+", ["a", "aa", "aaaa", "aaaaaaaaa"])
    always("a{0}", 0, "")
    always("a{2}", 0, "aa")
    check("a{2,}b", ["aab", "aaab", "aaaaab", "aaaaaaaaaab"])
    check("a{2,5}", ["aa", "aaa", "aaaaa", "aaaaa"])
    check("a{0,1}", ["", "a", "a", "a"])
    always("a{5,2}", 0, "aaaaa")
    check("(ab)+c", ["abc", "ababc", "ababababc", "ababababababababab" + "c"])
  }

  @Test func lazyAndPossessiveCountsAreCountsToo() {
    check("a*?b", ["b", "ab", "aaab", "aaaaaaaab"])
    check("a?+b", ["b", "ab", "ab", "ab"])
    check("a+?b", ["ab", "aab", "aaaab", "aaaaaaaaab"])
    always("a{2}?b", 0, "aab")
    always("a{2}+b", 0, "aab")
    check("a?*", ["*", "a*", "a*", "a*"])
  }

  @Test func whatIsNoCountIsText() {
    always("a{", 0, "a{")
    always("a{,3}", 0, "a{,3}")
    always("a{x}", 0, "a{x}")
    always("a{401}", 0, "a{401}")
  }

  @Test func aTextHasNoMoreThan400Characters() {
    always("a{400}", 0, String(repeating: "a", count: 400))
    always("ba{400}", 0, "b")
    always("ba{399}", 0, "b" + String(repeating: "a", count: 399))
    always("(ab){200}", 0, String(repeating: "ab", count: 200))
    always("(ab){201}", 0, "")
    always("a{399}bc", 0, String(repeating: "a", count: 399) + "b")
  }

  @Test func aPatternIsShorterThan4096Bytes() {
    always(String(repeating: "()", count: 2047) + "a", 0, "a")
    check(String(repeating: "()", count: 2048), [])
  }

  @Test func alternativesGoByTheNumber() {
    for (number, text) in ["a", "bb", "", "a", "bb"].enumerated() { always("a|bb|", number, text) }
    always("x(1|2)y|z", 2, "x1y")
    always("x(1|2)y|z", 1, "z")
  }

  @Test func groupsOfEveryKindAreTheirText() {
    for group in ["(a)", "(?:a)", "(?=a)", "(?!a)", "(?>a)", "(?<=a)", "(?<!a)", "(?P<a)"] {
      always(group + "b", 0, "ab")
    }
    always("a)b", 0, "a")
    always("(a", 0, "a")
  }

  /// The group beyond the 32nd has no text of its own, so its end is that of the one around it.
  @Test func groupsAreReadToADepthOf32() {
    func nested(_ count: Int) -> String {
      String(repeating: "(", count: count) + "a" + String(repeating: ")", count: count) + "b"
    }
    always(nested(32), 0, "ab")
    always(nested(33), 0, "a")
  }

  @Test func anchorsAreNothingAndAPointIsALetter() {
    always("^a$", 0, "a")
    for (number, letter) in [(0, "a"), (3, "d"), (9, "j"), (10, "a"), (27, "h")] {
      always(".", number, letter)
    }
  }

  @Test func escapesStandForTheirCharacters() {
    for (pattern, text) in [
      (#"\d"#, "7"), (#"\w"#, "h"), (#"\s"#, " "), (#"\n"#, "\n"), (#"\t"#, "\t"), (#"\b"#, ""),
      (#"\B"#, ""), (#"\A"#, ""), (#"\z"#, ""), (#"\Z"#, ""), (#"\D"#, "h"), (#"\S"#, "h"),
      (#"\W"#, "-"), (#"\."#, "."), (#"\\"#, "\\"), (#"\"#, ""), (#"\[a"#, "[a"),
    ] { always(pattern, 17, text) }
  }

  @Test func aSetIsOneOfItsMembersByTheNumber() {
    for (pattern, members) in [
      ("[abc]", "abca"), ("[a-c]", "abca"), ("[a-]", "a-a-"), ("[-a]", "-a-a"), ("[a-cx]", "abcx"),
      (#"[\d_]"#, "0_2_"), (#"[a\]]"#, "a]a]"), (#"[\n]"#, "\n\n"), ("[c-a]", "caca"),
      ("[a-a]", "aaaa"), ("[a-b-]", "ab-a"),
    ] {
      for (number, member) in members.enumerated() { always(pattern, number, String(member)) }
    }
    always("[]a", 0, "a")
    always("x[abc", 1, "xb")
  }

  @Test func aNegatedSetIsACharacterThatItDoesNotName() {
    for (number, member) in "abcxyz019 _-".enumerated() {
      always("[^q]", number, String(member))
    }
    always("[^q]", 12, "a")
    always("[^abc]", 0, "x")
    always("[^a-z]", 0, "0")
    always("[^abcxyz019 _-]", 3, "")
  }

  /// From U+0041 on, 999 characters more are a range, and 1,000 are not.
  @Test func aRangeIsNarrowerThanAThousand() {
    always("[A-\u{428}]", 1, "B")
    always("[A-\u{428}]", 999, "\u{428}")
    always("[A-\u{429}]", 1, "\u{429}")
  }
}
