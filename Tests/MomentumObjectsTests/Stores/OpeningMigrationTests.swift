import Foundation
import MomentumCompiler
import MomentumDiagnostics
import MomentumMigrator
import MomentumModel
import MomentumPropertyList
import MomentumTestSupport
import Testing

@testable import MomentumObjects

/// Migration when a store is opened (SR-318 to SR-335).
@Suite struct OpeningMigrationTests {
  @Test("SR scenario 16, SR-319, SR-327: an added attribute is migrated; the identifier stays")
  func inferred() throws {
    try StoreStage.run { stage in
      try stage.make("a.sqlite")
      let kind = StoreDescription.Kind.sqlite(stage.path("a.sqlite"))
      let before = try kind.fileMetadata()["NSStoreUUID"]
      #expect(try stage.failure("a.sqlite", StoreStage.added) == nil)
      #expect(try kind.fileMetadata()["NSStoreUUID"] == before)
      let container = try stage.open("a.sqlite", StoreStage.added)
      #expect(
        try container.viewContext.fetch(ObjectRequest("City")).map { $0["size"] } == [.integer(7)])
      container.close()
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: stage.folder.path) == ["a.sqlite"],
        "no backup is left")
    }
  }

  @Test("SR scenario 18, SR-323: a changed type is 134140, caused by 134190")
  func notInferrable() throws {
    try StoreStage.run { stage in
      try stage.make("a.sqlite")
      let numbers = StoreStage.changed(
        StoreStage.optionalName + #" attributeType="String""#,
        StoreStage.optionalName + #" attributeType="Integer 64""#)
      let error = try #require(try stage.failure("a.sqlite", numbers))
      #expect(error.code.rawValue == 134_140)
      #expect(error.reason == "Can't find or automatically infer mapping model for migration")
      #expect(error.details.map(\.code.rawValue) == [134_190])
      #expect(try stage.open("a.sqlite").cities() == ["Ulm"], "the store is as it was")
    }
  }

  @Test("SR-321: without inference and without a mapping model a migration is 134140")
  func inferenceOff() throws {
    try StoreStage.run { stage in
      try stage.make("a.sqlite")
      let error = try stage.failure("a.sqlite", StoreStage.added) { $0.infersMapping = false }
      #expect(error?.code.rawValue == 134_140)
      #expect(error?.reason == "Can't find mapping model for migration")
    }
  }

  @Test("SR-320: a store of a version that nobody has is migrated by the model that it keeps")
  func ownModel() throws {
    try StoreStage.run { stage in
      try stage.make("a.sqlite")
      #expect(try stage.failure("a.sqlite", StoreStage.added, versions: []) == nil)
      let container = try stage.open("a.sqlite", StoreStage.added)
      #expect(
        try container.viewContext.fetch(ObjectRequest("City")).map { $0["size"] } == [.integer(7)])
      container.close()
      #expect(try stage.failure("a.sqlite", StoreStage.first, versions: []) == nil, "and again")
    }
  }

  @Test("SR-320: a store of a version that nobody has, and without its model, is 134130")
  func unknownSource() throws {
    try StoreStage.run { stage in
      try stage.make("a.sqlite")
      _ = try storedRows(stage.path("a.sqlite"), "DELETE FROM Z_MODELCACHE")
      let error = try #require(try stage.failure("a.sqlite", StoreStage.added, versions: []))
      #expect(error.code.rawValue == 134_130)
      #expect(error.reason == "Can't find model for source store")
      #expect(error.userInfo["metadata"] != nil)
    }
  }

  @Test("SR scenario 19, SR-324, SR-326: a required attribute without values is 134110")
  func missingValues() throws {
    try StoreStage.run { stage in
      try stage.make("a.sqlite", cities: ["Ulm", nil])
      let required = StoreStage.changed(StoreStage.optionalName, #"name="name""#)
      let error = try #require(try stage.failure("a.sqlite", required))
      #expect(error.code.rawValue == 134_110)
      #expect(error.reason?.contains("missing attribute values") == true)
      #expect(error.userInfo["entity"] == .string("City"))
      #expect(error.userInfo["property"] == .string("name"))
      #expect(try stage.open("a.sqlite").cities() == [nil, "Ulm"])
    }
  }

  private func versions() throws -> [String] {
    [StoreStage.first, StoreStage.added]
      + [
        StoreStage.added.replacingOccurrences(of: "\"7\"", with: "\"7\" versionHashModifier=\"3\"")
      ]
  }

  private func staged(
    _ calls: MomentumObjects.Locked<[String]>, _ texts: [String]
  ) throws -> StagedMigration {
    let models = try texts.map { try compiledModel($0) }
    func work(_ name: String) -> StageWork {
      .code { _ in calls.withLock { $0.append(name) } }
    }
    return StagedMigration([
      .init(
        "one", from: models[0], to: models[1], before: work("before one"), after: work("after one")
      ),
      .init(
        "two", from: models[1], to: models[2], before: work("before two"), after: work("after two")
      ),
    ])
  }

  @Test("SR scenario 85, SR-332: stages run in their order, from the version of the store")
  func stages() throws {
    try StoreStage.run { stage in
      let texts = try versions()
      let calls = MomentumObjects.Locked<[String]>([])
      let staged = try staged(calls, texts)
      try stage.make("a.sqlite")
      #expect(
        try stage.failure("a.sqlite", texts[2], versions: texts, { _ in }) { $0.stages = staged }
          == nil)
      #expect(
        calls.withLock { $0 } == ["before one", "after one", "before two", "after two"])
      #expect(try stage.open("a.sqlite", texts[2]).cities() == ["Ulm"])
    }
  }

  @Test("SR scenario 85, SR-333: a newer store is 134506, an unknown version has Core Data's text")
  func wrongStages() throws {
    try StoreStage.run { stage in
      let texts = try versions()
      let staged = try staged(MomentumObjects.Locked([]), texts)
      try stage.open("new.sqlite", texts[2]).close()
      let newer = try stage.failure("new.sqlite", texts[1], versions: texts, { _ in }) {
        $0.stages = staged
      }
      #expect(newer?.code.rawValue == 134_506)
      #expect(
        newer?.reason == "A store file cannot be migrated backwards with staged migration.")
      try stage.open("other.sqlite", StoreStage.changed("Road", "Street")).close()
      let unknown = try stage.failure("other.sqlite", texts[2], versions: texts, { _ in }) {
        $0.stages = staged
      }
      #expect(
        unknown?.reason == "Cannot use staged migration with an unknown model version.")
    }
  }

  @Test("SR-321: a mapping model that leads from the store to the model goes before inference")
  func mappingModel() throws {
    try StoreStage.run { stage in
      func model(_ version: String) throws -> CompiledModel {
        let path = "Tests/Cases/Mapping/Garage.xcdatamodeld/\(version).xcdatamodel/contents"
        var diagnostics = Diagnostics()
        let file = SourceFile(path: "contents", text: try RepositoryFiles.text(path))
        return try #require(CompiledModel.compile(file, &diagnostics))
      }
      func open(_ version: String) throws -> ObjectContainer {
        let container = ObjectContainer(try model(version), versions: [try model("Garage")])
        container.descriptions = [StoreDescription(.sqlite(stage.path("garage.sqlite")))]
        container.mappings = [
          try MappingMigration(
            contentsOf: RepositoryFiles.url("Tests/Cases/Mapping/Garage.xcmappingmodel").path)
        ]
        try container.openStores()
        return container
      }
      let old = try open("Garage")
      let owner = try old.viewContext.insert("Person")
      owner["name"] = .string("Ada")
      let car = try old.viewContext.insert("Car")
      car["label"] = .string("Mini")
      car["price"] = .integer(900)
      car["owner"] = .object(owner)
      try old.viewContext.save()
      old.close()
      let new = try open("Garage 2")
      let cars = try new.viewContext.fetch(ObjectRequest("Car"))
      #expect(cars.map { $0["title"] } == [.string("Mini")])
      #expect(cars.map { $0["seller"] } == [.string("Unknown")], "a constant of the mapping")
      #expect(cars.map { $0["ownerName"] } == [.string("Ada")], "an expression of the mapping")
      #expect(cars.first?.object("owner")?["name"] == .string("Ada"))
      new.close()
    }
  }

  @Test(
    "SR-313: MigrationDebug says which entities differ, how the mapping is found, and the steps")
  func migrationDebug() throws {
    try StoreStage.run { stage in
      try stage.make("a.sqlite")
      let (container, log) = try stage.container(
        StoreStage.added, versions: [StoreStage.first],
        StoreDescription(.sqlite(stage.path("a.sqlite"))))
      func lines(level: Int) throws -> [String] {
        log.withLock { $0 = [] }
        var opener = StoreOpener(
          model: container.model, versions: container.versions, coordinator: container.coordinator)
        opener.debug.migrationLevel = level
        try opener.add(StoreDescription(.sqlite(stage.path("a.sqlite"))))
        container.close()
        return log.withLock { $0 }.filter { $0.hasPrefix("CoreData: debug: migration: ") }
          .map { String($0.dropFirst("CoreData: debug: migration: ".count)) }
      }
      let found = try lines(level: 2)
      #expect(found.first == "the store '\(stage.path("a.sqlite"))' has other hashes of City")
      #expect(found.dropFirst().first == "the store has version 1 of 1 that are known")
      #expect(found.contains("infers the mapping"))
      #expect(found.contains { $0.hasPrefix("step: ") } && found.contains { $0.contains("ZSIZE") })
      #expect(found.last?.hasPrefix("ends: ") == true)
      #expect(try lines(level: 2) == [], "nothing was migrated")
    }
  }

  @Test("SR scenario 86, SR-249: a lightweight migration is a transaction without changes")
  func historyOfAMigration() throws {
    try StoreStage.run { stage in
      func open(_ entities: String) throws -> ObjectContainer {
        var description = StoreDescription(.sqlite(stage.path("a.sqlite")))
        description.tracksHistory = true
        let container = try stage.container(
          entities, versions: [StoreStage.first], description
        ).container
        try container.openStores()
        return container
      }
      let first = try open(StoreStage.first)
      try first.viewContext.insert("City")
      try first.viewContext.save()
      let store = try #require(first.coordinator.stores.first)
      let digest = try #require(store.metadata["NSStoreModelVersionHashesDigest"]?.string)
      first.close()
      let migrated = try open(StoreStage.added)
      let all = try migrated.viewContext.fetchHistory(after: .token(nil))
      #expect(all.map { $0.changes?.count } == [1, 0])
      #expect(
        all.last?.author
          == "com.apple.coredata.schemamigrator: lightweight migration from model with digest "
          + "{ \(digest) }")
      migrated.close()
    }
  }

  @Test("SR-318: a compatible store is not migrated, whatever the settings")
  func compatible() throws {
    try StoreStage.run { stage in
      try stage.make("a.sqlite")
      let error = try stage.failure("a.sqlite", StoreStage.first) {
        $0.migrates = false
        $0.infersMapping = false
      }
      #expect(error == nil)
    }
  }
}
