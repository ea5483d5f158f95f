import MomentumDiagnostics
import MomentumPredicate
import Testing

/// Placeholders that are replaced by arguments: the text that is left, and what is wrong with an argument.
@Suite struct ArgumentSubstitutionTests {
  private func fill(_ format: String, _ arguments: [String]) throws -> [String] {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "p", text: format)
    let syntax = try #require(PredicateParser.parse(source, &diagnostics))
    var substitution = ArgumentSubstitution(arguments.map(ArgumentSubstitution.string))
    let filled = substitution.fill(syntax)
    substitution.report(in: source, &diagnostics)
    return [PredicatePrinter.print(filled)]
      + diagnostics.all.map { finding in
        let range = finding.location.map { "\($0.range.start)-\($0.range.end) " } ?? ""
        return "\(range)\(finding.id): \(finding.text)"
      }
  }

  @Test(arguments: [
    ("%K == 1", ["a"], "a == 1"), ("%K == 1", ["a1_é"], "a1_é == 1"),
    ("%K == 1", ["_a.b2"], "_a.b2 == 1"), ("%K == 1", ["1a"], "SELF.\"1a\" == 1"),
    ("%K == 1", ["a b.c-d"], "SELF.\"a b\".\"c-d\" == 1"),
    ("%K == 1", ["a.@count"], "a.@count == 1"),
    ("a.%K == %@", ["b.c", "x"], "a.b.c == \"x\""), ("a == %d", ["7"], "a == 7"),
    ("a == %f", ["1.5"], "a == 1.5"),
    ("a == %d AND b == %@", ["-1", "2"], "a == -1 AND b == \"2\""),
    ("NOT (a == %@ OR b == 1)", ["x"], "NOT (a == \"x\" OR b == 1)"),
    (
      "SUBQUERY(a, $x, $x.%K == %@).@count > %d", ["b", "c", "0"],
      "SUBQUERY(a, $x, $x.b == \"c\").@count > 0"
    ),
    ("a IN {%@, %@} AND TRUEPREDICATE", ["1", "2"], "a IN {\"1\", \"2\"} AND TRUEPREDICATE"),
    // In each form that has operands.
    (
      "TERNARY(a == %@, %K, %d) == 1", ["x", "b", "2"], "TERNARY(a == \"x\", b, 2) == 1"
    ),
    ("CAST(%K, %@) == 1", ["a", "NSDate"], "CAST(a, \"NSDate\") == 1"),
    ("FUNCTION(%K, %@, %d, a) == 1", ["b", "c:d:", "3"], "FUNCTION(b, \"c:d:\", 3, a) == 1"),
    ("%K[%d] == b[%@]", ["a", "2", "x"], "a[2] == b[\"x\"]"),
    ("sum:({%d, %K}) == %f", ["1", "a", "2.5"], "sum:({1, a}) == 2.5"),
    ("%K UNION %K == 1", ["a", "b"], "a UNION b == 1"),
    ("a.(%K + %d).c == 1", ["b", "2"], "a.(b + 2).c == 1"),
    ("%K + %d * %K == 1", ["a", "2", "b"], "a + (2 * b) == 1"),
    ("FETCH(a, b, %d) == 2", ["1"], "FETCH(a, b, 1) == 2"),
    // A request and a context have no text, so they stay; their arguments are used.
    ("FETCH(%@, %@, %d) == %d", ["r", "c", "0", "5"], "FETCH(%@, %@, 0) == 5"),
    (
      "NOT a == %@ AND NOT (b == %d OR c == %K)", ["x", "1", "d"],
      "(NOT a == \"x\") AND (NOT (b == 1 OR c == d))"
    ),
  ])
  func argumentsStandInTheirPlaces(_ format: String, _ arguments: [String], _ text: String) throws {
    #expect(try fill(format, arguments) == [text])
  }

  @Test(arguments: [
    ("a == %d", ["x"], "5-7"), ("a == %d", ["1.5"], "5-7"), ("a == %f", ["x"], "5-7"),
    ("a == %f", ["1e999"], "5-7"), ("%K == 1", [""], "0-2"), ("%K == 1", ["a..b"], "0-2"),
    ("%K == 1", ["a.@"], "0-2"), ("a == %@", [], "5-7"), ("a == 1", ["x"], "6-6"),
    ("a == %@", ["x", "y"], "7-7"),
  ])
  func anArgumentThatDoesNotFitIsNamed(
    _ format: String, _ arguments: [String], _ place: String
  ) throws {
    let found = try fill(format, arguments)
    #expect(found.count == 2, "\(found)")
    #expect(found.last?.hasPrefix(place + " ") == true, "\(found)")
  }
}
