import MomentumDiagnostics
import MomentumPredicate
import MomentumTestSupport
import Testing

@Suite struct PredicateSyntaxMessageTests {
  @Test(arguments: syntaxFindings)
  func mistakesAreNamedAtTheirPlace(marked: String, id: String, text: String) throws {
    let source = MarkedText(marked)
    var diagnostics = Diagnostics()
    let file = SourceFile(path: "p", text: source.text)
    #expect(PredicateParser.parse(file, &diagnostics) == nil)
    let finding = try #require(diagnostics.all.first)
    #expect(finding.id == id)
    #expect(finding.text == text)
    let start = try #require(finding.location?.range.start)
    // An option is marked with the bracket's whole content.
    #expect(start == source.offsets[1], "\(source.marking(start))")
  }

  @Test(arguments: [
    ("x 1️⃣NOT IN {1}", "predicate.not-in", "'NOT IN' is not documented; it is read as NOT (… IN …)"),
    (
      "1️⃣size == 1", "predicate.bare-position",
      "'size' here is the position SIZE, not a key; a key of that name is '#size'"
    ),
    (
      "a == 1️⃣0o17", "predicate.radix-number",
      "the form of 0o17 is documented, but Foundation is said to read it as 0"
    ),
    (
      "a == 1️⃣9223372036854775808", "predicate.wide-number",
      "the whole number 9223372036854775808 does not fit 64 bits; it is read as a decimal number"
    ),
    (
      "state == 1️⃣%lud", "predicate.surplus-letter",
      "'%lud' is no documented conversion; it is read as '%lu'"
    ),
    (
      "a 1️⃣<< 2 == 4", "predicate.shift-sign",
      "'<<' is not documented; it is read as leftshift:by:(…, …)"
    ),
    (
      "FUNCTION('A', 1️⃣'alloc') == nil", "predicate.foreign-method",
      "'alloc' is a method that only Apple's systems could call; nothing here evaluates it"
    ),
  ])
  func doubtfulTextIsReadWithAWarning(marked: String, id: String, text: String) throws {
    let source = MarkedText(marked)
    var diagnostics = Diagnostics()
    #expect(PredicateParser.parse(SourceFile(path: "p", text: source.text), &diagnostics) != nil)
    #expect(diagnostics.all.map(\.id) == [id])
    #expect(diagnostics.all.map(\.text) == [text])
    #expect(diagnostics.all.first?.severity == .warning)
    #expect(diagnostics.all.first?.location?.range.start == source.offsets[1])
  }

  @Test func positionsInAnIndexAreWhatTheySay() {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "p", text: "a[size] = 1 AND b[ FIRST ] = 2")
    #expect(PredicateParser.parse(source, &diagnostics) != nil)
    #expect(diagnostics.isEmpty)
  }

  @Test(arguments: [
    ("name CONTIANS 'x'", "name CONTAINS 'x'"), ("a IS NULL", "a == nil"),
    ("a IS NOT NULL", "a != nil"), ("a BETWEEN 1 AND 2", "a BETWEEN {1, 2}"),
    ("x IN (1, f(2))", "x IN {1, f(2)}"), ("x IN [1, 2]", "x IN {1, 2}"),
    ("a = 'it''s'", "a = 'it\\'s'"), ("in = 1", "#in = 1"), ("cast = 1", "#cast = 1"),
    ("state == %lud", "state == %lu"), ("size == 1", "#size == 1"),
    ("a == “b c” AND d = 1", "a == \"b c\" AND d = 1"),
    ("a == ‘b’", "a == \"b\""), ("WHERE a == 1", "a == 1"), ("LEN(a) = 1", "length:(a) = 1"),
    ("UPPER(a) = 'X'", "uppercase:(a) = 'X'"), ("floor(1) = cieling(2)", "floor(1) = ceiling:(2)"),
  ])
  func fixItsLeadToWhatWasMeant(text: String, fixed: String) throws {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "p", text: text)
    _ = PredicateParser.parse(source, &diagnostics)
    let fixIt = try #require(diagnostics.all.first?.fixIts.first)
    var bytes = source.utf8
    bytes.replaceSubrange(
      fixIt.location.range.start..<fixIt.location.range.end, with: Array(fixIt.replacement.utf8))
    expectText(String(decoding: bytes, as: UTF8.self), fixed)
  }
}
