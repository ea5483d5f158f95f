import MomentumDiagnostics
import MomentumModel
import MomentumPredicate
import MomentumTestSupport
import Testing

private func expression(
  _ format: String, overRows: Bool = true
) -> (result: (TypedExpression, PredicateType)?, findings: Diagnostics) {
  var diagnostics = Diagnostics()
  let source = SourceFile(path: "e", text: format)
  guard let syntax = PredicateParser.parseExpression(source, &diagnostics) else {
    return (nil, diagnostics)
  }
  let result = PredicateChecker.checkExpression(
    syntax, source: source, entity: Sample.book, model: Sample.model,
    allowsRowAggregates: overRows, &diagnostics)
  return (result, diagnostics)
}

private let types: [(String, String)] = [
  ("title", "String"), ("author", "object of Author"), ("price * 2", "Decimal"),
  ("author.age + 1", "Integer 64"), ("weight + price", "Double"), ("now()", "Date"),
  ("published + 60", "Date"), ("published - now()", "Double"), ("tags.@count", "count"),
  ("author.books.@sum.price", "Decimal"), ("length:(title)", "Integer 64"),
  ("sum:(price)", "Decimal"), ("@sum.price", "Decimal"), ("price.@sum", "Decimal"),
  ("count:(title)", "count"), ("count:(tags)", "count"), ("@count", "count"),
  ("count:(distinct:(title))", "count"), ("average:(author.age)", "Double"),
  ("average:(price)", "Decimal"), ("min:(title)", "String"), ("max:(published)", "Date"),
  ("median:(weight)", "Double"), ("mode:(weight)", "Double"), ("stddev:(weight)", "Double"),
  ("sum:(price) / count:(title)", "Decimal"), ("sum:(price * weight)", "Double"),
  ("max:(price) - min:(price)", "Decimal"), ("TERNARY(isSold == YES, 1, 0)", "Integer 64"),
  ("sum:(TERNARY(isSold == YES, price, 0))", "Decimal"), ("CAST(published, 'NSNumber')", "Double"),
]

private func notKnown(_ text: String, _ function: String) -> String {
  "Unsupported function expression \(text): Core Data's SQLite store is not known to compute '\(function)'; it is compiled here\n"
}

private let refused: [(String, String)] = [
  ("sum:(title)", "'sum:' takes numbers, found 'title', a String"),
  ("max:(author)", "'author' is an object of 'Author', which has no order; compare by == or !="),
  (
    "sum:(sum:(price))",
    "Unsupported function expression sum:(sum:(price)): an aggregate of an aggregate has no rows"
  ),
  (
    "mode:(author)",
    notKnown("mode:(author)", "mode:")
      + "'mode:' takes numbers, texts or dates, found 'author', an object of 'Author'"
  ),
  ("average:(title)", "'average:' takes numbers, found 'title', a String"),
  (
    "median:(title)",
    notKnown("median:(title)", "median:") + "'median:' takes numbers, found 'title', a String"
  ),
  (
    "stddev:(published)",
    notKnown("stddev:(published)", "stddev:") + "'stddev:' takes numbers, found 'published', a Date"
  ),
  ("min:(code)", "'code' is a UUID, which has no order; compare by == or !="),
  (
    "count:(SUBQUERY(tags, $t, $t.name == 'x'))",
    "Unsupported function expression count:(SUBQUERY(tags, $t, $t.name == 'x')): write '.@count' behind the SUBQUERY"
  ),
  (
    "tags",
    "to-many key not allowed here: 'tags' reaches many values, which cannot be computed with; write 'tags.@count' for the number"
  ),
  (
    "@sum",
    "Keypath containing KVC aggregate where there shouldn't be one: '@sum' needs an attribute behind it"
  ),
]

