import MomentumDiagnostics
import MomentumMigration
import MomentumModel
import Testing

/// A mapping model as text and JSON.
@Suite struct MappingModelTextTests {
  @Test func theFilterOfAMappingStandsInItsJSON() {
    let mapping = EntityMapping(
      name: "AToA", kind: .transform, sourceEntity: "A", destinationEntity: "A",
      sourceFilter: "x > 1")
    let json = MappingModel(entityMappings: [mapping]).json.compact
    let items = json.filter { $0 != " " }
    #expect(items.contains("\"filter\":\"x>1\""), "\(json)")
  }
}
