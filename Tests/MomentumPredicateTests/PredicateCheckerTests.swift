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

private func check(
  _ format: String, entity: EntityID = Sample.book, arguments: [String] = []
) -> (TypedPredicate?, Diagnostics) {
  var diagnostics = Diagnostics()
  let source = SourceFile(path: "p", text: format)
  guard let syntax = PredicateParser.parse(source, &diagnostics) else { return (nil, diagnostics) }
  let typed = PredicateChecker.check(
    syntax, source: source, entity: entity, model: Sample.model,
    arguments: arguments.map { .text($0) }, &diagnostics)
  return (typed, diagnostics)
}

private let errors: [(marked: String, id: String)] = [
  ("1️⃣titel == 'x'", "predicate.unknown-key"),
  ("author.1️⃣nam == 'x'", "predicate.unknown-key"),
  ("title.1️⃣first == 1", "predicate.key-behind-attribute"),
  ("1️⃣draft == 'x'", "predicate.transient"),
  ("1️⃣shape == nil", "predicate.transient"),
  ("1️⃣genre == 'x'", "predicate.sub-entity-key"),
  ("1️⃣tags.name == 'x'", "predicate.to-many"),
  ("ANY tags.1️⃣books.title == 'x'", "predicate.multiple-to-many"),
  ("1️⃣box == 1", "predicate.composite"),
  ("box.1️⃣depth == 1", "predicate.unknown-key"),
  ("title == 1️⃣5", "predicate.value-type"),
  ("author.age == 1️⃣'5'", "predicate.value-type"),
  ("published > 1️⃣'2020-01-01'", "predicate.value-type"),
  ("published > 1️⃣5", "predicate.value-type"),
  ("code == 1️⃣'nonsense'", "predicate.value-type"),
  ("title > 1️⃣nil", "predicate.nil-order"),
  ("1️⃣price CONTAINS 'x'", "predicate.string-operator"),
  ("1️⃣title == price", "predicate.type-mismatch"),
  ("price BETWEEN 1️⃣{1}", "predicate.between"),
  ("price BETWEEN 1️⃣{1, 2, 3}", "predicate.between"),
  ("price IN 1️⃣5", "predicate.in"),
  ("price == 1️⃣{5}", "predicate.list"),
  ("ANY 1️⃣%@ IN tags", "predicate.missing-argument"),
  ("title == 1️⃣%@", "predicate.missing-argument"),
  ("title.1️⃣@count > 1", "predicate.collection-operator"),
  ("tags.@sum.1️⃣name > 1", "predicate.function-argument"),
  ("1️⃣$A == $B", "predicate.ambiguous-type"),
  ("title == $X AND price == 1️⃣$X", "predicate.variable-types"),
  ("author == 1️⃣'x'", "predicate.value-type"),
  ("1️⃣author > $A", "predicate.order"),
]

@Suite struct PredicateCheckerTests {
  @Test(arguments: errors)
  func errorsAreNamedAtTheirPlace(marked: String, id: String) throws {
    let source = MarkedText(marked)
    let (typed, diagnostics) = check(source.text)
    #expect(typed == nil)
    let finding = try #require(diagnostics.all.first { $0.severity == .error })
    #expect(finding.id == id, "\(finding.text)")
    let start = try #require(finding.location?.range.start)
    #expect(start == source.offsets[1], "\(source.marking(start)): \(finding.text)")
  }

  @Test(arguments: [
    ("ALL tags.name == 'x'", "predicate.all"), ("title CONTAINS ''", "predicate.always-false"),
    ("price ==[c] 5", "predicate.ignored-options"),
    ("size BETWEEN {5, 1}", "predicate.value-range-or-bounds"),
    ("author.age == 100000", "predicate.value-range"),
    ("ANY author.name == 'x'", "predicate.needless-quantifier"),
  ])
  func doubtfulPredicatesAreWarnedAbout(format: String, id: String) throws {
    let (typed, diagnostics) = check(format.replacing("size", with: "#size"))
    #expect(typed != nil)
    let expected = id == "predicate.value-range-or-bounds" ? "predicate.reversed-bounds" : id
    #expect(diagnostics.all.map(\.id) == [expected])
    #expect(diagnostics.all.allSatisfy { $0.severity == .warning })
  }

