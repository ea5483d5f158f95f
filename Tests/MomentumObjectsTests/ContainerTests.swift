import Foundation
import MomentumDiagnostics
import MomentumModel
import MomentumRuntime
import MomentumTestSupport
import Testing

@testable import MomentumObjects

/// Containers: stores of every kind, reopening, migration, derived values.
@Suite struct ContainerTests {
  private func container(
    _ entities: String, _ kind: StoreDescription.Kind
  ) throws -> ObjectContainer {
    let container = ObjectContainer(try compiledModel(entities))
    container.descriptions = [StoreDescription(kind)]
    try container.openStores()
    return container
  }

  private static let first = """
    <entity name="City"><attribute name="name" attributeType="String" defaultValueString=""/></entity>
    """
  private static let second = """
    <entity name="City"><attribute name="name" attributeType="String" defaultValueString=""/>
    <attribute name="size" attributeType="Integer 64" defaultValueString="7"/></entity>
    """

  @Test("A file of each kind is written, and read by another container")
  func files() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = { (name: String) in folder.appendingPathComponent(name).path }
      for kind in [.sqlite(path("a.sqlite")), .xml(path("b.xml")), .binary(path("c.bin"))]
        as [StoreDescription.Kind]
      {
        do {
          let writer = try container(Self.first, kind)
          try writer.viewContext.insert("City")["name"] = .string("Ulm")
          try writer.viewContext.save()
        }
        let reader = try container(Self.first, kind)
        let found = try reader.viewContext.fetch(ObjectRequest("City"))
        #expect(found.map { $0.text("name") } == ["Ulm"], "\(kind)")
      }
    }
  }

  @Test("SR scenario 16: a store of an older version is migrated when it is opened")
  func migration() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("a.sqlite").path
      let old = try compiledModel(Self.first)
      do {
        let writer = try container(Self.first, .sqlite(path))
        try writer.viewContext.insert("City")["name"] = .string("Ulm")
        try writer.viewContext.save()
        for store in writer.coordinator.stores { writer.coordinator.remove(store) }
      }
      let refusing = ObjectContainer(try compiledModel(Self.second), versions: [old])
      var description = StoreDescription(.sqlite(path))
      description.migrates = false
      refusing.descriptions = [description]
      let error = #expect(throws: ObjectError.self) { try refusing.openStores() }
      #expect(error?.code.rawValue == 134_100)

      let migrating = ObjectContainer(try compiledModel(Self.second), versions: [old])
      migrating.descriptions = [StoreDescription(.sqlite(path))]
      try migrating.openStores()
      let city = try #require(try migrating.viewContext.fetch(ObjectRequest("City")).first)
      #expect(city["name"] == .string("Ulm") && city["size"] == .integer(7))
    }
  }

  @Test("SR scenario 57: a store is added once")
  func twice() throws {
    let container = try container(Self.first, .memory)
    let store = try #require(container.coordinator.stores.first)
    let error = #expect(throws: ObjectError.self) { try container.coordinator.add(store) }
    #expect(error?.code.rawValue == 134_081)
  }

  @Test("OG scenario 130: a derived value is nil, the old one, then new after a refresh (OG-912)")
  func derived() throws {
    let entities = """
      <entity name="Team">
        <attribute name="size" optional="YES" attributeType="Integer 64" derived="YES"
          derivationExpression="members.@count"/>
        <relationship name="members" optional="YES" toMany="YES" destinationEntity="Member"
          inverseName="team" inverseEntity="Member"/>
      </entity>
      <entity name="Member">
        <relationship name="team" optional="YES" maxCount="1" destinationEntity="Team"
          inverseName="members" inverseEntity="Team"/>
      </entity>
      """
    let container = try container(entities, .sqliteInMemory)
    let context = container.viewContext
    let team = try context.insert("Team")
    #expect(team["size"] == .null)
    try context.insert("Member")["team"] = .object(team)
    try context.save()
    #expect(team["size"] == .null)
    context.refresh(team, keepingChanges: false)
    #expect(team["size"] == .integer(1))
  }

  @Test("OG-617, OG-912: another context sees the save of a row with derived values")
  func derivedElsewhere() throws {
    let entities = """
      <entity name="Book">
        <attribute name="title" attributeType="String" defaultValueString=""/>
        <attribute name="plain" optional="YES" attributeType="String" derived="YES"
          derivationExpression="lowercase:(title)"/>
      </entity>
      """
    let container = try container(entities, .sqliteInMemory)
    let writer = ObjectContext(container.coordinator)
    let reader = ObjectContext(container.coordinator)
    let merging = ObjectContext(container.coordinator)
    merging.mergesChangesFromParent = true
    let book = try writer.insert("Book")
    book["title"] = .string("Old")
    try writer.save()
    let read = try reader.existingObject(with: book.objectID)
    let merged = try merging.existingObject(with: book.objectID)
    #expect(read["title"] == .string("Old") && merged["title"] == .string("Old"))
    book["title"] = .string("New")
    try writer.save()
    merging.performAndWait { #expect(merged["title"] == .string("New")) }
    #expect(read["title"] == .string("Old"), "nobody asked for news")
    reader.refreshAllObjects()
    #expect(read["title"] == .string("New"))
  }

  @Test("SR scenario 70, SR-2: a model that cannot be found is an error at once")
  func wrongModel() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("none.xcdatamodeld").path
      #expect(throws: (any Error).self) { try ObjectContainer(model: path) }
    }
  }

  @Test("SR-12: a background task returns its result")
  func backgroundTask() async throws {
    let container = try container(Self.first, .memory)
    let count = try await container.performBackgroundTask { context in
      try context.insert("City")
      try context.save()
      return try context.count(ObjectRequest("City"))
    }
    #expect(count == 1)
  }
}
