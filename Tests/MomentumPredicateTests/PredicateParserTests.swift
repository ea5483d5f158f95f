import Foundation
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
  ("x = age + 1 * 2 - -3", "x == (age + (1 * 2)) - -3"),
  ("x = 2 ** 3 ** 2", "x == (2 ** 3) ** 2"),
  ("x = -y * - -4", "x == (0 - y) * 4"),
  ("x = -2 ** 2", "x == -2 ** 2"),
  ("%K & %d == 0", "%K & %ld == 0"),
  ("state == %lud AND age < %llud", "state == %ld AND age < %ld"),
  ("a >> 2 == 1", "rightshift:by:(a, 2) == 1"),
  ("a & 1 << 2 + 3 == 0", "a & leftshift:by:(1, 2 + 3) == 0"),
  (
    "a << 1 >> 2 <> b OR c<<d>e",
    "rightshift:by:(leftshift:by:(a, 1), 2) != b OR leftshift:by:(c, d) > e"
  ),
  ("a IN b union c MINUS d", "a IN (b UNION c) MINUS d"),
  ("(a + 1) > 2", "a + 1 > 2"),
  ("(self) ** 2 * 2 = 72", "(SELF ** 2) * 2 == 72"),
  ("(SELF.g)[0] == 2", "g[0] == 2"),
  ("((a).b).c = 1", "a.b.c == 1"),
  ("a[first].b['k'][#any][ size ] = 1", "a[FIRST].b[\"k\"][#any][SIZE] == 1"),
  ("5 .length = (5).length", "(5).length == (5).length"),
  ("$x.#in.\"Window Settings\".$k = 1", "$x.#in.\"Window Settings\".$k == 1"),
  ("SELF.'a' = SELF.$b AND SELF.(c) = 1", "SELF.\"a\" == SELF.$b AND SELF.(c) == 1"),
  ("a.(b + 1).c = 1", "a.(b + 1).c == 1"),
  ("$#in.a == ANYKEY", "$#in.a == ANYKEY"),
  ("@sum.items.price < 1e300", "@sum.items.price < 1e+300"),
  ("%K.@count > %5.2f AND SELF.%K = %lld", "%K.@count > %f AND %K == %ld"),
  ("sum({1,2}) = SUM:({1, 2})", "sum:({1, 2}) == sum:({1, 2})"),
  ("MAX(1, 5, 10) = now()", "max:(1, 5, 10) == now()"),
  ("modulus:by:(a, 2) = 0", "modulus:by:(a, 2) == 0"),
  ("tokenize(a, 'Cdl') IN b", "tokenize:using:(a, \"Cdl\") IN b"),
  ("%@.uppercase('k').length = 1", "%@.uppercase:(\"k\").length == 1"),
  (
    "SUBQUERY(a, $x, $x.b = 1 OR NOT $x.c > 80).@count != 0",
    "SUBQUERY(a, $x, $x.b == 1 OR (NOT $x.c > 80)).@count != 0"
  ),
  (
    "(SUBQUERY (a, $#any, SUBQUERY($#any.b, $y, $y = SELF)[SIZE] = 0)[LAST] = nil)",
    "SUBQUERY(a, $#any, SUBQUERY($#any.b, $y, $y == SELF)[SIZE] == 0)[LAST] == nil"
  ),
  ("TERNARY((a = 1), b, ('')).length == 0", "TERNARY(a == 1, b, \"\").length == 0"),
  (
    "d < CAST(0, 'NSDate') AND d > cast(-1.5, 'NSDate')",
    "d < CAST(0.000000, \"NSDate\") AND d > CAST(-1.500000, \"NSDate\")"
  ),
  ("d < CAST(1e-9, 'NSDate')", "d < CAST(1e-09, \"NSDate\")"),
  ("n < CAST(0, 'NSNumber')", "n < CAST(0, \"NSNumber\")"),
  (
    "FUNCTION(now(), 'dateByAddingTimeInterval:', -3600) < d",
    "FUNCTION(now(), \"dateByAddingTimeInterval:\", -3600) < d"
  ),
  ("a = FETCH(%@, $c.x, NO)", "a == FETCH(%@, $c.x, 0)"),
  ("$a := $b := 1 = $c := 2", "$a := $b := 1 == $c := 2"),
  ("x = 1 + ($a := 2)", "x == 1 + ($a := 2)"),
  ("SELF isKindOfClass:  %@", "SELF isKindOfClass: %@"),
  (
    "ANY a.b uti-conforms-to 'x' AND c UTI-EQUALS 'y'",
    "ANY a.b UTI-CONFORMS-TO \"x\" AND c UTI-EQUALS \"y\""
  ),
  ("a.UTI-EQUALS = 1", "a.UTI - EQUALS == 1"),
  ("ALL {6,5} != $f", "ALL {6, 5} != $f"),
  ("NOT NONE {} BETWEEN {1, 2}", "NOT (NOT ANY {} BETWEEN {1, 2})"),
  ("{1, {2, 3}}[LAST] = {2, 3}", "{1, {2, 3}}[LAST] == {2, 3}"),
  ("a ==[ldc] .5 OR b CONTAINS [n] 'x'", "a ==[cdl] 0.5 OR b CONTAINS[n] \"x\""),
  ("a=1AND b=2", "a == 1 AND b == 2"),
  ("a == 5e-324 AND b == -0.0", "a == 5e-324 AND b == -0.0"),
  ("a == 0xFFFFFFFFFFFFFFFF", "a == 18446744073709551615"),
  ("a == -9223372036854775809", "a == -9223372036854775809"),
  ("a == '\\ud83d\\ude00\\ud83d\\q'", "a == \"😀\u{FFFD}q\""),
  ("YES == YES", "1 == 1"),
  ("name.first == $F AND apply = 1", "name.#first == $F AND #apply == 1"),
]

