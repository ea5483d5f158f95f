import MomentumDiagnostics
import MomentumSQLite
import Testing

/// CSV files and mapping files: what is told of them, and where.
@Suite struct ForeignFileTests {
  private func plan(
    _ files: [(name: String, text: String)], map: String? = nil, _ issues: inout Diagnostics
  ) -> ImportPlan? {
    ImportPlan.make(
      csv: files.map { SourceFile(path: $0.name, text: $0.text) }, delimiter: UInt8(ascii: ","),
      mappedBy: map.map { SourceFile(path: "map.json", text: $0) }, model: VenueStore.model,
      schema: VenueStore.schema, options: ImportOptions(), &issues)
  }

  /// A misspelt column would leave every key out, and keys of deleted objects would be given out again.
  @Test func theFirstLineOfTheLastKeysIsChecked() {
    var issues = Diagnostics()
    #expect(plan([("$lastKeys.csv", "entity,kee\nTag,7\n")], &issues) == nil)
    #expect(
      issues.all.map { "\($0.id): \($0.text)" } == [
        "import.unknown-key: no key 'kee' is known here; did you mean 'key'?",
        "import.missing-key: the first line needs the key 'key'",
      ])
    #expect(
      issues.all.map { $0.location?.range } == [SourceRange(7, 10), SourceRange(0, 10)])
  }

  /// The quote alone is marked, in the first file and in those behind it.
  @Test func aQuoteThatIsNeverClosedIsMarked() {
    let broken = (name: "Tag.csv", text: "label\n\"b")
    for files in [[broken], [(name: "Location.csv", text: "city\nGraz\n"), broken]] {
      var issues = Diagnostics()
      #expect(plan(files, &issues) == nil)
      #expect(issues.all.map(\.text) == ["the quote that opens here is never closed"])
      #expect(issues.all.first?.location?.file.path == "Tag.csv")
      #expect(issues.all.first?.location?.range == SourceRange(6, 7))
    }
  }

  @Test func aRuleOfAMapNamesItsEntity() {
    var issues = Diagnostics()
    #expect(
      plan([("a.csv", "n\nx\n")], map: #"{"objects": [{"attributes": {}}]}"#, &issues) == nil)
    #expect(
      issues.all.map { "\($0.id): \($0.text)" } == [
        "import.missing-key: an object needs the key 'entity'"
      ])
    #expect(issues.all.first?.location?.file.path == "map.json")
    #expect(issues.all.first?.location?.range == SourceRange(13, 31))
  }

  /// The first line says what rows have before there is any.
  @Test func aFileWithoutRowsShowsMisspeltColumns() throws {
    let map = #"{"objects": [{"entity": "Tag", "attributes": {"label": "name"}}]}"#
    var none = Diagnostics()
    let empty = try #require(plan([("a.csv", "name\n")], map: map, &none), "\(none.all)")
    #expect(empty.objectCount == 0)
    #expect(none.all.map(\.text) == [], "the column is there")
    var issues = Diagnostics()
    #expect(plan([("a.csv", "nmae\n")], map: map, &issues) == nil, "the column is not there")
    #expect(issues.all.count == 1)
    #expect(issues.all.first?.text.contains("'name'") == true)
    #expect(issues.all.first?.text.contains("did you mean 'nmae'?") == true)
    #expect(issues.all.first?.location?.file.path == "map.json")
  }
}
