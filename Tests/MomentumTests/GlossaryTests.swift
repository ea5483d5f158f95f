import MomentumTestSupport
import Testing

/// The glossary is read before the code, so it stays short.
@Suite struct GlossaryTests {
  @Test func theGlossaryHasAtMost60TermsEachOnce() throws {
    let text = try RepositoryFiles.text("Sources/Momentum/Documentation.docc/Glossary.md")
    let terms = text.split(separator: "\n").filter { $0.hasPrefix("| ") }
      .compactMap { $0.split(separator: "|").first?.drop { $0 == " " } }
      .filter { !$0.hasPrefix("word") && !$0.hasPrefix("---") }
    #expect(terms.count > 40, "terms are no longer found")
    #expect(terms.count <= 60, "leave out words that mean what they mean elsewhere")
    #expect(Set(terms).count == terms.count)
  }
}
