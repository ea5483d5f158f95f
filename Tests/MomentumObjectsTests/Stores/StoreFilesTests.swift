import Foundation
import MomentumModel
import Testing

@testable import MomentumObjects

/// Destroying, replacing and moving stores (SR-42 to SR-44).
@Suite struct StoreFilesTests {
  @Test("SR scenario 61, SR-43: destroying leaves an empty file that becomes a new store")
  func destroy() throws {
    try StoreStage.run { stage in
      try StoreCoordinator.destroy(.sqlite(stage.path("new.sqlite")))
      #expect(stage.exists("new.sqlite"))
      let missing = StoreDescription.Kind.sqlite(stage.path("none/none.sqlite"))
      #expect(throws: ObjectError.self) { try StoreCoordinator.destroy(missing) }
      #expect(throws: ObjectError.self) { try StoreCoordinator.destroy(.sqlite("/dev/null")) }
      try StoreCoordinator.destroy(.sqlite("/dev/null/none"))
      try Data("no store, only text, long enough".utf8).write(
        to: URL(fileURLWithPath: stage.path("text")))
      #expect(throws: ObjectError.self) {
        try StoreCoordinator.destroy(.sqlite(stage.path("text")))
      }
      try stage.make("a.sqlite", cities: (0..<500).map { "City \($0)" })
      try StoreCoordinator.destroy(.sqlite(stage.path("a.sqlite")))
      #expect(stage.exists("a.sqlite") && !stage.exists("a.sqlite-wal"))
      let container = try stage.open("a.sqlite")
      #expect(try container.cities().isEmpty)
      try container.viewContext.insert("City")
      try container.viewContext.save()
      container.close()
    }
  }

  @Test("SR-43: a coordinator keeps a store that was destroyed under it, without its rows")
  func destroyOpen() throws {
    try StoreStage.run { stage in
      let container = try stage.open("a.sqlite")
      try container.viewContext.insert("City")
      try container.viewContext.save()
      try StoreCoordinator.destroy(.sqlite(stage.path("a.sqlite")), timeout: 1)
      #expect(container.coordinator.openStores.count == 1)
      #expect(throws: (any Error).self) { try container.cities() }
      container.close()
      #expect(try stage.open("a.sqlite").cities().isEmpty)
    }
  }

  @Test(
    "SR scenario 62, SR-44: a missing source is a line of the log; an open destination is removed")
  func replace() throws {
    try StoreStage.run { stage in
      try stage.make("source.sqlite", cities: ["Bonn"])
      try stage.make("a.sqlite", cities: ["Ulm"])
      let (container, log) = try stage.container(
        StoreStage.first, StoreDescription(.sqlite(stage.path("a.sqlite"))))
      try container.openStores()
      let target = StoreDescription.Kind.sqlite(stage.path("a.sqlite"))
      try container.coordinator.replace(target, with: .sqlite(stage.path("none.sqlite")))
      #expect(
        log.withLock { $0 } == [
          "CoreData: error: Restore error: invalidSource(\"Source URL must exist\")"
        ])
      #expect(try container.cities() == ["Ulm"])
      try container.coordinator.replace(target, with: .sqlite(stage.path("source.sqlite")))
      #expect(container.coordinator.openStores.isEmpty)
      try container.openStores()
      container.viewContext.reset()
      #expect(try container.cities() == ["Bonn"])
      container.close()
      #expect(try stage.open("source.sqlite").cities() == ["Bonn"], "the source is as it was")
    }
  }

  @Test(
    "SR-44: rows that are only in the source's log are copied, to a destination that is missing")
  func replaceWithLog() throws {
    try StoreStage.run { stage in
      let source = try stage.open("source.sqlite")
      try source.viewContext.insert("City")["name"] = .string("Bonn")
      try source.viewContext.save()
      #expect(stage.exists("source.sqlite-wal"))
      let (container, _) = try stage.container(
        StoreStage.first, StoreDescription(.sqlite(stage.path("new.sqlite"))))
      try container.coordinator.replace(
        .sqlite(stage.path("new.sqlite")), with: .sqlite(stage.path("source.sqlite")))
      try container.openStores()
      #expect(try container.cities() == ["Bonn"])
      container.close()
      source.close()
    }
  }

  @Test(
    "SR scenario 63, SR-42: all objects move to a store of another type",
    arguments: ["XML", "Binary", "SQLite"])
  func migrate(_ type: String) throws {
    try StoreStage.run { stage in
      let container = try stage.open("a.sqlite")
      let context = container.viewContext
      let city = try context.insert("City")
      city["name"] = .string("Ulm")
      let road = try context.insert("Road")
      try road.add(city, toRelationship: "cities")
      try context.save()
      let old = container.coordinator.openStores[0].identifier
      container.coordinator[metadata: old]?["own"] = .string("kept")
      let path = stage.path("b")
      let kind: StoreDescription.Kind =
        type == "XML" ? .xml(path) : type == "Binary" ? .binary(path) : .sqlite(path)
      let new = try container.coordinator.migrate(store: old, to: StoreDescription(kind))
      #expect(container.coordinator.openStores.map(\.identifier) == [new])
      #expect(container.coordinator.openStores[0].description.kind == kind)
      #expect(container.coordinator[metadata: new]?["own"] == .string("kept"))
      #expect(city.objectID.uri.contains(new) && city["name"] == .string("Ulm"))
      #expect(road.names("cities") == ["Ulm"])
      city["name"] = .string("Bonn")
      try context.save()
      context.reset()
      #expect(try container.cities() == ["Bonn"])
      #expect(
        try container.viewContext.fetch(ObjectRequest("Road")).first?.names("cities") == ["Bonn"])
      container.close()
      #expect(stage.exists("a.sqlite"))
      #expect(try stage.open("a.sqlite").cities() == ["Ulm"], "the old file stays")
    }
  }
}