private let having: [(String, String, String?)] = [
  (
    "headcount > 5",
    "keypath headcount not found in entity Book: a having predicate knows the fetched values only, by name, and 'headcount' is a key path; write '$headcount'",
    "$headcount > 5"
  ),
  (
    "title == 'x'",
    "keypath title not found in entity Book: a having predicate knows the fetched values only, by name, and 'title' is a key path; fetch it as an expression of a name, and write '$name'",
    nil
  ),
  (
    "count:(title) > 5",
    "Unsupported function expression count:(title): a having predicate knows the fetched values only, by name, and 'count:(title)' is computed from keys; fetch it as an expression of a name, and write '$name'",
    nil
  ),
  (
    "$headcont > 5", "the predicate has no variable '$headcont'; did you mean '$headcount'?",
    "$headcount > 5"
  ),
]

@Suite struct FetchedExpressionTests {
  @Test(arguments: types)
  func expressionsHaveAType(format: String, type: String) throws {
    let (result, findings) = expression(format)
    let found = try #require(result, "\(findings.all.map(\.text))")
    #expect(found.1.name(in: Sample.model) == type)
    #expect(found.0.type(in: Sample.model)?.name(in: Sample.model) == type)
  }

  @Test func aFetchIsItsObjectsOrTheirNumber() {
    func type(countsOnly: Bool) -> String? {
      TypedExpression.fetch(TypedFetch(entity: Sample.book, countsOnly: countsOnly))
        .type(in: Sample.model)?.name(in: Sample.model)
    }
    #expect(type(countsOnly: true) == "count")
    #expect(type(countsOnly: false) == "object of Book")
  }

  /// A variable has one type in an expression: that which a property gives it, not that of a literal before.
  @Test(arguments: [
    "TERNARY($v == 1, author.age * $v, 0)", "TERNARY($v == 2.5, $v + price, price)",
    "TERNARY(1 == $v, weight * $v, $v)",
  ])
  func aVariableHasOneType(format: String) throws {
    let (result, findings) = expression(format)
    let found = try #require(result, "\(findings.all.map(\.text))")
    let types = Set("\(found.0)".matches(of: /name: "v", type: ([^\s,]+)/).map { "\($0.1)" })
    #expect(types.count == 1, "\(found.0)")
  }

  @Test(arguments: refused)
  func expressionsWithoutAValueAreRefused(format: String, text: String) {
    let (result, findings) = expression(format)
    #expect(result == nil)
    expectText(findings.all.map(\.text).joined(separator: "\n"), text)
  }

  @Test func withoutRowsAnAggregateIsOfARelationship() {
    #expect(expression("sum:(price)", overRows: false).findings.hasErrors)
    #expect(expression("author.books.@sum.price", overRows: false).result != nil)
  }

  private func checkHaving(_ format: String) -> (TypedPredicate?, SourceFile, Diagnostics) {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "h", text: format)
    guard let syntax = PredicateParser.parse(source, &diagnostics) else {
      return (nil, source, diagnostics)
    }
    let typed = PredicateChecker.checkHaving(
      syntax, source: source, entity: Sample.book, model: Sample.model,
      names: [("headcount", .count), ("total", .attribute(.decimal))], &diagnostics)
    return (typed, source, diagnostics)
  }

  @Test func aGroupIsAskedByTheNamesOfItsValues() throws {
    let typed = try #require(checkHaving("$headcount > 5 AND $total / $headcount < 2.5").0)
    #expect(typed.variables.map(\.name) == ["headcount", "total"])
    #expect(typed.variables.map(\.type) == [.count, .attribute(.decimal)])
  }

  @Test(arguments: having)
  func keysAndFunctionsAreRefusedInAHavingPredicate(
    format: String, text: String, fixed: String?
  ) {
    let (typed, _, findings) = checkHaving(format)
    #expect(typed == nil)
    expectText(findings.all.map(\.text).joined(separator: "\n"), text)
    let repaired = findings.applyingFixIts().first.map { String(decoding: $0.fixed, as: UTF8.self) }
    #expect(repaired == fixed)
  }
}