  @Test func everyProblemIsReportedInOneRun() {
    let (_, diagnostics) = check("titel == 'x' AND price == 'y' AND nothing = 1")
    #expect(diagnostics.all.count == 3)
  }

  @Test func nearNamesComeWithAFixIt() throws {
    let finding = try #require(check("titel == 'x'").1.all.first)
    #expect(finding.text == "no property 'titel' in entity 'Book'; did you mean 'title'?")
    #expect(finding.fixIts.map(\.replacement) == ["title"])
  }

  @Test func constantsGetTheStoredType() {
    let cases: [(String, AttributeValue)] = [
      ("price == 5", .decimal(5)), ("isSold == YES", .boolean(true)),
      ("weight == 5", .double(5)), ("author.age == 5", .integer(5)),
    ]
    for (format, value) in cases {
      guard case .comparison(let comparison)? = check(format).0 else {
        Issue.record("\(format) does not check")
        continue
      }
      #expect(comparison.right == .constant(value), "\(format)")
    }
  }

  @Test func argumentsAreReadAsTheTypeTheyAreComparedWith() {
    let cases: [(String, [String], TypedExpression)] = [
      ("published > %@", ["2001-01-01T00:01:00Z"], .constant(.date(60))),
      ("published > %@", ["2001-01-02"], .constant(.date(86400))),
      ("published > %@", ["90.5"], .constant(.date(90.5))),
      (
        "author == %@", ["x-coredata://F00/Author/p7"],
        .object(ObjectReference(entity: Sample.author, primaryKey: 7))
      ),
      ("%K == %@", ["author.name", "%@"], .constant(.string("%@"))),
      ("author.age IN %@", ["1, 2"], .aggregate([.constant(.integer(1)), .constant(.integer(2))])),
    ]
    for (format, arguments, value) in cases {
      guard case .comparison(let comparison)? = check(format, arguments: arguments).0 else {
        Issue.record("\(format) does not check: \(check(format, arguments: arguments).1.all)")
        continue
      }
      #expect(comparison.right == value, "\(format)")
    }
  }

  @Test(arguments: ["Author/p0", "Author/7", "Tag/p7", "p7", "Author/p99999999999999999999"])
  func objectsOfOtherEntitiesAreRefused(text: String) {
    #expect(check("author == %@", arguments: [text]).1.hasErrors)
  }

  @Test func membershipOfAnObjectIsAny() throws {
    let (contains, _) = check("tags CONTAINS %@", arguments: ["Tag/p1"])
    let (isIn, _) = check("%@ IN tags", arguments: ["Tag/p1"])
    let (any, _) = check("ANY tags == %@", arguments: ["Tag/p1"])
    #expect(contains == any && isIn == any && any != nil)
  }

  /// An object of a sub-entity is one of the entity too, so either may stand on either side.
  @Test(arguments: [
    "adapted == prequel", "prequel == adapted", "SELF == adapted", "adapted != SELF",
    "SELF == prequel", "prequel == prequel",
  ])
  func objectsOfAnEntityAndItsSubentityAreComparable(format: String) throws {
    let (typed, diagnostics) = check(format, entity: Sample.novel)
    #expect(typed != nil && diagnostics.isEmpty, "\(TextRenderer().render(diagnostics.all))")
  }

  @Test(arguments: ["author == SELF", "adapted == author", "author != prequel"])
  func objectsOfTwoFamiliesAreNot(format: String) {
    let (typed, diagnostics) = check(format, entity: Sample.novel)
    #expect(typed == nil)
    #expect(diagnostics.all.map(\.id) == ["predicate.type-mismatch"])
  }

