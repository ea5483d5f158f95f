import MomentumCodegen
import MomentumTestSupport
import Testing

@Suite(.tags(.random)) struct NameTests {
  @Test func wellFormedNamesKeepTheirSpelling() {
    var scope = NameScope()
    let names = ["a b", "a-b", "a_b", "a_b_2"]
    #expect(scope.claim(names).map(\.source) == ["a_b_3", "a_b_4", "a_b", "a_b_2"])
  }

  @Test func reservedNamesGetAnUnderscore() {
    var scope = NameScope(reserved: ["objectID"])
    let names = ["objectID", "objectID_", "self", "Type", ""]
    #expect(
      scope.claim(names).map(\.source) == ["objectID__2", "objectID_", "self_", "Type_", "unnamed"])
  }

  @Test func keywordsStandInBackticks() {
    var scope = NameScope()
    #expect(
      scope.claim(["class", "default", "open", "set"]).map(\.source)
        == ["`class`", "`default`", "`open`", "set"])
  }

  /// "Keywords and Punctuation" of The Swift Programming Language (documented): words of declarations,
  /// statements, expressions and types, of which none is a name without backticks. Each is a case of its
  /// own, so that a failure names the word.
  @Test(
    arguments: """
      associatedtype borrowing class consuming deinit enum extension fileprivate func import inout
      internal let nonisolated open operator precedencegroup private protocol public rethrows static
      struct subscript typealias var break case catch continue default defer do else fallthrough for
      guard if in repeat return switch throw where while as await false is nil super throws true try
      """.split { $0 == " " || $0.isNewline }.map(String.init))
  func eachKeywordOfTheLanguageStandsInBackticks(word: String) {
    var scope = NameScope()
    #expect(scope.claim([word]).map(\.source) == ["`\(word)`"])
  }

  @Test func caseAloneDoesNotPartFileNames() {
    var scope = NameScope(ignoresCase: true)
    #expect(
      scope.claim(["Venue", "VENUE", "venue"]).map(\.text) == ["Venue", "VENUE_2", "venue_3"])
  }

  @Test func sameNamesGiveTheSameIdentifiersAndDistinctOnes() {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<200 {
      let names = (0..<20).map { _ in NastyNames.any(using: &generator) }
      var first = NameScope(reserved: ["String"])
      var second = NameScope(reserved: ["String"])
      let identifiers = first.claim(names)
      #expect(identifiers == second.claim(names))
      #expect(Set(identifiers.map(\.text)).count == names.count, "\(names)")
    }
  }

  @Test func manyNamesThatMangleAlikeStayDistinct() {
    let names = (0..<20_000).map { index in index.isMultiple(of: 2) ? "a b" : "a-b" }
    var scope = NameScope()
    #expect(Set(scope.claim(names).map(\.text)).count == names.count)
  }

  @Test func commentStaysOnItsLine() {
    for name in NastyNames.known {
      let text = SwiftText.comment(name)
      #expect(
        text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !["\u{2028}", "\u{85}"].contains($0) })
    }
  }
}
