import Foundation
import MomentumModel
import MomentumSQL
import MomentumSQLite
import Testing

@testable import MomentumObjects

/// How a container opens stores: SR-1 to SR-68, SR-95 to SR-108.
@Suite struct StoreOpeningTests {
  @Test(
    "SR scenario 1, SR-5, SR-7: the handler is called once for each description, before the end")
  func handler() throws {
    try StoreStage.run { stage in
      let (container, _) = try stage.container(
        StoreStage.first, StoreDescription(.sqlite(stage.path("a.sqlite"))),
        StoreDescription(.sqlite(stage.path("missing/b.sqlite"))), StoreDescription(.memory))
      let calls = Locked<[String]>([])
      container.openStores { description, error in
        calls.withLock { $0.append("\(description.kind.type) \(error == nil)") }
      }
      #expect(calls.withLock { $0 } == ["SQLite true", "SQLite false", "InMemory true"])
      #expect(container.coordinator.openStores.count == 2, "one failure does not stop the others")
      #expect(stage.exists("a.sqlite"))
      container.close()
    }
  }

  @Test("SR-1, SR-4: a container of a bundle begins with one SQLite file with its name")
  func defaultDescription() throws {
    try StoreStage.run { stage in
      let version = stage.folder.appendingPathComponent("Shop.xcdatamodeld/Shop.xcdatamodel")
      try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
      let text = """
        <?xml version="1.0" encoding="UTF-8"?><model type="com.apple.IDECoreDataModeler.DataModel" \
        documentVersion="1.0">\(StoreStage.first)</model>
        """
      try Data(text.utf8).write(to: version.appendingPathComponent("contents"))
      let container = try ObjectContainer(model: stage.path("Shop.xcdatamodeld"))
      #expect(container.descriptions.count == 1)
      let description = try #require(container.descriptions.first)
      #expect(description.kind.path?.hasSuffix("/Shop.sqlite") == true)
      #expect(description.kind.path?.hasPrefix(ObjectContainer.defaultFolder) == true)
      #expect(description.migrates && description.infersMapping)
    }
  }

  @Test("SR-8, SR-21: a store that is opened asynchronously is there when its handler is called")
  func asynchronously() async throws {
    let container = ObjectContainer(try compiledModel(StoreStage.first))
    var description = StoreDescription(.sqliteInMemory)
    description.options = [.opensAsynchronously]
    container.descriptions = [description]
    let isOpen = await withCheckedContinuation { continuation in
      container.openStores { _, error in
        continuation.resume(
          returning: error == nil && container.coordinator.openStores.count == 1)
      }
    }
    #expect(isOpen)
  }

  @Test("SR-10: the context for the main thread")
  func viewContext() throws {
    let context = ObjectContainer(try compiledModel(StoreStage.first)).viewContext
    #expect(context.name == nil && context.transactionAuthor == nil)
    #expect(context.undoHistory == nil && !context.mergesChangesFromParent)
    #expect(context.concurrency == .mainQueue && context.parent == nil)
  }

  @Test("SR scenario 2, SR-17: a store at /dev/null shares nothing and leaves no file")
  func devNull() throws {
    try StoreStage.run { stage in
      let first = try stage.container(StoreStage.first, StoreDescription(.sqlite("/dev/null")))
      try first.container.openStores()
      try first.container.viewContext.insert("City")
      try first.container.viewContext.save()
      #expect(try first.container.cities().count == 1)
      let second = try stage.container(StoreStage.first, StoreDescription(.sqlite("/dev/null")))
      try second.container.openStores()
      #expect(try second.container.cities().isEmpty)
    }
  }

  @Test("SR scenario 57, SR-9, SR-34: the same file twice, also by another path, is 134081")
  func twice() throws {
    try StoreStage.run { stage in
      let container = try stage.open("a.sqlite")
      let same = stage.folder.path + "/x/../a.sqlite"
      for path in [stage.path("a.sqlite"), same] {
        container.descriptions = [StoreDescription(.sqlite(path))]
        let error = #expect(throws: ObjectError.self) { try container.openStores() }
        #expect(error?.code.rawValue == 134_081)
        #expect(error?.reason == "Can't add the same store twice")
      }
      #expect(container.coordinator.openStores.count == 1)
      try container.viewContext.insert("City")
      try container.viewContext.save()
      container.close()
    }
  }

