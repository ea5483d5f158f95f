import MomentumDiagnostics
import MomentumTestSupport
import Testing

@testable import MomentumPredicate

/// Formats of every form, each also without one of its tokens and with one twice: the tokens, the tree, the
/// canonical text, and where the parser says what is wrong. `RECORD=1` writes the goldens anew.
@Suite struct SyntaxOutcomeTests {
  private static let formats = [
    "a == 1", "NOT (a == 1 OR b != 2) AND c < 3", "a >= -1.5e3 || b => 0x1F && ! c =< 2",
    "ANY parts.name BEGINSWITH[cd] 'x\\u00e9\\n'", "NONE a.b IN {1, 'b', nil, $c}",
    "ALL a BETWEEN {1, %@}", "%K == %@", "%K.%K CONTAINS[nl] %d", "a[FIRST] == b[2]",
    "a[SIZE] > 3", "SUBQUERY(a, $x, $x.b == SELF).@count == 0",
    "TERNARY(a == b, c + 1, d ** 2 - e / 3 * -f) > 4", "CAST(a, 'NSDate') < now()",
    "FUNCTION(a, 'b:', 1) == 2", "sum:({1, 2}) == uppercase(a)", "a.@avg.b > b.@count",
    "a LIKE 'b*' OR a MATCHES \"c\"", "TRUEPREDICATE OR FALSEPREDICATE", "#in == @\"x\"",
    "a UNION b == c MINUS d", "$v := 1", "FETCH(a, b, NO) == 2", "a & 1 | 2 ^ 3 << 1 == 4",
    "a = 1 and b <> 2 or not c == YES", "SELF == a and ANYKEY == 'x'", "(a == 1)", "((a)) == ((b))",
    "a.b.c == \"q\\\"r\"", "a UTI-CONFORMS-TO 'b'", "max(1, 2, 3) == noindex:(a)",
    "a.'b c'.#in == a.\"d\"", "$x.a.b == $x", "a.(b + 1).c == SELF.a", "a.b:(1, 2) == a.c()",
    "a.$x == a.%K.@count", "a[1].b == a['x'][%@]", "-a ** -2 ** 3 == - (b - -1)",
    "a - b - c * d / e + f == g << 1 >> 2", "ANY a.b == 1 AND NOT ANY c == 2 OR NONE d IN e",
    "NOT NOT a == 1", "a == b AND b == c AND c == d OR e == f OR g == h",
    "{a, {b, c}, {}} CONTAINS {1}", "a BETWEEN b AND c == 1", "a == %f AND b == %ld AND c == %i",
    "a == %1$@ AND b == %%", "(a + b) * c == (d)", "(a == 1) == (b == 2)", "a == 1 == 2",
    "SUBQUERY((a), $x, TRUEPREDICATE).b.@max.c == 1", "TERNARY((a == 1 OR b == 2), (c), {d}) IN e",
    "FUNCTION(FUNCTION(a, 'b'), 'c:d:', 1, 2) == 3", "sum:(a) + sum:(b.c) == min:({1, a})",
    "a == 0b101 AND b == 0o17 AND c == 1_000 AND d == .5 AND e == 5.", "a == 1e400 OR a == 1e-400",
    "a == 99999999999999999999", "a ==[c] 'x' AND b CONTAINS [cd] 'y' AND c LIKE[w] 'z'",
    "a IN (1, 2)", "a[", "a.", ".a == 1", "a == ", "AND", "()", "a == 'x", "a == 1)", "a, b",
    "\u{e9} == 1", "a\u{0301}b == \"\u{1F600}\"", "a\u{00A0}== 1", "a == 1 // b", "a == @b",
    "YES == TRUE AND no != False AND nil == NULL", "SELF", "ANY SELF == 1",
    "FIRST == 1 AND a[LAST] == SIZE",
    "a UTI-EQUALS 'b' AND c =< d AND e => f AND g <> h", "true == a AND not == b",
    "ALL a.b > 3 AND SOME c.d < 4", "(a == 1) + 2 == 3", "TRUEPREDICATE * 2 == 3",
    "NOT a == 1 - FALSEPREDICATE", "{a == 1, b}", "a[b == 1] == 2", "sum:(a == 1) == 2",
    "SUBQUERY(a == 1, $x, b) == 2", "SUBQUERY(a, x, b == 1) == 2", "TERNARY(a, b, c) == 1",
    "CAST(a) == 1", "FUNCTION() == 1", "a UNION b", "a == 1 UNION b", "ANY (a == 1)",
    "ANY ANY a == 1",
    "$a := $b := 1", "a := 1", "FETCH(a) == 1",
    "a matches[n] 'b' and c endswith 'd'",
  ]

  private static func described(_ format: String, inFull: Bool) -> String {
    let source = SourceFile(path: "p", text: format)
    var findings = Diagnostics()
    let syntax = PredicateParser.parse(source, &findings)
    var lines: [String] = []
    if let syntax {
      lines.append("  " + PredicatePrinter.print(syntax))
      if inFull {
        lines += syntax.tree.split(separator: "\n").map { "  | " + $0 }
      }
    }
    for finding in findings.all {
      let range = finding.location.map { "\($0.range.start)..<\($0.range.end) " } ?? ""
      lines.append("  \(finding.severity) \(finding.id): \(range)\(finding.text)")
      for fix in finding.fixIts {
        lines.append("    write «\(fix.replacement)» at \(fix.location.range)")
      }
    }
    return format + "\n" + lines.map { $0 + "\n" }.joined()
  }

  private static func tokens(_ source: SourceFile) -> [Token] {
    var findings = Diagnostics()
    return PredicateLexer.tokens(of: source, &findings).filter { $0.kind != .end }
  }

  @Test func formatsInFull() throws {
    var text = ""
    for format in Self.formats {
      let source = SourceFile(path: "p", text: format)
      text += Self.described(format, inFull: true)
      for token in Self.tokens(source) { text += "  : \(token.line(in: source))\n" }
    }
    try RepositoryFiles.expectGolden(text, at: "Tests/Cases/PredicateOutcomes/syntax.txt")
  }

  @Test func formatsWithoutATokenAndWithOneTwice() throws {
    var text = ""
    for format in Self.formats {
      let source = SourceFile(path: "p", text: format)
      let tokens = Self.tokens(source).map { source.text(in: $0.range) }
      for index in tokens.indices {
        var less = tokens
        less.remove(at: index)
        var more = tokens
        more.insert(tokens[index], at: index)
        text += Self.described(less.joined(separator: " "), inFull: false)
        text += Self.described(more.joined(separator: " "), inFull: false)
      }
    }
    try RepositoryFiles.expectGolden(text, at: "Tests/Cases/PredicateOutcomes/mistakes.txt")
  }
}
