import MomentumDiagnostics
import MomentumPredicate
import MomentumTestSupport
import Testing

/// Formats inside the slice with their canonical text.
private let canonical: [(format: String, printed: String)] = [
  ("a==1&&b==2", "a == 1 AND b == 2"),
  ("not a = 1 or b=<2 And c=>3", "(NOT a == 1) OR (b <= 2 AND c >= 3)"),
  ("NOT(a=1)", "NOT a == 1"),
  ("!a = 1", "NOT a == 1"),
  ("a <> 'it''s'", ""),
  ("name ==[cd] \"x\"", "name ==[cd] \"x\""),
  ("name CONTAINS [c] 'A'", "name CONTAINS[c] \"A\""),
  (
    "name beginswith[dc] 'a' || name LIKE[n] '*'", "name BEGINSWITH[cd] \"a\" OR name LIKE[n] \"*\""
  ),
  ("a IN {1, 2.5, -3, 'x'}", "a IN {1, 2.5, -3, \"x\"}"),
  ("a between {$LOWER, $UPPER}", "a BETWEEN {$LOWER, $UPPER}"),
  ("ANY b.c == 1", "ANY b.c == 1"),
  ("SOME b.c == 1", "ANY b.c == 1"),
  ("NONE b.c == 1", "NOT ANY b.c == 1"),
  ("ALL b.c != nil", "ALL b.c != nil"),
  ("SELF == %@ AND self.a = %d", "SELF == %@ AND a == %ld"),
  ("%K == %@ AND %K.@count > 0", "%K == %@ AND %K.@count > 0"),
  ("#size == 1 AND a.first == $F", "#size == 1 AND a.#first == $F"),
  ("a == YES AND b = FALSE", "a == 1 AND b == 0"),
  ("a == NULL", "a == nil"),
  ("(a = 1)", "a == 1"),
  ("((a)) = 1", "a == 1"),
  ("(a = 1 AND b = 2) AND c = 3", "(a == 1 AND b == 2) AND c == 3"),
  ("a=1 AND b=2 AND c=3", "a == 1 AND b == 2 AND c == 3"),
  ("TRUEPREDICATE", "TRUEPREDICATE"),
  ("FALSEPREDICATE OR a = 1", "FALSEPREDICATE OR a == 1"),
  ("a == 'q\\\"\\\\\\n\\x41\\u00e9\\101'", "a == \"q\\\"\\\\\nAéA\""),
  (
    "a == 0x1F AND b == 0b101 AND c == 0o17 AND d == 9.2e-5 AND e == 10. AND f == .5",
    "a == 31 AND b == 5 AND c == 15 AND d == 9.2e-05 AND e == 10.0 AND f == 0.5"
  ),
  ("a == -9223372036854775808", "a == -9223372036854775808"),
  ("a == 9223372036854775808", "a == 9223372036854775808"),
  ("'📍' IN name", "\"📍\" IN name"),
  ("5 < age", "5 < age"),
  ("NOT NOT a = 1", "NOT (NOT a == 1)"),
  ("x NOT IN {1}", "NOT x IN {1}"),
  ("a == {}", "a == {}"),
]

private func parse(_ format: String) -> (PredicateSyntax?, Diagnostics) {
  var diagnostics = Diagnostics()
  let syntax = PredicateParser.parse(SourceFile(path: "p", text: format), &diagnostics)
  return (syntax, diagnostics)
}

@Suite struct PredicateParserTests {
  @Test(arguments: canonical.filter { !$0.printed.isEmpty })
  func formatsHaveOneCanonicalText(format: String, printed: String) throws {
    let (syntax, diagnostics) = parse(format)
    let found = try #require(syntax, "\(TextRenderer().render(diagnostics.all))")
    expectText(PredicatePrinter.print(found), printed)
  }

  /// parse ∘ print ∘ parse = parse, without ranges.
  @Test(arguments: canonical.filter { !$0.printed.isEmpty }.map(\.printed))
  func printedTextParsesToItself(printed: String) throws {
    let first = try #require(parse(printed).0)
    let second = try #require(parse(PredicatePrinter.print(first)).0)
    #expect(PredicatePrinter.print(first) == PredicatePrinter.print(second))
    expectText(first.shape, second.shape)
  }

  @Test func chainsAreFlatAndExplicitParenthesesAreKept() throws {
    guard case .and(let flat)? = parse("a=1 AND b=2 AND c=3").0?.kind else {
      Issue.record("no AND")
      return
    }
    #expect(flat.count == 3)
    guard case .and(let nested)? = parse("(a=1 AND b=2) AND c=3").0?.kind else {
      Issue.record("no AND")
      return
    }
    #expect(nested.count == 2)
  }

  @Test func rangesCoverTheText() throws {
    let source = SourceFile(path: "p", text: "é == 1")
    #expect(parse("é == 1").1.hasErrors)
    _ = source
    let syntax = try #require(parse("  (a == 'é') AND b = 2 ").0)
    #expect(syntax.range == SourceRange(2, 23))
  }

  /// Every prefix, every token left out, every token doubled: no crash, ranges inside the text.
  @Test(arguments: canonical.map(\.format))
  func damagedFormatsAreSurvived(format: String) {
    let bytes = Array(format.utf8)
    var ignored = Diagnostics()
    let tokens = PredicateLexer.tokens(of: SourceFile(path: "p", utf8: bytes), &ignored)
      .map { $0.range.start..<$0.range.end }
    for damaged in Mutations.prefixes(of: bytes) + Mutations.tokenEdits(of: bytes, tokens: tokens) {
      var diagnostics = Diagnostics()
      let source = SourceFile(path: "p", utf8: damaged)
      let syntax = PredicateParser.parse(source, &diagnostics)
      #expect((syntax == nil) == diagnostics.hasErrors)
      let places = diagnostics.all.compactMap { $0.location?.range }
      for range in places + (syntax.map { [$0.range] } ?? []) {
        #expect(range.start >= 0 && range.end <= damaged.count && range.start <= range.end)
      }
    }
  }

  @Test(arguments: [
    String(repeating: "(", count: 100_000) + "a = 1",
    String(repeating: "NOT ", count: 100_000) + "a = 1",
    String(repeating: "{", count: 100_000), "a = " + String(repeating: "(", count: 100_000),
  ])
  func deepNestingIsRefused(format: String) {
    let (syntax, diagnostics) = parse(format)
    #expect(syntax == nil)
    #expect(diagnostics.all.map(\.id) == ["predicate.too-deep"])
  }

  @Test func longFormatsParseInOnePass() {
    let long = "a IN {" + Array(repeating: "123456", count: 100_000).joined(separator: ", ") + "}"
    #expect(parse(long).0 != nil)
    let tooLong = "a == '" + String(repeating: "x", count: 1 << 20) + "'"
    #expect(parse(tooLong).1.all.map(\.id) == ["predicate.too-long"])
  }

  @Test func parenthesesCostNoMoreThanTheirLength() {
    let nested = String(repeating: "(", count: 190) + "a" + String(repeating: ")", count: 190)
    #expect(parse(nested + " = 1").0 != nil)
  }
}

extension PredicateSyntax {
  /// The tree without its ranges.
  fileprivate var shape: String {
    tree.split(separator: "\n").map { line in
      line.split(separator: " ").filter { !$0.contains("..<") }.joined(separator: " ")
    }.joined(separator: "\n")
  }
}