  @Test("SR scenario 17, SR-28, SR-61: without migration a store of another version is 134100")
  func incompatible() throws {
    try StoreStage.run { stage in
      try stage.make("a.sqlite")
      let error = try #require(
        try stage.failure("a.sqlite", StoreStage.added) { $0.migrates = false })
      #expect(error.code.rawValue == 134_100)
      #expect(
        error.reason
          == "The model used to open the store is incompatible with the one used to create the store"
      )
      guard case .dictionary(let metadata)? = error.userInfo["metadata"] else {
        Issue.record("no metadata")
        return
      }
      #expect(metadata["NSStoreType"] == .string("SQLite"))
      #expect(metadata["NSStoreUUID"] != nil && metadata["NSStoreModelVersionHashes"] != nil)
    }
  }

  @Test("SR scenario 68, SR-38: a sub-entity that has changed alone makes the store incompatible")
  func subentity() throws {
    try StoreStage.run { stage in
      let below = #"<entity name="Town" parentEntity="City">"#
      let models = ["", #"<attribute name="x" optional="YES" attributeType="String"/>"#].map {
        StoreStage.changed("<entity name=\"Road\">", below + $0 + "</entity><entity name=\"Road\">")
      }
      try stage.open("a.sqlite", models[0]).close()
      let error = try stage.failure("a.sqlite", models[1], versions: [models[0]]) {
        $0.migrates = false
      }
      #expect(error?.code.rawValue == 134_100)
    }
  }

  @Test("SR-318: a store whose version is ignored is opened as it is")
  func ignoredVersions() throws {
    try StoreStage.run { stage in
      try stage.make("a.sqlite")
      // The hash differs, but no table does.
      let other = StoreStage.changed(
        "<entity name=\"City\">", "<entity name=\"City\" versionHashModifier=\"2\">")
      let error = try stage.failure("a.sqlite", other) {
        $0.migrates = false
        $0.options = [.ignoresVersions]
      }
      #expect(error == nil)
    }
  }

  @Test("SR scenario 81, SR-64, 65: a file that is no database is 259 and not added")
  func corrupt() throws {
    try StoreStage.run { stage in
      let text = Data(String(repeating: "no database ", count: 400).utf8)
      try text.write(to: URL(fileURLWithPath: stage.path("a.sqlite")))
      let error = try stage.failure("a.sqlite", StoreStage.first)
      #expect(error?.code.rawValue == 259)
      #expect(error?.userInfo["NSSQLiteErrorDomain"] == .integer(26))
      #expect(error?.userInfo["NSFilePath"] == .string(stage.path("a.sqlite")))
    }
  }

  @Test("SR-316: a damaged file is found if the integrity is checked")
  func damaged() throws {
    try StoreStage.run { stage in
      try stage.make("a.sqlite", cities: (0..<2_000).map { "City \($0)" })
      let file = URL(fileURLWithPath: stage.path("a.sqlite"))
      var bytes = [UInt8](try Data(contentsOf: file))
      for index in (bytes.count - 8_192)..<bytes.count { bytes[index] = 0x5A }
      try Data(bytes).write(to: file)
      let error = try stage.failure("a.sqlite", StoreStage.first) {
        $0.options = [.checksIntegrity]
      }
      #expect(error?.code.rawValue == 256)
      #expect(error?.userInfo["NSSQLiteErrorDomain"] == .integer(11))
    }
  }

  @Test("SR scenario 81, SR-66: a missing folder is 512 with the reason")
  func missingFolder() throws {
    try StoreStage.run { stage in
      let error = try stage.failure("none/a.sqlite", StoreStage.first)
      #expect(error?.code.rawValue == 512)
      #expect(error?.reason == "Failed to create file; code = 2")
    }
  }

  @Test("SR-51: a file of another type is 134010, also if it is a store")
  func wrongType() throws {
    try StoreStage.run { stage in
      let (container, _) = try stage.container(
        StoreStage.first, StoreDescription(.xml(stage.path("a.xml"))))
      try container.openStores()
      try container.viewContext.insert("City")
      try container.viewContext.save()
      let (other, _) = try stage.container(
        StoreStage.first, StoreDescription(.binary(stage.path("a.xml"))))
      let error = #expect(throws: ObjectError.self) { try other.openStores() }
      #expect(error?.code.rawValue == 134_010)
    }
  }

  @Test("SR-50: a type that nobody registered is 134000")
  func unknownType() throws {
    try StoreStage.run { stage in
      let (container, _) = try stage.container(
        StoreStage.first, StoreDescription(.custom(type: "Cloud", path: nil)))
      let error = #expect(throws: ObjectError.self) { try container.openStores() }
      #expect(error?.code.rawValue == 134_000)
    }
  }

  @Test("SR-30: a failed opening is logged with type, path and code")
  func failureLine() throws {
    try StoreStage.run { stage in
      let (container, log) = try stage.container(
        StoreStage.first, StoreDescription(.sqlite(stage.path("none/a.sqlite"))))
      #expect(throws: ObjectError.self) { try container.openStores() }
      let lines = log.withLock { $0 }
      #expect(lines.count == 1)
      #expect(
        lines[0].hasPrefix(
          "CoreData: error: -addPersistentStoreWithType:SQLite configuration:(null) "
            + "URL:file://\(stage.path("none/a.sqlite")) options:"))
      #expect(lines[0].contains("Code=512"))
    }
  }

  @Test("SR-90: a derived attribute in a store in memory is refused")
  func derived() throws {
    let text = """
      <entity name="A"><attribute name="n" optional="YES" attributeType="String"/><attribute \
      name="d" optional="YES" attributeType="String" derived="YES" derivationExpression="n"/></entity>
      """
    let container = ObjectContainer(try compiledModel(text))
    container.descriptions = [StoreDescription(.memory)]
    container.coordinator.observe { _ in }
    #expect(throws: ObjectMisuse.self) { try container.openStores() }
  }

  @Test("SR scenario 64, SR-13, SR-14: without a store a save fails and a fetch finds nothing")
  func withoutStores() throws {
    try StoreStage.run { stage in
      let (container, log) = try stage.container(StoreStage.first)
      #expect(try container.cities().isEmpty)
      #expect(log.withLock { $0 }.count == 1)
      try container.viewContext.insert("City")
      let error = #expect(throws: ObjectError.self) { try container.viewContext.save() }
      #expect(error?.code.rawValue == 134_060)
      #expect(
        error?.description
          == "This NSPersistentStoreCoordinator has no persistent stores (unknown).  It cannot "
          + "perform a save operation.")
      try stage.make("a.sqlite")
      var description = StoreDescription(.sqlite(stage.path("a.sqlite")))
      description.migrates = false
      let (other, _) = try stage.container(StoreStage.added, description)
      #expect(throws: ObjectError.self) { try other.openStores() }
      try other.viewContext.insert("City")
      let second = #expect(throws: ObjectError.self) { try other.viewContext.save() }
      #expect(second?.description.contains("(schema mismatch)") == true)
    }
  }

  @Test("SR scenario 78, SR-105: a read-only store refuses a save with changes only")
  func readOnly() throws {
    try StoreStage.run { stage in
      try stage.make("a.sqlite")
      var description = StoreDescription(.sqlite(stage.path("a.sqlite")))
      description.isReadOnly = true
      let (container, _) = try stage.container(StoreStage.first, description)
      try container.openStores()
      #expect(container.coordinator.openStores[0].description.isReadOnly)
      let city = try #require(try container.viewContext.fetch(ObjectRequest("City")).first)
      try container.viewContext.save()
      city["name"] = .string("Bonn")
      let error = #expect(throws: ObjectError.self) { try container.viewContext.save() }
      #expect(error?.code.rawValue == 513)
      #expect(error?.userInfo["NSSQLiteErrorDomain"] == .integer(8))
      container.close()
    }
  }

  @Test("SR scenario 78, SR-106: a file that cannot be written is opened read-only, with a warning")
  func notWritable() throws {
    try StoreStage.run { stage in
      try stage.make("a.sqlite")
      let (container, log) = try stage.container(StoreStage.first)
      // The superuser may write every file, so the question is answered here.
      let opener = StoreOpener(
        model: container.coordinator.model, coordinator: container.coordinator,
        isWritable: { _ in false })
      try opener.add(StoreDescription(.sqlite(stage.path("a.sqlite"))))
      #expect(container.coordinator.openStores.map(\.description.isReadOnly) == [true])
      #expect(
        log.withLock { $0 }.first?.hasPrefix(
          "CoreData: warning: Attempt to add read-only file at path") == true)
      container.close()
    }
  }

  @Test(
    "SR scenario 79, SR-96, SR-108: pragmas replace the write-ahead log; VACUUM makes a file small")
  func pragmas() throws {
    try StoreStage.run { stage in
      try stage.make("a.sqlite", cities: (0..<3_000).map { "City \($0)" })
      let container = try stage.open("a.sqlite")
      for city in try container.viewContext.fetch(ObjectRequest("City")) {
        try container.viewContext.delete(city)
      }
      try container.viewContext.save()
      container.close()
      func size() throws -> Int {
        try Data(contentsOf: URL(fileURLWithPath: stage.path("a.sqlite"))).count
      }
      let before = try size()
      var description = StoreDescription(.sqlite(stage.path("a.sqlite")))
      description.pragmas = ["journal_mode": "DELETE"]
      description.options = [.vacuums, .analyzes]
      let (small, _) = try stage.container(StoreStage.first, description)
      try small.openStores()
      try small.viewContext.insert("City")
      try small.viewContext.save()
      #expect(!stage.exists("a.sqlite-wal"))
      small.close()
      #expect(try size() < before)
    }
  }

  @Test("SR scenario 80, SR-104: a lock of somebody else that lasts beyond the timeout is an error")
  func busy() throws {
    try StoreStage.run { stage in
      try stage.make("a.sqlite")
      var description = StoreDescription(.sqlite(stage.path("a.sqlite")))
      description.timeout = 0
      let (container, _) = try stage.container(StoreStage.first, description)
      try container.openStores()
      try container.viewContext.insert("City")
      let other = try Connection(path: stage.path("a.sqlite"), access: .readWrite)
      try other.execute("BEGIN IMMEDIATE")
      let error = #expect(throws: ObjectError.self) { try container.viewContext.save() }
      #expect(error?.code.rawValue == 134_090)
      #expect(error?.userInfo["NSSQLiteErrorDomain"] == .integer(5))
      try other.execute("ROLLBACK")
      try container.viewContext.save()
      #expect(try container.cities().count == 2)
      container.close()
    }
  }
}
