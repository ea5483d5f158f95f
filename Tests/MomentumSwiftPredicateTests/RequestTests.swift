import MomentumDiagnostics
import MomentumModel
import MomentumPredicate
import MomentumSwiftPredicate
import Testing

/// Where requests stand, whose objects they are of, and what they ask besides the predicate.
@Suite struct RequestTests {
  private let trips: TripModel

  init() throws { trips = try TripModel() }

  /// The kind, the class and the canonical text of each request.
  private func described(_ text: String) -> [String] {
    trips.requests(text).map {
      "\($0.kind.rawValue) \($0.className ?? "?"): \($0.expressionText ?? $0.predicateText ?? "-")"
    }
  }

  @Test(arguments: [
    ("let p = #Predicate<Trip> { $0.isDone }", "#Predicate Trip: isDone == 1"),
    ("let p = #Predicate<SchemaV1.Trip> { $0.isDone }", "#Predicate SchemaV1.Trip: isDone == 1"),
    ("let p = #Predicate { (trip: Trip) in trip.isDone }", "#Predicate Trip: isDone == 1"),
    ("let p = #Predicate { (trip: Trip) -> Bool in trip.isDone }", "#Predicate Trip: isDone == 1"),
    ("let p: Predicate<Trip> = #Predicate { $0.isDone }", "#Predicate Trip: isDone == 1"),
    ("let p: Predicate<Trip>? = #Predicate { $0.isDone }", "#Predicate Trip: isDone == 1"),
    (
      "func f() { var p: Predicate<Trip> = #Predicate { $0.isDone } }",
      "#Predicate Trip: isDone == 1"
    ),
    (
      "func f() -> Predicate<Trip> { return #Predicate { $0.isDone } }",
      "#Predicate Trip: isDone == 1"
    ),
    (
      "enum E { static var p: Predicate<Trip> { #Predicate { $0.isDone } } }",
      "#Predicate Trip: isDone == 1"
    ),
    ("let p = #Predicate<Trip>({ $0.isDone })", "#Predicate Trip: isDone == 1"),
    ("let p = { #Predicate { $0.isDone } }", "#Predicate ?: -"),
    ("let e: Expression<Trip, Int> = #Expression { $0.rating }", "#Expression Trip: rating"),
    (
      "let n = try context.fetch(FetchDescriptor<Trip>(predicate: #Predicate { $0.isDone }))",
      "FetchDescriptor Trip: isDone == 1"
    ),
    (
      "let d = FetchDescriptor(predicate: #Predicate<Trip> { $0.isDone })",
      "FetchDescriptor Trip: isDone == 1"
    ),
    ("let d: FetchDescriptor<Trip> = FetchDescriptor()", "FetchDescriptor Trip: -"),
    ("func f() -> FetchDescriptor<Trip> { FetchDescriptor() }", "FetchDescriptor Trip: -"),
    ("let d = FetchDescriptor(sortBy: [SortDescriptor(\\Trip.title)])", "FetchDescriptor Trip: -"),
    (
      "@Query(filter: #Predicate<Trip> { $0.isDone }) var trips: [Trip]", "@Query Trip: isDone == 1"
    ),
    (
      "@Query(filter: #Predicate { $0.isDone }) private var trips: [Trip]",
      "@Query Trip: isDone == 1"
    ),
    ("@Query private var trips: [Trip]", "@Query Trip: -"),
    ("@Query(sort: \\Trip.title) var trips: [Trip]", "@Query Trip: -"),
    (
      "init() { _trips = Query(filter: #Predicate<Trip> { $0.isDone }) }",
      "@Query Trip: isDone == 1"
    ),
  ])
  func oneRequest(text: String, expected: String) {
    #expect(described(text) == [expected], "\(text)")
  }

  @Test(arguments: [
    "let Query = 1", "func f() -> FetchDescriptor<Trip> { other() }",
    "// #Predicate<Trip> { $0.isDone }",
    "let s = \"#Predicate<Trip> { $0.isDone }\"", "#Predicate<Trip>", "FetchDescriptor", "Query(1)",
    "typealias D = FetchDescriptor<Trip>", "let q = Query",
    "@Query(descriptor()) var trips: [Trip]",
  ])
  func noRequest(text: String) {
    #expect(described(text).isEmpty, "\(described(text))")
  }

