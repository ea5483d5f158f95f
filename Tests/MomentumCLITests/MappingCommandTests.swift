import Foundation
import MomentumTestSupport
import Testing

/// Mapping models on the command line.
@Suite struct MappingCommandTests {
  private let mapping = RepositoryFiles.url("Tests/Cases/Mapping/Garage.xcmappingmodel").path
  private let bundle = RepositoryFiles.url("Tests/Cases/Mapping/Garage.xcdatamodeld").path

  @Test func aMappingModelIsPrintedForReview() {
    let run = Run("dump", "mapping", mapping)
    #expect(run.status == 0)
    expectText(
      run.output,
      """
      from Garage.xcdatamodeld/Garage.xcdatamodel
        to Garage.xcdatamodeld/Garage 2.xcdatamodel
      Person → Person
          automatic: name, nickname, cars
          previousCars = FUNCTION($manager, "destinationInstancesForSourceRelationshipNamed:sourceInstances:", "cars", $source.cars)
      Car → Car
          automatic: price, owner, photo, tags
          importedAt = now()
          oldPath = $source.objectID.URIRepresentation.path
          ownerName = $source.owner.name
          seller = "Unknown"
          title = $source.label
          previousOwners = FUNCTION($manager, "destinationInstancesForEntityMappingNamed:sourceInstances:", "PersonToPerson", $source.owner)
      SportCar → SportCar
          automatic: boost, price, owner, photo, tags
          importedAt = now()
          oldPath = $source.objectID.URIRepresentation.path
          ownerName = $source.owner.name
          seller = "Unknown"
          title = $source.label
          previousOwners = FUNCTION($manager, "destinationInstancesForEntityMappingNamed:sourceInstances:", "PersonToPerson", $source.owner)
      Tag → Tag
          automatic: word, cars
      Photo → Photo
          automatic: width, car
      Note → Note
          automatic: text
          attachments = what 'NoteToAttachment' makes of $source
      Note → Attachment  where image != nil
          automatic: image
          note = what 'NoteToNote' makes of $source
      Maker (added)
          automatic: name

      """)
    #expect(
      Run("dump", "mapping", mapping, "--format", "json").output.contains("\"form\": \"editor\""))
    let missing = Run("dump", "mapping", bundle)
    #expect(missing.status == 65)
    #expect(missing.error.contains("[mapping.no-file]"))
  }

  @Test func aMappingModelIsCheckedBesideItsBundle() throws {
    let run = Run("check", bundle, mapping)
    #expect(run.status == 0, "\(run.output)")
    #expect(run.output.contains("[mapping.preempted]"))
    #expect(Run("check", bundle + "@Garage", mapping).output.contains("[mapping.preempted]"))
    // Its own folder holds the bundle.
    #expect(Run("check", mapping).output.contains("[mapping.preempted]"))
    try RepositoryFiles.withTemporaryFolder { folder in
      let copy = folder.appendingPathComponent("Alone.xcmappingmodel")
      try FileManager.default.copyItem(atPath: mapping, toPath: copy.path)
      let alone = Run("check", copy.path)
      #expect(alone.status == 0)
      #expect(alone.error.contains("name its model too"))
      try "<database/>".write(
        to: copy.appendingPathComponent("xcmapping.xml"), atomically: true, encoding: .utf8)
      let broken = Run("check", copy.path)
      #expect(broken.status == 65)
      #expect(broken.output.contains("[mapping.not-a-mapping-model]"))
    }
  }

  @Test func aStoreIsMigratedByAMappingModel() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let store = folder.appendingPathComponent("garage.sqlite").path
      #expect(Run("create", bundle, store, "--model-version", "Garage").status == 0)
      let plan = Run("migrate", store, "--to", bundle, "--mapping", mapping, "--plan")
      #expect(plan.status == 0, "\(plan.error)")
      #expect(plan.output.contains("'NoteToAttachment': rows of 'Attachment'"))
      let run = Run("migrate", store, "--to", bundle, "--mapping", mapping)
      #expect(run.status == 0, "\(run.error)")
      let again = Run("migrate", store, "--to", bundle, "--mapping", mapping)
      #expect(again.status == 0)
      let wrong = Run("migrate", store, "--to", bundle, "--mapping", bundle)
      #expect(wrong.status == 65)
    }
  }
}
