import MomentumDiagnostics
import MomentumPredicate
import MomentumTestSupport
import Testing

/// A format as it stands in source code: what only an argument can tell is left alone, the rest is checked.
@Suite struct FormatCheckTests {
  private func findings(_ format: String) -> [Diagnostic] {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "p", text: format)
    guard let syntax = PredicateParser.parse(source, &diagnostics) else { return diagnostics.all }
    PredicateChecker.checkFormat(
      syntax, source: source, entity: Sample.book, model: Sample.model, &diagnostics)
    return diagnostics.all.filter { $0.severity == .error }
  }

  @Test(arguments: [
    "title == %@", "price == %d", "price > %f", "title CONTAINS %s", "%@ == %@", "%d == %@",
    "price IN %@", "%K == title", "title == %K", "tags.%K == 1", "%K.@count > 1",
    "%@.name == title", "$v.name == title", "title IN {%K}", "1 + %K == title", "author == $A",
    "SUBQUERY(tags, $t, $t.name == %@).@count > %d", "published > %@", "SELF IN %@",
    "ANY tags.name == %@", "SUBQUERY(tags, $t, $t.%K == 1).@count > 0",
  ])
  func whatAnArgumentCanCompleteIsAccepted(format: String) {
    #expect(findings(format).map(\.text) == [])
  }

  /// The other side of what an argument completes: `titel` is no key.
  @Test(arguments: [
    "%K == titel", "titel == %K", "%@.name == titel", "$v.name == titel", "tags.%K == titel",
    "titel IN {%K}", "%K + 1 == titel", "1 + %K == titel", "abs:(%K) == titel",
    "TERNARY(title == 'x', %K, 1) == titel", "TERNARY(title == 'x', 1, %K) == titel",
    "CAST(%K, 'NSNumber') == titel", "CAST(title, %@) == titel",
    "FUNCTION(%@, 'uppercaseString') == titel", "FUNCTION(title, %@) == titel",
    "FUNCTION(title, 'dateByAddingTimeInterval:', %K) == titel", "FETCH(%@, nil, YES) > titel",
    "FETCH('cheap', nil, %@) > titel", "tags[%K] == titel", "%K[0] == titel", "%@[0] == titel",
    "%@.uppercase('k') == titel", "%K.uppercase('k') == titel", "title.uppercase(%K) == titel",
    "SUBQUERY(%@.tags, $t, $t.name == 'x').@count > titel",
    "SUBQUERY(%@, $t, $t.name == 'x').@count > titel",
  ])
  func theOtherSideIsChecked(format: String) {
    #expect(
      findings(format).map(\.id) == ["predicate.unknown-key"], "\(findings(format).map(\.text))")
  }

  /// Nothing in these waits for an argument.
  @Test(arguments: [
    ("titel == %@", "predicate.unknown-key"), ("title == price", "predicate.type-mismatch"),
    ("price + 1 == title", "predicate.type-mismatch"),
    ("abs:(price) == title", "predicate.type-mismatch"),
    ("TERNARY(title == 'x', price, 1) == title", "predicate.type-mismatch"),
    ("CAST(price, 'NSNumber') == title", "predicate.type-mismatch"),
    ("SELF == title", "predicate.type-mismatch"),
    ("tags.@count == title", "predicate.type-mismatch"),
    ("title IN {1}", "predicate.value-type"), ("tags[0] == title", "predicate.unsupported"),
    ("SUBQUERY(tags, $t, $t.nam == %@).@count > 0", "predicate.unknown-key"),
    ("title == %d", "predicate.value-type"), ("title == %f", "predicate.value-type"),
    ("price == %s", "predicate.value-type"), ("author == %d", "predicate.value-type"),
    ("published == %s", "predicate.value-type"),
  ])
  func whatWaitsForNoArgumentIsChecked(format: String, id: String) {
    #expect(findings(format).map(\.id) == [id], "\(findings(format).map(\.text))")
  }

  @Test func aConversionOfAnotherKindIsNamed() {
    expectText(
      findings("title == %d").first?.text ?? "",
      "the argument of '%d' is no value of 'title', which is a String; '%@' takes any value")
  }

  /// Nobody reads more of one text.
  @Test func fiftyMistakesAreTold() {
    func count(_ number: Int) -> Int {
      findings((0..<number).map { "nothing\($0) == 1" }.joined(separator: " AND ")).count
    }
    #expect(count(49) == 49)
    #expect(count(50) == 50)
    #expect(count(51) == 50)
  }
}
