import MomentumDiagnostics
import MomentumPredicate
import MomentumTestSupport
import Testing

/// What may stand between brackets and commas. Each text has a second error behind the mark, so that a check which
/// comes too late names the second one.
@Suite struct BracketRuleTests {
  private static let value = "expected a value or a key path, found a predicate"
  private static let subquery = "; the form is SUBQUERY(collection, $NAME, predicate)"

  @Test(arguments: [
    // A predicate is no element, no argument and no collection.
    ("a IN {1️⃣(b == 1), 2, ]", value), ("a IN {2, 1️⃣(b == 1), ]", value),
    ("max:(1️⃣(b == 1), ]", value), ("SUBQUERY(1️⃣(b == 1), 5, TRUEPREDICATE).@count > 0", value),
    ("SUBQUERY(1️⃣(b == 1), ]", value), ("CAST(1️⃣(b == 1), ]", value),
    ("FUNCTION(1️⃣(b == 1), ]", value), ("FUNCTION(a, 1️⃣(b == 1), ]", value),
    ("FETCH(1️⃣(b == 1), ]", value), ("FETCH(a, 1️⃣(b == 1), ]", value),
    ("TERNARY(a == 1, 1️⃣(b == 1), ]", value),
    ("CAST(a, 1️⃣(b == 1))", value), ("TERNARY(a == 1, 2, 1️⃣(b == 1)) > 1", value),
    ("a[1️⃣(b == 1)] == 2", value), ("abs:(1️⃣(b == 1)) == 2", value),
    // A value is no condition.
    (
      "TERNARY(a1️⃣, ]",
      "expected a comparison operator such as '==', found ','"
    ),
    (
      "TERNARY(a + 11️⃣, ]",
      "expected a comparison operator such as '==', found ','"
    ),
    (
      "SUBQUERY(a, $x, b1️⃣).@count > 0",
      "expected a comparison operator such as '==', found ')'; a key alone is no predicate; compare it, such as 'b == YES'"
    ),
    // The variable of a SUBQUERY has a dollar sign and a comma behind it.
    ("SUBQUERY(a, 1️⃣5, ]", "expected a variable, found a number" + subquery),
    ("SUBQUERY(a, 1️⃣x, ]", "expected a variable, found the key 'x'" + subquery),
    ("SUBQUERY(a, $x 1️⃣$x.b == 1) ]", "expected ',', found the variable '$x'" + subquery),
    ("SUBQUERY(a, $x1️⃣) ]", "expected ',', found ')'" + subquery),
    // A form has a number of arguments of its own.
    ("SUBQUERY(a, $x, b == 11️⃣, 2)", "expected ')', found ','"),
    ("CAST(a, 'x'1️⃣, 3)", "expected ')', found ','"),
    ("TERNARY(a == 1, 2, 31️⃣, 4)", "expected ')', found ','"),
    ("FETCH(a, nil, NO1️⃣, 4)", "expected ')', found ','"),
    (
      "CAST(a1️⃣) == 1",
      "expected ',', found ')'; the form is CAST(value, 'Type')"
    ),
    (
      "TERNARY(a == 1, 21️⃣) == 1",
      "expected ',', found ')'; the form is TERNARY(predicate, value, value)"
    ),
    (
      "FUNCTION(a1️⃣) == 1",
      "expected ',', found ')'; the form is FUNCTION(target, 'selector:', argument)"
    ),
    (
      "FETCH(a, nil1️⃣) == 1",
      "expected ',', found ')'; the form is FETCH(request, context, countOnly)"
    ),
    (
      "CAST 1️⃣a == 1", "expected '(', found the key 'a'; the form is CAST(value, 'Type')"
    ),
    (
      "SUBQUERY 1️⃣5", "expected '(', found a number" + subquery
    ),
    // Brackets that take no comma.
    ("(a1️⃣, b) == 1", "expected ')', found ','"),
    ("a[01️⃣, 1] == 1", "expected ']', found ','"),
    ("a.(b1️⃣, c) == 1", "expected ')', found ','"),
    // A bracket is closed by its own other half.
    ("a IN {1, 21️⃣)", "expected ',' or '}', found ')'"), ("(a == 11️⃣}", "expected ')', found '}'"),
    ("a[01️⃣) == 1", "expected ']', found ')'"),
    ("max:(1, 21️⃣] == 1", "expected ',' or ')', found ']'"),
    ("a.(b1️⃣] == 1", "expected ')', found ']'"),
    // A predicate in parentheses stands under AND, OR and NOT only.
    ("1 + 1️⃣(a == 1) > 2", value), ("a == 1️⃣(b == 1)", value), ("a IN 1️⃣(b == 1)", value),
    ("-1️⃣(a == 1) > 2", value), ("a UNION 1️⃣(b == 1) == c", value), ("a << 1️⃣(b == 1) == 1", value),
    (
      "ANY 1️⃣(a == 1)",
      "expected one comparison behind the quantifier, found a predicate in parentheses"
    ),
    (
      "NONE 1️⃣(a == 1)",
      "expected one comparison behind the quantifier, found a predicate in parentheses"
    ),
  ])
  func theFirstErrorIsTold(marked: String, text: String) throws {
    let source = MarkedText(marked)
    var diagnostics = Diagnostics()
    #expect(PredicateParser.parse(SourceFile(path: "p", text: source.text), &diagnostics) == nil)
    let finding = try #require(diagnostics.all.first { $0.severity == .error })
    expectText(finding.text, text)
    let start = finding.location?.range.start ?? -1
    #expect(start == source.offsets[1], "'\(source.marking(start))'")
  }