  @Test func thePredicateOfAVariable() {
    let text = """
      func f() {
        let done = #Predicate<Trip> { $0.isDone && $0.owner == nil }
        let d = FetchDescriptor(predicate: done)
        let e = FetchDescriptor<Trip>(predicate: given)
      }
      """
    let found = trips.requests(text)
    #expect(found.map(\.kind) == [.predicate, .descriptor, .descriptor])
    #expect(found.map(\.isCompiled) == [true, true, false])
    #expect(found[1].predicateText == "isDone == 1 AND owner == nil")
    #expect(found.map { $0.diagnostics.all.ids } == [["relationship-nil"], [], ["unsupported"]])
  }

  @Test func aDescriptorIsReadToItsEnd() throws {
    let text = """
      func f() {
        var d = FetchDescriptor<Trip>(
          predicate: #Predicate { $0.isDone },
          sortBy: [.init(\\.start, order: .reverse), SortDescriptor(\\.title), SortDescriptor(\\.owner?.name, comparator: .localized), SortDescriptor(\\.title, comparator: .lexical, order: .forward)])
        d.fetchLimit = 1_0
        d.fetchOffset = 20
        if isSmall { d.fetchLimit = 3 }
        d.includePendingChanges = false
        d.propertiesToFetch = [\\.title, \\Trip.rating]
        d.relationshipKeyPathsForPrefetching = [\\.stops, \\.owner]
      }
      func g(d: inout FetchDescriptor<Trip>) { d.fetchLimit = 99 }
      """
    let request = try #require(trips.requests(text).first)
    #expect(request.diagnostics.isEmpty, "\(request.diagnostics.all.map(\.text))")
    #expect(request.limit == 10 && request.offset == 20 && !request.includesPendingChanges)
    #expect(request.sorts.map(\.isAscending) == [false, true, true, true])
    #expect(
      request.sorts.map(\.comparison) == [.binary, .localizedStandard, .localized, .binary])
    #expect(request.sorts[2].path.steps.count == 1)
    #expect(request.propertiesToFetch.count == 2)
    #expect(
      request.prefetchedRelationships.map { $0.map { trips.model[$0].name } } == [
        ["stops"], ["owner"],
      ])
  }

  /// A bare key path of `@Query` is compared by its own order.
  @Test(arguments: [
    ("sort: \\Trip.title", [true], [SortComparison.binary]),
    ("sort: \\.title, order: .reverse", [false], [.binary]),
    (
      "sort: [SortDescriptor(\\.title, order: .reverse), SortDescriptor(\\Trip.rating)]",
      [false, true],
      [.localizedStandard, .binary]
    ),
    ("sort: descriptors", [], []),
  ])
  func sortsOfAQuery(arguments: String, ascending: [Bool], comparisons: [SortComparison]) throws {
    let request = try #require(trips.requests("@Query(\(arguments)) var trips: [Trip]").first)
    #expect(request.sorts.map(\.isAscending) == ascending)
    #expect(request.sorts.map(\.comparison) == comparisons)
    #expect(request.diagnostics.isEmpty)
  }

  @Test(arguments: [
    ("\\.titel", "unknown-property"), ("\\.summary", "not-stored"), ("\\.isSelected", "not-stored"),
    ("\\.badge", "not-stored"), ("\\.owner", "sort"), ("\\.stops", "sort"), ("\\.kind", "sort"),
    ("\\.address.street", "sort"), ("\\.tags", "sort"), ("\\.stops.city", "sort"),
    ("\\.persistentModelID", "sort-identifier"), ("\\.id", "sort-identifier"),
  ])
  func whatAStoreCannotSortBy(path: String, id: String) throws {
    let text = "let d = FetchDescriptor<Trip>(sortBy: [SortDescriptor(\(path))])"
    let request = try #require(trips.requests(text).first)
    #expect(request.diagnostics.all.ids == [id] && request.sorts.isEmpty)
    let place = try #require(request.diagnostics.all.first?.location)
    #expect(place.file.text(in: place.range) == path)
  }
}
