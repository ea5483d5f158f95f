import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumPredicate
import MomentumQuery
import MomentumSQL
import MomentumTestSupport
import Testing

/// What the words of a request are resolved to.
@Suite struct RequestCompilationTests {
  private func request(_ text: RequestInput) throws -> FetchRequest {
    try StaffStore.model().compiled(text).request
  }

  @Test func selectingMakesDictionaries() throws {
    let selected = try request(RequestInput(entity: "Employee", propertiesToFetch: ["name"]))
    #expect(selected.resultType == .dictionaries)
    let distinct = try request(RequestInput(entity: "Employee", isDistinct: true))
    #expect(distinct.resultType == .dictionaries && distinct.isDistinct)
    let objects = try request(
      RequestInput(entity: "Employee", result: .objects, propertiesToFetch: ["name"]))
    #expect(objects.resultType == .managedObjects)
    #expect(objects.propertiesToFetch.map(\.name) == ["name"])
    #expect(try request(RequestInput(entity: "Employee")).resultType == .managedObjects)
  }

  @Test(arguments: [
    ("name", "name"), ("manager.name", "manager.name"), ("name AS who", "who"),
    ("  name as\twho ", "who"), ("name AS \"the name\"", "the name"),
    ("manager AS boss", "boss"), ("objectID", "objectID"), ("SELF", "SELF"),
    ("objectID AS id", "id"), ("name AS größe", "größe"),
  ])
  func aNameIsTheTextOrWhatStandsBehindAS(text: String, name: String) throws {
    let resolved = try request(RequestInput(entity: "Employee", propertiesToFetch: [text]))
    #expect(resolved.propertiesToFetch.map(\.name) == [name])
  }

  @Test(arguments: [
    ("name", true, SortComparison.binary), ("name:asc", true, .binary),
    ("name:DESC", false, .binary), ("name:descending", false, .binary),
    ("name:desc:localizedStandardCompare:", false, .localizedStandard),
    ("name:localizedStandardCompare", true, .localizedStandard),
    ("name:localizedStandard:desc", false, .localizedStandard),
    ("name:caseInsensitive", true, .caseInsensitive),
    ("name:asc:caseInsensitiveCompare:", true, .caseInsensitive),
    ("name:localized", true, .localized), ("name:localizedCompare:", true, .localized),
    ("name:localizedCaseInsensitiveCompare:", true, .localizedCaseInsensitive),
    ("name:compare:", true, .binary), ("manager.department.name:desc", false, .binary),
    (" name : desc : localized ", false, .localized),
  ])
  func sortKeysHaveADirectionAndAComparison(
    text: String, isAscending: Bool, comparison: SortComparison
  ) throws {
    let key = try #require(
      try request(RequestInput(entity: "Employee", sortKeys: [text])).sortKeys.first)
    #expect(key.isAscending == isAscending)
    #expect(key.comparison == comparison)
  }

  @Test func everyComparisonHasBothSpellings() throws {
    for comparison in SortComparison.allCases {
      let short = comparison.rawValue.replacing("Compare:", with: "").replacing(":", with: "")
      for word in [comparison.rawValue, String(comparison.rawValue.dropLast()), short] {
        let keys = try request(RequestInput(entity: "Employee", sortKeys: ["name:\(word)"]))
          .sortKeys
        #expect(keys.map(\.comparison) == [comparison], "\(word)")
      }
    }
  }

  @Test func aGivenNameIsSortedByInThePlaceOfAProperty() throws {
    let text = RequestInput(
      entity: "Employee", sortKeys: ["kind:desc", "who"],
      propertiesToFetch: ["name AS kind", "manager.name AS who"])
    let paths = try request(text).sortKeys.map(\.value)
    let properties = try request(text).propertiesToFetch.map(\.value)
    for (key, property) in zip(paths, properties) {
      guard case .path(let sorted) = key, case .path(let selected) = property else {
        Issue.record("\(key), \(property)")
        continue
      }
      #expect(sorted == selected)
    }
  }

  @Test func zeroIsNoLimitNoOffsetAndNoBatch() throws {
    let resolved = try request(
      RequestInput(entity: "Employee", limit: 0, offset: 0, batchSize: 0))
    #expect(resolved.limit == nil && resolved.offset == nil && resolved.batchSize == nil)
  }

  @Test func aCountIsNotSorted() throws {
    let text = RequestInput(entity: "Employee", sortKeys: ["manager.name"], result: .count)
    #expect(try StaffStore.model().compiled(text).sql.text == "SELECT COUNT(*) FROM ZEMPLOYEE")
  }

  @Test func pathsAreGroupedByAndPrefetchedOnce() throws {
    let grouped = try request(
      RequestInput(
        entity: "Employee", propertiesToFetch: ["kind", "manager"],
        propertiesToGroupBy: ["kind", "manager", " kind"]))
    #expect(grouped.propertiesToGroupBy.count == 2)
    let fetched = try request(
      RequestInput(
        entity: "Employee", prefetchedPaths: ["reports.reports.contracts", "reports", "reports"]))
    #expect(fetched.prefetchedRelationships.map(\.count) == [3, 1])
  }
}
