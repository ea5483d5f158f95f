import MomentumDiagnostics
import MomentumSQLite
import MomentumTestSupport
import Testing

/// What an import refuses although the rules of the model are not to be checked.
@Suite struct UncheckedImportTests {
  private func told(_ objects: String, checksRules: Bool) -> [String] {
    var issues = Diagnostics()
    _ = ImportPlan.make(
      SourceFile(path: "objects.json", text: "{\"objects\": [\(objects)]}"),
      model: VenueStore.model,
      schema: VenueStore.schema, options: ImportOptions(checksRules: checksRules), &issues)
    return issues.all.map(\.id)
  }

  /// Relationships that are missing, or have too many objects, break a rule alone.
  @Test func rulesOfNumbersMayBeBroken() {
    let alone = #"{"entity": "Venue", "id": "v", "attributes": {"name": "n"}}"#
    #expect(told(alone, checksRules: true) == ["import.missing-value"])
    #expect(told(alone, checksRules: false) == [])
    let ids = (1...4).map { "\"v\($0)\"" }.joined(separator: ", ")
    let venues = (1...4).map {
      #"{"entity": "Venue", "id": "v\#($0)", "attributes": {"name": "n\#($0)"}}"#
    }
    let crowded =
      venues.joined(separator: ", ")
      + #", {"entity": "Location", "attributes": {"city": "c"}, "relationships": {"venues": [\#(ids)]}}"#
    #expect(told(crowded, checksRules: true) == ["import.count"])
    #expect(told(crowded, checksRules: false) == [])
  }

  /// A row has room for one key.
  @Test(arguments: [false, true]) func oneObjectIsAllThatAKeyCanHold(checksRules: Bool) {
    let location =
      #"{"entity": "Location", "attributes": {"city": "c"}, "relationships": {"venues": ["v"]}}"#
    let venue = #"{"entity": "Venue", "id": "v", "attributes": {"name": "n"}}"#
    #expect(told("\(venue), \(location)", checksRules: checksRules) == [])
    #expect(
      told("\(venue), \(location), \(location)", checksRules: checksRules)
        == ["import.given-twice"])
  }
}