  @Test func inheritedAndCompositeKeysAreFound() {
    #expect(check("author.name == 'x' AND genre == 'y'", entity: Sample.novel).0 != nil)
    #expect(check("box.width > 5 AND box.label == 'a'").0 != nil)
    #expect(check("#in == 'x' AND SELF.title == 'y'").0 != nil)
  }
}

@Suite struct VariableTests {
  private let predicate = check(
    "title == $TITLE AND author.age IN $AGES AND author == $AUTHOR AND tags.@count > $N"
  ).0

  @Test func variablesAreTypedByTheirUseInOrder() throws {
    let variables = try #require(predicate).variables
    #expect(variables.map(\.name) == ["TITLE", "AGES", "AUTHOR", "N"])
    #expect(variables.map(\.isCollection) == [false, true, false, false])
    #expect(
      variables.map(\.type) == [
        .attribute(.string), .attribute(.integer16), .object(Sample.author), .count,
      ])
  }

  @Test(arguments: [
    ("$A == nil OR title == $A", AttributeType.string), ("title == $A OR $A == nil", .string),
    ("nil != $A AND price > $A", .decimal), ("$A == 3 AND weight < $A", .double),
    ("$A == 3", .integer64), ("$B == $A AND $B == 'x'", .string),
    ("$A == 'x' AND author.name BEGINSWITH $A", .string),
    ("$A == nil OR SUBQUERY(tags, $t, $t.name == $A).@count > 0", .string),
  ]) func aPropertyFurtherOnTypesAVariable(_ format: String, _ type: AttributeType) throws {
    let typed = try #require(check(format).0, "\(check(format).1)")
    #expect(typed.variables.first { $0.name == "A" }?.type == .attribute(type))
  }

  @Test func aVariableThatNothingTypesIsRefusedOnce() {
    #expect(check("$A == nil").1.all.map(\.id) == ["predicate.ambiguous-type"])
    #expect(
      check("$A == nil OR title == $A OR weight > $A").1.all.map(\.id)
        == ["predicate.variable-types"])
  }

  @Test(arguments: [
    ("title == $A", []), ("$A == nil OR title == $A", ["A"]), ("author.name == $A", ["A"]),
    ("author != $A AND title CONTAINS $B", ["A"]), ("box.label == $A", []),
    ("SUBQUERY(tags, $t, $t.name == $A OR $A == nil).@count > 0", ["A"]),
    ("title IN $A", []), ("weight > $A", []),
  ]) func nilIsMeantWhereThePartnerCanBeNil(_ format: String, _ names: [String]) throws {
    let typed = try #require(check(format).0, "\(check(format).1)")
    #expect(typed.nullableVariables(in: Sample.model) == Set(names))
  }

  private func substitute(_ values: [(name: String, value: PredicateArgument)]) -> (
    TypedPredicate?, [String]
  ) {
    var diagnostics = Diagnostics()
    let result = predicate?.substituting(values, model: Sample.model, &diagnostics)
    return (result, diagnostics.all.map(\.id))
  }

  @Test func substitutionLeavesNoVariable() throws {
    let (result, ids) = substitute([
      ("TITLE", .text("a")), ("AGES", .text("1,2")), ("AUTHOR", .text("Author/p3")),
      ("N", .text("4")),
    ])
    #expect(ids.isEmpty)
    #expect(result?.variables.isEmpty == true)
  }

  @Test func missingUnknownAndWrongValuesAreDiagnostics() {
    let (result, ids) = substitute([
      ("TITEL", .text("a")), ("AGES", .text("one")), ("AUTHOR", .text("Author/p3")),
    ])
    #expect(result == nil)
    #expect(
      ids == [
        "predicate.unknown-variable", "predicate.missing-variable", "predicate.variable-type",
        "predicate.missing-variable",
      ])
  }
}