private func parse(_ format: String) -> (PredicateSyntax?, Diagnostics) {
  var diagnostics = Diagnostics()
  let syntax = PredicateParser.parse(SourceFile(path: "p", text: format), &diagnostics)
  return (syntax, diagnostics)
}

@Suite(.tags(.stack)) struct PredicateParserTests {
  @Test(arguments: canonical)
  func formatsHaveOneCanonicalText(format: String, printed: String) throws {
    let (syntax, diagnostics) = parse(format)
    let found = try #require(syntax, "\(TextRenderer().render(diagnostics.all))")
    expectText(PredicatePrinter.print(found), printed)
  }

  /// parse ∘ print ∘ parse = parse, without ranges.
  @Test(arguments: canonical.map(\.format))
  func printedTextParsesToItself(format: String) throws {
    let first = try #require(parse(format).0)
    let second = try #require(parse(PredicatePrinter.print(first)).0)
    expectEqual(
      second.withoutRanges, first.withoutRanges,
      "\(format) printed as \(PredicatePrinter.print(first)) is the same predicate")
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

  @Test(arguments: canonical.map(\.format))
  func damagedFormatsAreSurvived(format: String) {
    expectSurvival(of: format)
  }

  @Test func stringsComeBackEqual() throws {
    let text = String(String.UnicodeScalarView((0...0x2FF).compactMap { Unicode.Scalar($0) }))
    let syntax = PredicateSyntax(
      .comparison(
        ComparisonSyntax(
          quantifier: nil,
          left: ExpressionSyntax(.literal(.string(text)), SourceRange(0, 0)),
          comparisonOperator: .equal, operatorRange: SourceRange(0, 0), options: [],
          right: ExpressionSyntax(.literal(.null), SourceRange(0, 0)))), SourceRange(0, 0))
    #expect(parse(PredicatePrinter.print(syntax)).0?.withoutRanges == syntax)
  }

  // MARK: - Depth and length

  @Test func parenthesesThatOnlyGroupHaveNoLimit() {
    for count in [10_000, 400_000] {
      let nested = String(repeating: "(", count: count) + "a" + String(repeating: ")", count: count)
      expectEqual(
        parse(nested + " = 1").0?.withoutRanges, parse("a = 1").0?.withoutRanges,
        "\(count) parentheses only group")
    }
    let open = String(repeating: "(", count: 400_000)
    #expect(parse(open + "a = 1").1.all.map(\.text) == ["expected ')', found the end"])
    #expect(parse("a = " + open).1.all.map(\.id) == ["predicate.syntax"])
  }

  private static let deep: [(start: String, middle: String, end: String)] = [
    ("NOT ", "a = 1", ""), ("1 = {", "", "}"), ("a = ", "1", " + 1"), ("a = 2 ** ", "b", " ** 2"),
    ("a = a", "", "[0]"), ("a = - ", "b", ""), ("a IN ", "b", " UNION c"), ("a = abs(", "b", ")"),
    ("a = b.(", "c", ")"), ("a = $b := ", "c", ""), ("a = b", "", ".uppercase('x')"),
  ]

  /// The text with its repeated part so many times: the part in front, or else the one behind.
  private func nested(_ shape: (start: String, middle: String, end: String), _ count: Int) -> String
  {
    let equals = shape.start.range(of: "= ") ?? shape.start.range(of: "IN ")
    let head = equals.map { String(shape.start[..<$0.upperBound]) } ?? ""
    let start = equals.map { String(shape.start[$0.upperBound...]) } ?? shape.start
    let isPrefix = shape.end.isEmpty || ["}", ")"].contains(shape.end)
    return head + String(repeating: isPrefix ? start : "", count: count)
      + (isPrefix ? shape.middle : start + shape.middle)
      + String(repeating: shape.end, count: count)
  }

  @Test func deepTreesAreRefusedAndDeepestOnesFitASmallStack() throws {
    for shape in Self.deep {
      let tooDeep = parse(nested(shape, 30_000)).1.all.map(\.id)
      #expect(tooDeep.last == "predicate.too-deep", "\(nested(shape, 2)): \(tooDeep)")
      let text = nested(shape, 96)
      let used = StackUse.measure {
        guard let syntax = parse(text).0 else { return }
        let again = parse(PredicatePrinter.print(syntax)).0
        precondition(again?.withoutRanges == syntax.withoutRanges)
        precondition(syntax == parse(text).0 && syntax.hashValue == parse(text).0?.hashValue)
        precondition(!syntax.tree.isEmpty)
      }
      #expect(parse(text).0 != nil, "\(nested(shape, 2))")
      #expect(used < StackUse.bytesMax, "\(nested(shape, 2)): \(used >> 10) KB")
    }
  }

  @Test func longFormatsParseInOnePass() {
    let long = "a IN {" + Array(repeating: "123456", count: 100_000).joined(separator: ", ") + "}"
    #expect(parse(long).0 != nil)
    let chain = Array(repeating: "a = 1", count: 100_000).joined(separator: " OR ")
    #expect(parse(chain).0 != nil)
    let full = "a == '" + String(repeating: "x", count: (1 << 20) - 7) + "'"
    #expect(parse(full).0 != nil)
    #expect(parse(full + " ").1.all.map(\.id) == ["predicate.too-long"])
  }

  @Test func treeShowsEveryNode() throws {
    let text = "ANY a.@count ==[c] -b[FIRST] AND SUBQUERY(c, $x, $x.y = %@).z IN {1}"
    expectText(
      try #require(parse(text).0).tree,
      """
      AND 0..<68
        ANY ==[c] 0..<28
          key-path 4..<12
            key a 4..<5
            collection-operator @count 6..<12
          arithmetic - 19..<28
            literal 0 19..<20
            index 20..<28
              key-path 20..<21
                key b 20..<21
              index-symbol FIRST 22..<27
        IN 33..<68
          path 33..<61
            subquery $x 33..<59
              key-path 42..<43
                key c 42..<43
              == 49..<58
                path 49..<53
                  variable $x 49..<51
                  key y 52..<53
                argument 1 %@ 56..<58
            key z 60..<61
          aggregate 65..<68
            literal 1 66..<67

      """)
  }
}
