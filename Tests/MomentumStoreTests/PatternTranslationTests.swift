import Testing

@testable import MomentumStore

/// Which regular expressions ICU and PostgreSQL read alike, and how they are written for PostgreSQL.
@Suite struct PatternTranslationTests {
  private func check(
    kept: [String], refused: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for pattern in kept {
      #expect(CommonPattern.translated(pattern) == pattern, sourceLocation: sourceLocation)
    }
    for pattern in refused {
      #expect(
        CommonPattern.translated(pattern) == nil, "\(pattern)", sourceLocation: sourceLocation)
    }
  }

  @Test func textsAndAlternativesAreKept() {
    check(
      kept: ["", "abc", "a b", "é日😀", "a|b", "|", "a||b", "^a$", "."],
      refused: ["\u{1F}", "a\tb", "a\n", "*", "+a", "?", "{", "}", "]", "a]", "a|*"])
  }

  @Test func countsHaveOneFormAndGoTo255() {
    check(
      kept: [
        "a*", "a+", "a?", "a{2}", "a{0}", "a{255}", "a{2,}", "a{2,5}", "a{2,2}", "a*?", "a+?",
        "a??", "a{2}?", "a{2,}?", "a*b", "(ab)*", "[ab]+", #"\d{3}"#, "a{0,255}",
      ],
      refused: [
        "a**", "a*+", "a++", "a?+", "a???", "a{2}{3}", "a{2}*", "a{", "a{}", "a{,5}", "a{2", "a{2,",
        "a{2,5", "a{x}", "a{2,x}", "a{5,2}", "a{256}", "a{2,256}", "a{1000}", "a{0001}", "^*", "$+",
        "a|+",
      ])
  }

  @Test func groupsHaveNoNamesAndLookNowhere() {
    check(
      kept: ["(a)", "()", "(?:a)", "(a|b)", "((a)b)", "(a)(b)"],
      refused: ["(?=a)", "(?!a)", "(?<n>a)", "(?i)a", "(?", "(", "(a", "a)", ")", "(a))", "(*)"])
    func nested(_ count: Int) -> String {
      String(repeating: "(", count: count) + "a" + String(repeating: ")", count: count)
    }
    check(kept: [nested(31)], refused: [nested(32)])
  }

  @Test func escapesThatBothKnow() {
    check(
      kept: [
        #"\d"#, #"\w"#, #"\s"#, #"\n"#, #"\r"#, #"\t"#, #"\D"#, #"\W"#, #"\S"#, #"\."#, #"\-"#,
        #"\!"#, #"\~"#, #"\\"#, #"\("#, #"\A"#, #"\Z"#, #"a\.b"#, #"\.*"#,
      ],
      refused: [
        #"\"#, #"a\"#, #"\a"#, #"\b"#, #"\1"#, #"\0"#, #"\p{L}"#, #"\é"#, #"\ "#, "\\\u{7F}",
        #"\A*"#, #"\Z+"#, #"\z?"#,
      ])
    #expect(CommonPattern.translated(#"\Aa\z"#) == #"\Aa\Z"#)
    #expect(CommonPattern.translated(#"\zb"#) == #"\Zb"#)
  }

  @Test func setsHaveRangesOfLettersAndDigits() {
    check(
      kept: [
        "[a]", "[^a]", "[a-z]", "[a-z0-9_]", "[a-a]", "[-a]", "[^-a]", "[a-]", "[a-b-]", "[--]",
        "[*]", "[^^]", "[.]", "[é-ü]", "[(]", "[^a-z]x", "[ a]", "[a^-b]",
      ],
      refused: [
        "[]", "[^]", "[", "[a", "[^", "[z-a]", "[a-b-c]", "[[a]]", "[&]", "[a&&b]", "[a-&]",
        "[a-9]", "[a--]", "[a-", "[a\u{1F}]", "[+--]", "[a-b-",
      ])
  }

  @Test func setsHaveFewEscapes() {
    check(
      kept: [#"[\d]"#, #"[\w.]"#, #"[\s_]"#, #"[a\]b]"#, #"[\d-]"#, #"[\n\r\t]"#, #"[\-a]"#],
      refused: [
        #"[\D]"#, #"[\W]"#, #"[\S]"#, #"[\A]"#, #"[\Z]"#, #"[\z]"#, #"[\d-a]"#, #"[\"#, #"[\d"#,
        #"[\b]"#,
      ])
  }
}
