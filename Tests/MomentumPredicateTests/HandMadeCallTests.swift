import MomentumDiagnostics
import MomentumModel
import MomentumPredicate
import MomentumTestSupport
import Testing

/// Calls in trees that a program made: no parser has counted their arguments, and no parser knows their names.
@Suite struct HandMadeCallTests {
  private static let format = "call(a, b, c) == 1"

  /// The findings about a call with so many arguments, each the number 1.
  private func findings(_ selector: String, count: Int) -> [Diagnostic] {
    let source = SourceFile(path: "p", text: Self.format)
    let one = ExpressionSyntax(.literal(.integer(1)), SourceRange(5, 6))
    let call = CallSyntax(
      selector: selector, selectorRange: SourceRange(0, 4),
      arguments: Array(repeating: one, count: count))
    var diagnostics = Diagnostics()
    _ = PredicateChecker.checkExpression(
      ExpressionSyntax(.call(call), SourceRange(0, 13)), source: source, entity: Sample.book,
      model: Sample.model, allowsRowAggregates: false, &diagnostics)
    return diagnostics.all.filter { $0.severity == .error }
  }

  @Test(arguments: [
    ("now", 1, "no argument"), ("now", 2, "no argument"), ("random", 1, "no argument"),
    ("abs:", 0, "one argument"), ("abs:", 2, "one argument"), ("sqrt:", 3, "one argument"),
    ("length:", 0, "one argument"), ("modulus:by:", 0, "2 arguments"),
    ("modulus:by:", 1, "2 arguments"), ("modulus:by:", 3, "2 arguments"),
    ("add:to:", 0, "2 arguments"), ("add:to:", 1, "2 arguments"), ("add:to:", 3, "2 arguments"),
    ("raise:toPower:", 1, "2 arguments"), ("castObject:toType:", 0, "2 arguments"),
    ("castObject:toType:", 1, "2 arguments"), ("castObject:toType:", 3, "2 arguments"),
    ("objectFrom:withIndex:", 0, "2 arguments"), ("objectFrom:withIndex:", 1, "2 arguments"),
    ("objectFrom:withIndex:", 3, "2 arguments"),
  ])
  func anotherNumberOfArgumentsIsRefused(selector: String, count: Int, takes: String) {
    let found = findings(selector, count: count)
    #expect(found.map(\.id) == ["predicate.function-argument"])
    expectText(
      found.map(\.text).joined(separator: "\n"), "'\(selector)' takes \(takes), found \(count)")
    #expect(found.map { $0.location?.range } == [SourceRange(0, 4)])
  }

  @Test(arguments: [
    ("now", 0), ("abs:", 1), ("modulus:by:", 2), ("add:to:", 2), ("raise:toPower:", 2),
    ("sum:", 2), ("sum:", 3), ("max:", 2), ("count:", 3),
  ])
  func itsOwnNumberOfArgumentsIsTaken(selector: String, count: Int) {
    #expect(findings(selector, count: count).map(\.text) == [])
  }

  @Test(arguments: [
    ("sum:", 0, "predicate.function-argument", "'sum:' takes one argument, found none"),
    ("count:", 0, "predicate.function-argument", "'count:' takes one argument, found none"),
    (
      "castObject:toType:", 2, "predicate.cast",
      "Don't know how to cast to a; CAST knows a number or an ISO 8601 text to NSDate, a text or a date to NSNumber, a number to NSString, a text to NSUUID or NSURL"
    ),
    (
      "abz:", 1, "predicate.unknown-function",
      "unable to parse function name 'abz:' into supported selector (abz:); did you mean 'abs:'?"
    ),
    (
      "nothing:like:it:", 3, "predicate.unknown-function",
      "unable to parse function name 'nothing:like:it:' into supported selector (nothing:like:it:)"
    ),
    (
      "distinct:", 1, "predicate.function",
      "Unsupported function expression call(a, b, c): 'distinct:' stands around one value inside 'count:' of a fetched expression"
    ),
    (
      "distinct:", 2, "predicate.function",
      "Unsupported function expression call(a, b, c): 'distinct:' stands around one value inside 'count:' of a fetched expression"
    ),
    (
      "tokenize:using:", 2, "predicate.function",
      "Unsupported function expression call(a, b, c): 'tokenize:using:' is not computed by a store"
    ),
  ])
  func whatIsWrongWithTheCallIsTold(selector: String, count: Int, id: String, text: String) {
    let found = findings(selector, count: count)
    #expect(found.map(\.id) == [id])
    expectText(found.map(\.text).joined(separator: "\n"), text)
  }

  /// A name that is near is offered in the place of the wrong one.
  @Test(arguments: [("ab:", "abs:"), ("modulus:with:", "modulus:by:"), ("xyz:", nil)])
  func anUnknownNameIsNamedWithANearOne(selector: String, near: String?) {
    let found = findings(selector, count: 1)
    #expect(found.map(\.id) == ["predicate.unknown-function"])
    #expect(found.map { $0.text.contains("did you mean") } == [near != nil])
    let fixes = found.flatMap(\.fixIts)
    #expect(fixes.map(\.replacement) == (near.map { [$0] } ?? []))
    #expect(fixes.allSatisfy { $0.location.range == SourceRange(0, 4) })
  }
}
