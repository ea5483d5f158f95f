import MomentumDiagnostics
import MomentumSwiftPredicate
import MomentumTestSupport
import Testing

/// Each shape that is known to crash or to be refused is found at its place, and the right ways to write
/// it are not.
@Suite struct FindingTests {
  private let trips: TripModel

  init() throws { trips = try TripModel() }

  /// The findings above the severity info, with the marks that they begin at.
  private func findings(_ marked: String) -> (ids: [String], marks: [Int]) {
    let text = MarkedText("let p = #Predicate<Trip> { \(marked) }")
    let found = trips.requests(text.text).flatMap(\.diagnostics.all).filter { $0.severity > .info }
    let marks = found.map { finding in
      text.offsets.first { $0.value == finding.location?.range.start }?.key ?? 0
    }
    return (found.ids, marks)
  }

  @Test(arguments: [
    ("1️⃣$0.owner == nil", "relationship-nil"), ("1️⃣$0.owner != nil", "relationship-nil"),
    ("1️⃣if let n = $0.notes { n == text } else { false }", "conditional"),
    ("1️⃣$0.isDone ? $0.rating == 1 : false", "conditional"),
    ("names.contains(1️⃣$0.notes ?? \"\")", "conditional-in-list"),
    ("names.contains(1️⃣$0.owner?.name)", "conditional-in-list"),
    ("1️⃣$0.photos?.isEmpty ?? true", "optional-collection-count"),
    ("1️⃣$0.photos?.count ?? 0 > 2", "optional-collection-count"),
    ("1️⃣$0.photos == nil", "optional-collection"),
    ("1️⃣$0.photos.isEmpty", "optional-collection"),
    ("(1️⃣$0.photos ?? []).isEmpty", "optional-collection"),
    ("1️⃣$0.stops.isEmpty == false", "emptiness-compared"),
    ("1️⃣$0.owner?.boss?.persistentModelID == id", "two-optional-steps"),
    ("$0.1️⃣code == text", "constant-property"),
    ("$0.kind == 1️⃣.draft", "enum-case"), ("$0.title == 1️⃣Kind.draft.rawValue", "enum-case"),
    ("1️⃣$0.kind == kind", "enum-property"), ("1️⃣$0.mood == kind", "enum-property"),
    ("1️⃣$0.kind.rawValue == text", "enum-property"),
    ("1️⃣$0.address.street == text", "struct-field"),
    ("$0.1️⃣summary == text", "not-stored"), ("$0.1️⃣isSelected", "not-stored"),
    ("$0.1️⃣badge == 3", "not-stored"),
    ("1️⃣$0.owner == person", "whole-object"),
    ("$0.title.1️⃣hasPrefix(text)", "unsupported-call"),
    ("$0.title.1️⃣hasSuffix(text)", "unsupported-call"),
    ("$0.title.1️⃣lowercased() == text", "unsupported-call"),
    ("$0.stops.1️⃣map { $0.nights }.count == 1", "unsupported-call"),
    ("$0.stops.1️⃣reduce(0) { $0 + $1.nights } == 1", "unsupported-call"),
    ("$0.stops.1️⃣count(where: { $0.nights > 1 }) == 1", "unsupported-call"),
    ("$0.stops.1️⃣first == stop", "unsupported-call"),
    ("1️⃣isGood($0.title)", "unsupported-call"), ("1️⃣$0.title =~ text", "unsupported-call"),
    ("$0.notes?.1️⃣contains(text) ?? false", "optional-call"),
    ("$0.owner?.name.1️⃣starts(with: text) == true", "optional-call"),
    ("$0.title == 1️⃣self.text", "value-inside"), ("$0.start < 1️⃣Date()", "value-inside"),
    ("$0.start < 1️⃣Date.now", "value-inside"), ("$0.start < 1️⃣.now", "value-inside"),
    ("$0.title == 1️⃣trip.title", "value-inside"), ("$0.rating < 1️⃣Int.max", "value-inside"),
    ("1️⃣$0.tags.contains(text)", "array-attribute"),
    ("1️⃣$0.tags.isEmpty", "array-attribute"),
    ("1️⃣$0.tags == tags", "array-attribute"),
    ("1️⃣$0.rating / 2 == 1", "integer-division"), ("1️⃣$0.rating % 2 == 1", "integer-division"),
    ("$0.1️⃣titel == text", "unknown-property"),
    ("1️⃣$0.title == 3", "type"), ("1️⃣$0.title", "type"), ("1️⃣$0.rating.contains(text)", "unsupported"),
    ("1️⃣$0.rating == \"3\"", "type"), ("1️⃣$0.notes.contains(text)", "type"),
    ("1️⃣let title = $0.title; return title == text", "unsupported"),
    ("1️⃣$0.stops[0].nights == 1", "unsupported"), ("1️⃣$0 is Person", "unsupported"),
    ("$0.title == 1️⃣\"a\\(text)\"", "unsupported"),
    ("1️⃣$0.stage == stage", "unsupported"), ("1️⃣$0.address == address", "unsupported"),
    ("1️⃣try $0.title == text", "unsupported"),
    ("1️⃣$0.title.count > 3", "predicate.store-refuses"),
  ])
  func eachShapeIsFound(marked: String, id: String) {
    let found = findings(marked)
    #expect(found.ids == [id], "\(marked)")
    #expect(found.marks == [1], "\(marked)")
  }

