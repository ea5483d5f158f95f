import Foundation
import MomentumModel
import MomentumObjects
import MomentumObjectsProof
import MomentumPostgreSQL
import MomentumServer
import MomentumServerObjects
import MomentumTestSupport
import Testing

/// A database as `momentum create` makes it, opened by a container.
@Suite(.enabled(if: ServerObjectsCase.isEnabled, ServerObjectsCase.reason))
struct ContainerTests {
  @Test func aContainerOpensADatabaseByItsDescription() async throws {
    try await withDatabase(GalleryModel.entities) { test, address in
      let container = ObjectContainer(test.model.compiled)
      container.coordinator.register(ServerObjects(schema: test.schema, preparesTables: true))
      var description = StoreDescription.postgreSQL(test.server.connection)
      container.descriptions = [description]
      try container.openStores()
      let open = try #require(container.coordinator.openStores.first)
      #expect(UUID(uuidString: open.identifier) != nil)
      let context = container.newBackgroundContext()
      _ = try context.insert("Note")
      try context.save()
      #expect(throws: ObjectError.self) { try container.openStores() }

      let reader = ObjectContainer(test.model.compiled)
      reader.coordinator.register(ServerObjects(schema: test.schema))
      description.isReadOnly = true
      reader.descriptions = [description]
      try reader.openStores()
      let other = reader.newBackgroundContext()
      #expect(try other.count(ObjectRequest("Note")) == 1)
      _ = try other.insert("Note")
      let error = #expect(throws: ObjectError.self) { try other.save() }
      #expect(error?.code == .readOnlyStore)

      // Neither the versions nor the trigger differ from the model.
      let report = try await DriftInspection(test.model.compiled, at: address).run()
      #expect(report.findings.isEmpty, "\(report.findings)")
    }
  }

  @Test func anotherVersionOfTheModelIsRefused() async throws {
    try await withDatabase(GalleryModel.entities) { test, _ in
      let other = GalleryModel.entities.replacingOccurrences(
        of: "<entity name=\"Note\">",
        with:
          "<entity name=\"Note\"><attribute name=\"rank\" optional=\"YES\" attributeType=\"Date\"/>"
      )
      let model = ModelPlan(try ProofModel.compile(other))
      var options = ServerObjectStoreOptions()
      options.schema = test.schema
      let error = #expect(throws: ObjectError.self) {
        try PostgreSQLObjectStore(test.server.connection, model: model, options: options)
      }
      #expect(error?.code.rawValue == 134_100)
      #expect(error?.description.contains("'Note'") == true)
    }
  }

  @Test func tablesThatAreMadeWithVersionsCanBeOpened() async throws {
    try await withDatabase(GalleryModel.entities, hasVersions: true) { test, _ in
      let context = try test.context()
      _ = try context.insert("Note")
      try context.save()
      #expect(try test.rows("SELECT count(*) FROM note") == [["1"]])
    }
  }

  private func withDatabase(
    _ entities: String, hasVersions: Bool = false,
    _ body: (ServerObjectsCase, ServerAddress) async throws -> Void
  ) async throws {
    let model = ModelPlan(try ProofModel.compile(entities))
    let test = try ServerObjectsCase(empty: model)
    var address = try ServerAddress(test.server.connection)
    address.options.settings["search_path"] = PostgreSQLName.quoted(test.schema)
    do {
      let creation = ServerCreation(
        model.compiled, named: "Gallery", at: address, hasVersions: hasVersions)
      _ = try await creation.run()
      try await body(test, address)
    } catch {
      try test.remove()
      throw error
    }
    try test.remove()
  }
}
