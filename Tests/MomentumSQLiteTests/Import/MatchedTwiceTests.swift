import MomentumDiagnostics
import MomentumSQLite
import MomentumTestSupport
import Testing

/// Objects of a foreign file that are found by their values: two of the same values are one too many.
@Suite struct MatchedTwiceTests {
  private static let map = """
    {"objects": [{"entity": "Tag", "path": "tags", "match": ["label"], "attributes": {"label": "name"}}]}
    """

  private func told(_ tags: String) -> [String] {
    var issues = Diagnostics()
    let plan = ImportPlan.make(
      SourceFile(path: "tags.json", text: "{\"tags\": [\(tags)]}"),
      mappedBy: SourceFile(path: "map.json", text: Self.map), model: VenueStore.model,
      schema: VenueStore.schema, options: ImportOptions(), &issues)
    #expect((plan == nil) == issues.hasErrors)
    return issues.all.map {
      "\($0.location?.range.start ?? -1) \($0.id): \($0.text)"
    }
  }

  @Test func equalValuesAreToldOfAtTheSecondObject() {
    #expect(told(#"{"name": "a"}, {"name": "b"}"#) == [])
    #expect(
      told(#"{"name": "a"}, {"name": "b"}, {"name": "a"}"#) == [
        "40 import.matched-twice: two objects of the file have the same 'label' and would be one object of entity 'Tag'"
      ])
  }

  @Test func anObjectWithoutTheValueCannotBeMatched() {
    let needed = "import.match-value: an object that is matched by 'label' needs a value for it"
    #expect(told(#"{"name": "a"}, {"name": null}"#) == ["34 " + needed])
    #expect(told(#"{"name": "a"}, {}"#) == ["25 " + needed])
  }
}