  @Test(arguments: [
    "a IN {}", "a IN {1}", "a IN {1, 2, 3}", "now() > a", "abs:((a)) == 1", "((a)) == ((1))",
    "((a == 1))", "NOT (a == 1)", "(a == 1) AND (b == 2)", "(a == 1) OR ((b == 2))",
    "TERNARY((a == 1), (b), (c)) == 1", "SUBQUERY(a, $x, ($x.b == 1)).@count > 0",
    "SUBQUERY(a, $x, SUBQUERY($x.b, $y, $y.c == 1).@count > 0).@count > 0",
    "CAST((a), 'NSDate') > b", "FUNCTION(a, 'b') == 1", "FUNCTION(a, 'b:', 1) == 1",
    "FUNCTION(a, 'b:c:', 1, 2) == 1", "FETCH(a, nil, NO) == 1", "a[(0)] == 1", "a.(b) == 1",
    "a[b[0]] == 1", "max:({1, 2}) == a", "max:(1, {2}) == a",
  ])
  func whatTheBracketsTakeIsRead(format: String) {
    var diagnostics = Diagnostics()
    let syntax = PredicateParser.parse(SourceFile(path: "p", text: format), &diagnostics)
    #expect(syntax != nil, "\(diagnostics.all.map(\.text))")
    #expect(!diagnostics.hasErrors, "\(diagnostics.all.map(\.text))")
  }

  /// A number of seconds is a double in CAST to a date, and stays what it is elsewhere.
  @Test(arguments: [
    ("CAST(0, 'NSDate')", Literal.double(0)), ("CAST(-5, 'NSDate')", .double(-5)),
    ("CAST(1.5, 'NSDate')", .double(1.5)), ("CAST('x', 'NSDate')", .string("x")),
    ("CAST(nil, 'NSDate')", .null), ("CAST(0, 'NSNumber')", .integer(0)),
    ("CAST(20000000000000000000, 'NSDate')", .double(2e19)),
    ("CAST(20000000000000000000, 'NSNumber')", .decimal("20000000000000000000")),
  ])
  func secondsOfADateAreADouble(text: String, literal: Literal) throws {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "p", text: text)
    let syntax = try #require(PredicateParser.parseExpression(source, &diagnostics))
    guard case .cast(let value, let type) = syntax.kind else {
      Issue.record("no CAST: \(syntax.kind)")
      return
    }
    #expect(value.kind == .literal(literal))
    #expect(source.text(in: value.range) == String(text.dropFirst(5).prefix { $0 != "," }))
    #expect(source.text(in: type.range).hasPrefix("'NS"))
    #expect(syntax.range == SourceRange(0, text.utf8.count))
  }
}
