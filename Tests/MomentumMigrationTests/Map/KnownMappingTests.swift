import MomentumDiff
import MomentumDiffSamples
import MomentumModel
import MomentumTestSupport
import MomentumVersionHash
import Testing

@testable import MomentumMigration

/// A compiled mapping model is the one for two versions if it has the hashes of their entities.
@Suite struct KnownMappingTests {
  private static func model(_ entities: String) throws -> DiffedModel {
    try DiffSample.model(entities, "M")
  }

  @Test func aCompiledMappingIsFoundByTheHashesOfItsEntities() throws {
    let attribute = "<attribute name=\"n\" optional=\"YES\" attributeType=\"String\"/>"
    let old = try Self.model("<entity name=\"A\">\(attribute)</entity><entity name=\"Gone\"/>")
    let new = try Self.model(
      "<entity name=\"A\">\(attribute)\(attribute.replacing("\"n\"", with: "\"m\""))</entity>"
        + "<entity name=\"New\"/>")
    let syntax = WrittenMapping("-: A -> A\n  n\n-: Gone -> -\n-: - -> New", new: new.model).syntax
    var known = MappingCompiler.compile(syntax, old: old.model, new: new.model)
    for index in known.entityMappings.indices {
      let entity = known.entityMappings[index]
      known.entityMappings[index].sourceHash =
        entity.sourceEntity.flatMap { old.hashes[$0] } ?? []
      known.entityMappings[index].destinationHash =
        entity.destinationEntity.flatMap { new.hashes[$0] } ?? []
    }
    #expect(known.entityMappings.count == 3)
    func leads(
      isForward: Bool = true, _ change: (inout MappingModel) -> Void = { _ in }
    ) -> Bool {
      var mapping = known
      change(&mapping)
      return KnownMapping(path: "M.cdm", form: .compiled(mapping)).leads(
        from: isForward ? old : new, to: isForward ? new : old, among: [])
    }
    #expect(leads())
    #expect(!leads(isForward: false))
    #expect(!leads { $0.entityMappings = [] })
    for index in 0..<3 {
      let entity = known.entityMappings[index]
      #expect(leads { $0.entityMappings = [entity] })
      #expect(
        leads { $0.entityMappings[index].sourceHash = [1] } == (entity.sourceEntity == nil))
      #expect(
        leads { $0.entityMappings[index].destinationHash = [1] }
          == (entity.destinationEntity == nil))
    }
  }
}
