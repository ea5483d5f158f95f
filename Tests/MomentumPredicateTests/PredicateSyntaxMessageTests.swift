import MomentumDiagnostics
import MomentumPredicate
import MomentumTestSupport
import Testing

/// A format with its one finding at the mark, and the finding's text.
private let findings: [(marked: String, id: String, text: String)] = [
  ("1️⃣", "predicate.empty", "expected a predicate, found nothing; every object is 'TRUEPREDICATE'"),
  ("name1️⃣", "predicate.syntax", "expected a comparison operator such as '==', found the end"),
  ("name == 1️⃣", "predicate.syntax", "expected a value or a key path, found the end"),
  (
    "name == 1 1️⃣'x'", "predicate.syntax",
    "expected AND, OR or the end of the predicate, found a string"
  ),
  ("(a = 11️⃣", "predicate.syntax", "expected ')', found the end"),
  (
    "a = 1 1️⃣ANDb = 2", "predicate.syntax",
    "expected AND, OR or the end of the predicate, found the key 'ANDb'"
  ),
  ("a IN {1, 1️⃣}", "predicate.syntax", "expected a value or a key path, found '}'"),
  ("a.1️⃣'b' = 1", "predicate.syntax", "expected a key, found a string"),
  (
    "ANY 1️⃣(a = 1 AND b = 2)", "predicate.syntax",
    "expected one comparison behind the quantifier, found a compound predicate"
  ),
  (
    "1️⃣size == 1", "predicate.bare-position",
    "'size' here is the position SIZE, not a key; a key of that name is '#size'"
  ),
  ("a 1️⃣=== 1", "predicate.no-token", "'===' is no part of a predicate; equality is '=='"),
  (
    "a == 1 1️⃣// c", "predicate.no-token",
    "'//' is no part of a predicate; a predicate has no comments"
  ),
  (
    "1️⃣étrange == 1", "predicate.no-token",
    "'é' is no part of a predicate; a key is written in ASCII letters, digits and '_'; give any other key as an argument of %K"
  ),
  (
    "a == 1️⃣“x”", "predicate.no-token",
    "'“' is no part of a predicate; strings stand in straight quotes"
  ),
  ("a == 1️⃣'x", "predicate.unterminated-string", "the string has no closing quote"),
  (
    "a == 1️⃣%y", "predicate.unknown-conversion",
    "'%y' is no conversion; arguments are written %@, %K, %d, %f and the like"
  ),
  ("a ==[1️⃣cw] 'x'", "predicate.unknown-option", "'w' is no option; options are c, d, n and l"),
  ("a == 1️⃣1e999", "predicate.number-too-large", "the number 1e999 is larger than any double"),
  (
    "1️⃣SUBQUERY(a, $x, $x.b = 1).@count > 0", "predicate.not-compiled",
    "SUBQUERY is not compiled in this version; a condition on one object can be written with ANY or NONE"
  ),
  ("a 1️⃣+ 1 > 2", "predicate.not-compiled", "arithmetic ('+') is not compiled in this version"),
  ("(a 1️⃣+ 1) > 2", "predicate.not-compiled", "arithmetic ('+') is not compiled in this version"),
  ("a1️⃣[0] = 1", "predicate.not-compiled", "an index is not compiled in this version"),
  ("date > 1️⃣now()", "predicate.not-compiled", "the function 'now' is not compiled in this version"),
  ("1️⃣sum:(a) > 1", "predicate.not-compiled", "the function 'sum' is not compiled in this version"),
  (
    "a > 1️⃣CAST(1, 'NSDate')", "predicate.not-compiled",
    "CAST is not compiled in this version; give a date as an argument of %@ or as a $VARIABLE"
  ),
  (
    "$v1️⃣.key = 1", "predicate.not-compiled", "a key path on a value is not compiled in this version"
  ),
  ("$v 1️⃣:= 1", "predicate.not-compiled", "assignment is not compiled in this version"),
  (
    "a 1️⃣UTI-CONFORMS-TO 'x'", "predicate.not-compiled",
    "UTI-CONFORMS-TO is not compiled in this version"
  ),
  (
    "SELF 1️⃣isKindOfClass: %@", "predicate.not-compiled",
    "the custom operator 'isKindOfClass:' is not compiled in this version"
  ),
  (
    "a IN b 1️⃣UNION c", "predicate.not-compiled",
    "the set operator UNION is not compiled in this version; join two IN comparisons by OR"
  ),
]

@Suite struct PredicateSyntaxMessageTests {
  @Test(arguments: findings)
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

  @Test func notInIsReadWithAWarning() throws {
    var diagnostics = Diagnostics()
    let file = SourceFile(path: "p", text: "x NOT IN {1}")
    #expect(PredicateParser.parse(file, &diagnostics) != nil)
    #expect(diagnostics.all.map(\.id) == ["predicate.not-in"])
    #expect(diagnostics.all.first?.severity == .warning)
  }
}
