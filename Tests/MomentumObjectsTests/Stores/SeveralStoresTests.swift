import Foundation
import MomentumModel
import Testing

@testable import MomentumObjects

/// Several stores in one coordinator, their metadata and events (SR-31 to SR-49).
@Suite struct SeveralStoresTests {
  private func configured(_ stage: StoreStage) throws -> ObjectContainer {
    var cities = StoreDescription(.sqlite(stage.path("cities.sqlite")))
    cities.configuration = "Cities"
    var roads = StoreDescription(.sqlite(stage.path("roads.sqlite")))
    roads.configuration = "Roads"
    let container = try stage.container(StoreStage.first, cities, roads).container
    try container.openStores()
    return container
  }

  @Test("SR scenario 56, SR-39, SR-49: each entity is saved in the file of its configuration")
  func configurations() throws {
    try StoreStage.run { stage in
      let container = try configured(stage)
      let context = container.viewContext
      let city = try context.insert("City")
      let road = try context.insert("Road")
      try context.save()
      let stores = container.coordinator.openStores
      #expect(stores.map(\.description.configuration) == ["Cities", "Roads"])
      #expect(city.objectID.uri.contains(stores[0].identifier))
      #expect(road.objectID.uri.contains(stores[1].identifier))
      var request = ObjectRequest("City")
      request.storeIdentifiers = [stores[0].identifier]
      #expect(try context.fetch(request) == [city])
      request.storeIdentifiers = [stores[1].identifier]
      #expect(try context.fetch(request).isEmpty)
      container.close()
      #expect(try storedRows(stage.path("roads.sqlite"), "SELECT Z_PK FROM ZROAD").count == 1)
    }
  }

  @Test("SR-49: the file of one configuration cannot be opened as another")
  func otherConfiguration() throws {
    try StoreStage.run { stage in
      try configured(stage).close()
      let error = try stage.failure("roads.sqlite", StoreStage.first) {
        $0.configuration = "Cities"
        $0.migrates = false
      }
      #expect(error?.code.rawValue == 134_100)
    }
  }