  /// Right uses, each beside a shape above.
  @Test(arguments: [
    "$0.owner?.persistentModelID == id", "$0.owner?.name == name", "$0.notes == nil",
    "($0.notes ?? \"\").contains(text)", "!$0.stops.isEmpty", "$0.stops.isEmpty",
    "$0.title.isEmpty == false", "$0.home.name == name", "$0.home.persistentModelID == id",
    "names.contains($0.title)", "$0.title.starts(with: text)", "$0.end ?? now > now",
    "$0.stops.contains { $0.nights > 2 }", "text.isEmpty || $0.title == text",
    "names.count == 0 || names.contains($0.title)", "$0.title == kind.rawValue",
    "$0.isShared == true",
    "$0.price / 2 > 1", "$0.icon == data", "$0.notes.flatMap { $0.contains(text) } ?? false",
    "$0.title.localizedStandardContains(text)", "$0.owner!.age > 3",
  ])
  func aRightUseIsNotFound(closure: String) {
    #expect(findings(closure).ids.isEmpty, "\(closure)")
  }

  /// A finding whose predicate SQL can answer all the same leaves the predicate.
  @Test(arguments: [
    ("$0.owner == nil", true), ("$0.photos?.isEmpty ?? true", true), ("$0.kind == kind", true),
    ("$0.start < Date.now", true), ("$0.rating % 2 == 1", true), ("$0.titel == text", false),
    ("$0.tags.contains(text)", false), ("$0.kind == .draft", false),
  ])
  func whatCanBeCompiledIsCompiled(closure: String, isCompiled: Bool) throws {
    #expect(try trips.predicate(closure).isCompiled == isCompiled, "\(closure)")
  }

  @Test func theEndOfAChainIsAnInfo() throws {
    let found = try trips.predicate("$0.owner?.name == name").diagnostics.all
    #expect(found.ids == ["optional-chain"] && found[0].severity == .info)
  }

  @Test func bothSidesOfAnOperatorAreReported() throws {
    let found = try trips.predicate("$0.titel == $0.nots || $0.summary == text").diagnostics.all
    #expect(found.ids == ["unknown-property", "unknown-property", "not-stored"])
    #expect(found[0].text == "'Trip' has no property 'titel'; did you mean 'title'?")
  }

  @Test func aGenericRootIsFound() throws {
    let text = """
      struct Box<Row: PersistentModel> {
        func one<Other>(_ x: String) { _ = #Predicate<Other> { $0.title == x } }
        var all: Predicate<Row> { #Predicate { $0.title == "x" } }
        var none = #Predicate<Tripp> { $0.title == "x" }
      }
      """
    let found = trips.requests(text).flatMap(\.diagnostics.all)
    #expect(found.ids == ["generic-root", "generic-root", "unknown-class"])
    #expect(found.map { $0.location?.line } == [2, 3, 4])
    #expect(found[2].text == "the model has no class 'Tripp'; did you mean 'Trip'?")
  }

  /// Sources of an app may have predicates of another schema; a check of this one has nothing to say.
  @Test func aCheckLeavesOtherClassesOut() {
    let text = """
      let a = #Predicate<Recipe> { $0.title == "x" }
      let b = #Predicate { $0.title == "x" }
      let c = #Predicate<Trip> { $0.titel == "x" }
      """
    let files = [SourceFile(path: "a.swift", text: text), trips.file]
    #expect(SwiftPredicates.check(files, trips.model).all.ids == ["unknown-property"])
  }
}
