import MomentumDiagnostics
import MomentumModel
import MomentumPredicate
import MomentumTestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What is checked for another purpose than to find objects: constants of CAST, conditions on groups, fetched values
/// and formats in source code.
@Suite struct CheckPurposeTests {
  // MARK: - CAST

  /// The value that a CAST of an argument folds to; `nil` where there is none.
  private func cast(_ argument: PredicateArgument, to type: String) -> String? {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "e", text: "CAST(%@, '\(type)')")
    guard let syntax = PredicateParser.parseExpression(source, &diagnostics),
      case .constant(let value)? = PredicateChecker.checkExpression(
        syntax, source: source, entity: Sample.book, model: Sample.model, arguments: [argument],
        allowsRowAggregates: false, &diagnostics)?.0
    else {
      #expect(diagnostics.all.map(\.id) == ["predicate.cast"], "\(argument) to \(type)")
      return nil
    }
    switch value {
    case .integer(let number): return "integer \(number)"
    case .double(let number): return "double \(number)"
    case .decimal(let number): return "decimal \(number)"
    case .string(let text): return "string \(text)"
    case .date(let seconds): return "date \(seconds)"
    case .boolean(let flag): return "boolean \(flag)"
    case .uri(let text): return "URI \(text)"
    case .uuid(let id): return "UUID \(id.uuidString)"
    case .binary(let bytes): return "binary \(bytes)"
    }
  }

  @Test(arguments: [
    ("NSDate", PredicateArgument.value(.date(5)), "date 5.0" as String?),
    ("NSDate", .value(.double(1.5)), "date 1.5"),
    ("NSDate", .value(.integer(-2)), "date -2.0"), ("NSDate", .text("60"), "date 60.0"),
    ("NSDate", .text("2001-01-02"), "date 86400.0"),
    ("NSDate", .value(.string("2001-01-01T00:00:01Z")), "date 1.0"), ("NSDate", .text("soon"), nil),
    ("NSDate", .value(.boolean(true)), nil), ("NSDate", .value(.binary([1])), nil),
    ("NSDate", .key(5), nil), ("NSDate", .list([.text("5")]), nil),
    ("NSNumber", .value(.date(5)), "double 5.0"), ("NSNumber", .value(.boolean(true)), "integer 1"),
    ("NSNumber", .value(.boolean(false)), "integer 0"),
    ("NSNumber", .value(.integer(7)), "integer 7"),
    ("NSNumber", .value(.double(1.5)), "double 1.5"), ("NSNumber", .text("12"), "integer 12"),
    ("NSNumber", .text("-1.5"), "double -1.5"),
    ("NSNumber", .value(.string("1e3")), "double 1000.0"),
    ("NSNumber", .text("x"), nil), ("NSNumber", .text("inf"), nil), ("NSNumber", .text(""), nil),
    ("NSNumber", .value(.uri("5")), nil), ("NSNumber", .key(5), nil),
    ("NSDecimalNumber", .text("1.50"), "decimal 1.5"),
    ("NSDecimalNumber", .value(.integer(3)), "decimal 3"),
    ("NSDecimalNumber", .value(.double(0.1)), "decimal 0.1"), ("NSDecimalNumber", .text("x"), nil),
    ("NSDecimalNumber", .value(.date(5)), nil),
    ("NSString", .text("x"), "string x"), ("NSString", .value(.string("y")), "string y"),
    ("NSString", .value(.uri("http://x")), "string http://x"),
    ("NSString", .value(.integer(-3)), "string -3"),
    ("NSString", .value(.double(1.5)), "string 1.5"), ("NSString", .value(.boolean(true)), nil),
    ("NSString", .value(.date(5)), nil), ("NSString", .value(.binary([1])), nil),
    ("NSURL", .text("http://x"), "URI http://x"),
    ("NSURL", .value(.uri("http://y")), "URI http://y"),
    ("NSURL", .value(.integer(1)), nil), ("NSUUID", .text("x"), nil),
    (
      "NSUUID", .text("00000000-0000-0000-0000-00000000000a"),
      "UUID 00000000-0000-0000-0000-00000000000A"
    ),
  ])
  func aCastOfAConstantIsFolded(type: String, argument: PredicateArgument, value: String?) {
    #expect(cast(argument, to: type) == value)
  }

  // MARK: - Dates without quotes

  /// A date without quotes is a computation; its repair is offered where the order of day and month is plain.
  @Test(arguments: [
    ("2026-05-04", "2026-05-04T00:00:00Z"), ("2026-5-4", "2026-05-04T00:00:00Z"),
    ("2026/05/04", "2026-05-04T00:00:00Z"), ("2026/5/4", "2026-05-04T00:00:00Z"),
    ("2026 - 05 - 04", "2026-05-04T00:00:00Z"), ("2024-02-29", "2024-02-29T00:00:00Z"),
    ("2026-12-31", "2026-12-31T00:00:00Z"),
  ])
  func aDateWithoutQuotesIsRepaired(written: String, instant: String) throws {
    let finding = try #require(checked("published > \(written)").findings.all.first)
    expectText(
      finding.text.split(separator: "; ").last.map(String.init) ?? "",
      "write CAST('\(instant)', 'NSDate')")
    #expect(finding.fixIts.map(\.replacement) == ["CAST('\(instant)', 'NSDate')"])
    #expect(checked("published > CAST('\(instant)', 'NSDate')").findings.isEmpty)
  }

  @Test(arguments: [
    "5/4/2026", "04-05-2026", "2026-13-01", "2026-02-30", "2023-02-29", "2026-04-31", "31-12-1999",
    "2026-5-1234",
  ])
  func anUnclearDateIsExplained(written: String) throws {
    let finding = try #require(checked("published > \(written)").findings.all.first)
    #expect(
      finding.text.hasSuffix(
        "a date is CAST('2026-05-04T12:00:00Z', 'NSDate'), an argument of %@, or a $VARIABLE"),
      "\(finding.text)")
    #expect(finding.fixIts.isEmpty)
  }

  @Test(arguments: [
    "26-05-04", "2026-5", "2026", "2026-5-4-3", "2026-123-4", "5-4-3",
  ])
  func otherNumbersAreSeconds(written: String) throws {
    let finding = try #require(checked("published > \(written)").findings.all.first)
    #expect(
      finding.text.hasSuffix("for seconds since 2001 write CAST(\(written), 'NSDate')"),
      "\(finding.text)")
    #expect(finding.fixIts.map(\.replacement) == ["CAST(\(written), 'NSDate')"])
  }

  // MARK: - Conditions on groups

  private func having(_ format: String) -> (TypedPredicate?, [Diagnostic]) {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "p", text: format)
    let names: [(name: String, type: PredicateType)] = [
      ("total", .attribute(.decimal)), ("people", .count), ("title", .attribute(.string)),
      ("author", .object(Sample.author)), ("latest", .attribute(.date)),
    ]
    guard let syntax = PredicateParser.parse(source, &diagnostics) else {
      return (nil, diagnostics.all)
    }
    let typed = PredicateChecker.checkHaving(
      syntax, source: source, entity: Sample.book, model: Sample.model, names: names, &diagnostics)
    return (typed, diagnostics.all)
  }

  @Test(arguments: [
    "$total > 1.5", "$people == 3", "$people IN {1, 2}", "$title BEGINSWITH 'a'", "$title == nil",
    "$total BETWEEN {1, 2}", "$total + 1 > $people", "$latest > now()", "NOT $total == 1",
    "$total > 1 AND ($people == 2 OR $title != 'x')", "length:($title) > 2", "$author == nil",
    "abs:($total) > 1", "TERNARY($people > 1, 1, 2) == 1",
  ])
  func aConditionOnGroupsNamesFetchedValues(format: String) {
    let (predicate, findings) = having(format)
    #expect(predicate != nil, "\(findings.map(\.text))")
    #expect(!findings.contains { $0.severity == .error })
  }

  @Test(arguments: [
    (
      "1️⃣title2️⃣ == 'x'",
      "keypath title not found in entity Book: a having predicate knows the fetched values only, by name, and 'title' is a key path; write '$title'",
      "$title == 'x'" as String?
    ),
    (
      "1️⃣price2️⃣ > 1",
      "keypath price not found in entity Book: a having predicate knows the fetched values only, by name, and 'price' is a key path; fetch it as an expression of a name, and write '$name'",
      nil
    ),
    (
      "1️⃣author.name2️⃣ == 'x'",
      "keypath author.name not found in entity Book: a having predicate knows the fetched values only, by name, and 'author.name' is a key path; fetch it as an expression of a name, and write '$name'",
      nil
    ),
    (
      "1️⃣tags.@count2️⃣ > 1",
      "keypath tags.@count not found in entity Book: a having predicate knows the fetched values only, by name, and 'tags.@count' is a key path; fetch it as an expression of a name, and write '$name'",
      nil
    ),
    (
      "1️⃣sum:(price)2️⃣ > 1",
      "Unsupported function expression sum:(price): a having predicate knows the fetched values only, by name, and 'sum:(price)' is computed from keys; fetch it as an expression of a name, and write '$name'",
      nil
    ),
    (
      "1️⃣$totla2️⃣ > 1", "the predicate has no variable '$totla'; did you mean '$total'?", "$total > 1"
    ),
    ("1️⃣$nothing2️⃣ > 1", "the predicate has no variable '$nothing'", nil),
    (
      "$total == 1️⃣'x'2️⃣",
      "the string 'x' is no value of '$total', which is a Decimal; a number was expected",
      nil
    ),
    (
      "1️⃣$title == $total2️⃣",
      "'$title' is a String and '$total' is a Decimal; the two are never equal", nil
    ),
  ])
  func otherOperandsAreRefused(marked: String, text: String, fixed: String?) throws {
    let source = MarkedText(marked)
    let (predicate, findings) = having(source.text)
    #expect(predicate == nil)
    let finding = try #require(findings.first)
    expectText(finding.text, text)
    #expect(finding.location?.range.start == source.offsets[1])
    #expect(finding.location?.range.end == source.offsets[2])
    var repair = Diagnostics()
    repair.report(finding)
    let result = repair.applyingFixIts().first.map { String(decoding: $0.fixed, as: UTF8.self) }
    #expect(result == fixed)
  }

  // MARK: - Fetched values

  private func fetched(_ text: String, rows: Bool = true) -> String {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "e", text: text)
    guard let syntax = PredicateParser.parseExpression(source, &diagnostics),
      let (_, type) = PredicateChecker.checkExpression(
        syntax, source: source, entity: Sample.book, model: Sample.model,
        allowsRowAggregates: rows, &diagnostics)
    else {
      return diagnostics.all.filter { $0.severity == .error }.map(\.text).joined(separator: "\n")
    }
    switch type {
    case .count: return "count"
    case .object(let entity): return Sample.model[entity].name
    case .attribute(let attribute): return attribute.xmlName
    }
  }

  @Test(arguments: [
    ("title", "String"), ("author", "Author"), ("SELF", "Book"), ("author.age", "Integer 16"),
    ("box.width", "Double"), ("1", "Integer 64"), ("1.5", "Double"), ("'x'", "String"),
    ("#size + 1", "Integer 64"), ("#size + 1.5", "Double"), ("price + 1", "Decimal"),
    ("published - 60", "Date"), ("published - published", "Double"), ("weight / 2", "Double"),
    ("tags.@count", "count"), ("author.books.@sum.price", "Decimal"),
    ("author.books.@avg.price", "Decimal"),
    ("author.books.@max.published", "Date"), ("sum:(price)", "Decimal"),
    ("average:(author.age)", "Double"),
    ("count:(title)", "count"), ("count:(distinct:(title))", "count"), ("max:(title)", "String"),
    ("min:(published)", "Date"), ("median:(price)", "Decimal"), ("mode:(title)", "String"),
    ("stddev:(weight)", "Double"), ("@count", "count"), ("@sum.price", "Decimal"),
    ("@max.title", "String"),
    ("price.@sum", "Decimal"), ("sum:(author.books.price)", "Decimal"),
    ("sum:(price) + 1", "Decimal"),
    ("abs:(price)", "Decimal"), ("abs:(#size)", "Integer 32"), ("sqrt:(price)", "Double"),
    ("length:(title)", "Integer 64"),
    ("uppercase:(title)", "String"), ("now()", "Date"), ("random()", "Double"),
    ("CAST(price, 'NSString')", "String"), ("CAST(title, 'NSNumber')", "Double"),
    ("CAST(weight, 'NSDate')", "Date"),
    ("TERNARY(price > 1, title, nil)", "String"), ("TERNARY(price > 1, nil, author)", "Author"),
    ("title.length", "Integer 64"),
  ])
  func aFetchedValueHasAType(text: String, type: String) {
    expectText(fetched(text), type)
  }

  @Test(arguments: [
    (
      "tags.name",
      "to-many key not allowed here: 'tags.name' reaches many values, which cannot be computed with; write 'tags.name.@count' for the number"
    ),
    (
      "nil",
      "the type of this comparison is not known: both sides are variables, nil or empty; compare with a key path or a constant"
    ),
    (
      "$A",
      "the type of this comparison is not known: both sides are variables, nil or empty; compare with a key path or a constant"
    ),
    (
      "sum:(sum:(price))",
      "Unsupported function expression sum:(sum:(price)): an aggregate of an aggregate has no rows"
    ),
    ("sum:(title)", "'sum:' takes numbers, found 'title', a String"),
    ("max:(author)", "'author' is an object of 'Author', which has no order; compare by == or !="),
    ("mode:(code)", "'mode:' takes numbers, texts or dates, found 'code', a UUID"),
    ("mode:(code) + 1", "'mode:' takes numbers, texts or dates, found 'code', a UUID"),
    ("median:(title)", "'median:' takes numbers, found 'title', a String"),
    ("median:(title) + title", "'median:' takes numbers, found 'title', a String"),
    (
      "max:(author) + 1",
      "'author' is an object of 'Author', which has no order; compare by == or !="
    ),
    (
      "@sum",
      "Keypath containing KVC aggregate where there shouldn't be one: '@sum' needs an attribute behind it"
    ),
    ("@sum.title", "'@sum' takes numbers, found 'title', a String"),
    (
      "count:(SUBQUERY(tags, $t, $t.name == 'x'))",
      "Unsupported function expression count:(SUBQUERY(tags, $t, $t.name == 'x')): write '.@count' behind the SUBQUERY"
    ),
  ])
  func otherValuesAreRefused(text: String, message: String) {
    expectText(fetched(text), message)
  }

  /// Without rows a function of many values is one of a relationship.
  @Test func anAggregateNeedsRows() {
    expectText(
      fetched("sum:(price)", rows: false),
      "Unsupported function expression sum:(price): 'price' is one value for each object; a function of all rows is a fetched expression"
    )
    expectText(fetched("count:(tags)", rows: false), "count")
    expectText(fetched("tags.@count", rows: false), "count")
  }

  // MARK: - Formats in source code

  private func format(_ format: String) -> [String] {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "p", text: format)
    guard let syntax = PredicateParser.parse(source, &diagnostics) else {
      return diagnostics.all.map(\.text)
    }
    PredicateChecker.checkFormat(
      syntax, source: source, entity: Sample.book, model: Sample.model, &diagnostics)
    return diagnostics.all.map(\.text)
  }

  @Test(arguments: [
    ("title == %d", "%d", "title", "a String"), ("title == %f", "%f", "title", "a String"),
    ("price == %s", "%s", "price", "a Decimal"), ("published == %d", "%d", "published", "a Date"),
    ("published == %s", "%s", "published", "a Date"),
    ("author == %d", "%d", "author", "an object of 'Author'"),
    ("author == %s", "%s", "author", "an object of 'Author'"),
    ("code == %s", "%s", "code", "a UUID"),
    ("tags.@count == %s", "%s", "tags.@count", "a count"),
    ("%d == title", "%d", "title", "a String"),
  ])
  func aConversionFitsItsPartner(format: String, conversion: String, of: String, type: String) {
    #expect(
      self.format(format) == [
        "the argument of '\(conversion)' is no value of '\(of)', which is \(type); '%@' takes any value"
      ])
  }

  /// Where both sides are conversions, the first one that asks for a type gives it.
  @Test(arguments: [
    ("%s == %d", "%d", "%s", "a String"), ("%s == %f", "%f", "%s", "a String"),
    ("%d == %s", "%s", "%d", "an Integer 64"), ("%f == %s", "%s", "%f", "a Double"),
    ("%s BETWEEN {%d, %s}", "%d", "%s", "a String"),
    ("%f BETWEEN {%d, %s}", "%s", "%f", "a Double"), ("%s IN {%d}", "%d", "%s", "a String"),
  ])
  func theFirstConversionGivesTheType(
    format: String, conversion: String, of: String, type: String
  ) {
    #expect(
      self.format(format) == [
        "the argument of '\(conversion)' is no value of '\(of)', which is \(type); '%@' takes any value"
      ])
  }

  @Test(arguments: [
    "title == %@", "title == %s", "price == %d", "price == %f", "isSold == %d", "tags.@count == %d",
    "published == %@", "author == %@", "code == %@", "%d == %d", "%@ == %d", "%s == %@", "%@ == %@",
    "%d > %f", "%s CONTAINS %s", "title IN %@", "price BETWEEN %@", "price BETWEEN {%d, %f}",
  ])
  func aConversionThatFitsIsTaken(format: String) {
    #expect(self.format(format) == [])
  }
}