  @Test("SR-40: relationships between stores are refused when they are set, and at the save")
  func crossStore() throws {
    try StoreStage.run { stage in
      let container = try configured(stage)
      let context = container.viewContext
      let city = try context.insert("City")
      let road = try context.insert("Road")
      try context.save()
      let error = #expect(throws: ObjectMisuse.self) {
        try road.add(city, toRelationship: "cities")
      }
      #expect(
        error?.description.hasPrefix(
          "Illegal attempt to establish a relationship 'cities' between objects in different stores"
        ) == true)
      container.close()
    }
  }

  @Test("SR-40: a new object goes to the store that it was assigned to")
  func assign() throws {
    try StoreStage.run { stage in
      let (container, _) = try stage.container(
        StoreStage.first, StoreDescription(.sqliteInMemory), StoreDescription(.memory))
      try container.openStores()
      let ids = container.coordinator.openStores.map(\.identifier)
      let context = container.viewContext
      let first = try context.insert("City")
      let second = try context.insert("City")
      try context.assign(second, toStore: ids[1])
      try context.save()
      #expect(first.objectID.uri.contains(ids[0]) && second.objectID.uri.contains(ids[1]))
      #expect(throws: ObjectMisuse.self) { try context.assign(first, toStore: ids[1]) }
      try context.assign(first, toStore: ids[0])
      let third = try context.insert("City")
      #expect(throws: ObjectMisuse.self) { try context.assign(third, toStore: "none") }
      let other = ObjectContext(container.coordinator)
      #expect(throws: ObjectMisuse.self) { try other.assign(third, toStore: ids[0]) }
    }
  }

  @Test("SR-40: the assignment of a child's object reaches the store through its parent")
  func assignInChild() throws {
    try StoreStage.run { stage in
      let (container, _) = try stage.container(
        StoreStage.first, StoreDescription(.sqliteInMemory), StoreDescription(.memory))
      try container.openStores()
      let last = container.coordinator.openStores[1].identifier
      let parent = ObjectContext(container.coordinator)
      let child = ObjectContext(parent: parent)
      try child.assign(child.insert("City"), toStore: last)
      try child.save()
      try parent.save()
      #expect(try parent.fetch(ObjectRequest("City")).map(\.objectID.uri)[0].contains(last))
    }
  }

  @Test("SR-32: the objects of a removed store cannot be saved; added again, URIs resolve")
  func removal() throws {
    try StoreStage.run { stage in
      let container = try stage.open("a.sqlite")
      let events = Locked<[String]>([])
      container.coordinator.observe { event in
        switch event {
        case .didAdd: events.withLock { $0.append("added") }
        case .willRemove: events.withLock { $0.append("will remove") }
        case .didRemove: events.withLock { $0.append("removed") }
        case .didMigrate, .logged: break
        }
      }
      let city = try container.viewContext.insert("City")
      try container.viewContext.save()
      let uri = city.objectID.uri
      let id = container.coordinator.openStores[0].identifier
      city["name"] = .string("Ulm")
      try container.coordinator.remove(store: id)
      #expect(throws: ObjectError.self) { try container.coordinator.remove(store: id) }
      #expect(throws: ObjectError.self) { try container.viewContext.save() }
      #expect(container.coordinator.objectID(forURI: uri) == nil)
      try container.openStores()
      #expect(container.coordinator.objectID(forURI: uri) == city.objectID)
      try container.viewContext.save()
      #expect(events.withLock { $0 } == ["will remove", "removed", "added"])
      container.close()
    }
  }

  @Test(
    "SR scenario 60, SR-41: URIs of unknown stores and entities; of deleted and temporary objects")
  func uris() throws {
    try StoreStage.run { stage in
      let container = try stage.open("a.sqlite")
      let coordinator = container.coordinator
      let id = coordinator.openStores[0].identifier
      let new = try container.viewContext.insert("City")
      #expect(coordinator.objectID(forURI: new.objectID.uri) == nil)
      for uri in [
        "x-coredata://AAAA/City/p1", "x-coredata://\(id)/Town/p1", "x-coredata://\(id)/City/",
        "x-coredata://\(id)/City/p", "x-coredata://\(id)/City/p0", "x-coredata://\(id)/City/p-1",
        "x-coredata://\(id)/City/p+1", "x-coredata://\(id)", "http://\(id)/City/p1",
      ] { #expect(coordinator.objectID(forURI: uri) == nil, "\(uri)") }
      let unseen = try #require(coordinator.objectID(forURI: "x-coredata://\(id)/City/p99"))
      #expect(throws: ObjectError.self) { try container.viewContext.existingObject(with: unseen) }
      container.close()
    }
  }

  @Test("SR-281: the URI of an object in memory resolves")
  func memoryURI() throws {
    let container = ObjectContainer(try compiledModel(StoreStage.first))
    container.descriptions = [StoreDescription(.memory)]
    try container.openStores()
    let city = try container.viewContext.insert("City")
    try container.viewContext.save()
    #expect(container.coordinator.objectID(forURI: city.objectID.uri) == city.objectID)
  }

  // MARK: - Metadata

  @Test("SR scenario 58, SR-35: metadata reaches the file with the next save, also without changes")
  func metadata() throws {
    try StoreStage.run { stage in
      let container = try stage.open("a.sqlite")
      let id = container.coordinator.openStores[0].identifier
      #expect(container.coordinator[metadata: id]?["NSStoreUUID"] == .string(id))
      container.coordinator[metadata: id]?["own"] = .array([.integer(1), .string("x")])
      #expect(container.coordinator[metadata: "none"] == nil)
      let kind = StoreDescription.Kind.sqlite(stage.path("a.sqlite"))
      #expect(try kind.fileMetadata()["own"] == nil)
      try container.viewContext.save()
      #expect(try kind.fileMetadata()["own"] == .array([.integer(1), .string("x")]))
      container.coordinator[metadata: id]?["NSStoreModelVersionHashes"] = .dictionary([:])
      try container.viewContext.save()
      container.close()
      try stage.open("a.sqlite").close()
    }
  }

  @Test(
    "SR scenario 59, SR-36: metadata is set in the file at once; an open coordinator is unaware")
  func fileMetadata() throws {
    try StoreStage.run { stage in
      let container = try stage.open("a.sqlite")
      let id = container.coordinator.openStores[0].identifier
      let kind = StoreDescription.Kind.sqlite(stage.path("a.sqlite"))
      var metadata = try kind.fileMetadata()
      metadata["own"] = .string("new")
      metadata["NSStoreModelVersionHashes"] = nil
      try kind.setFileMetadata(metadata)
      #expect(try kind.fileMetadata()["own"] == .string("new"))
      #expect(container.coordinator[metadata: id]?["own"] == nil)
      try container.coordinator.remove(store: id)
      try container.openStores()
      #expect(container.coordinator[metadata: id]?["own"] == .string("new"))
      container.close()
      let missing = StoreDescription.Kind.sqlite(stage.path("none.sqlite"))
      #expect(throws: ObjectError.self) { try missing.fileMetadata() }
    }
  }

  @Test("SR-36: the metadata of an XML file")
  func xmlMetadata() throws {
    try StoreStage.run { stage in
      let kind = StoreDescription.Kind.xml(stage.path("a.xml"))
      let (container, _) = try stage.container(StoreStage.first, StoreDescription(kind))
      try container.openStores()
      try container.viewContext.insert("City")["name"] = .string("Ulm")
      try container.viewContext.save()
      container.close()
      try kind.setFileMetadata(["own": .string("new")])
      #expect(try kind.fileMetadata()["own"] == .string("new"))
      try container.openStores()
      #expect(try container.cities() == ["Ulm"])
      let binary = StoreDescription.Kind.binary(stage.path("a.xml"))
      #expect(throws: ObjectError.self) { try binary.setFileMetadata([:]) }
    }
  }
}
