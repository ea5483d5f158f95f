import Foundation
import MomentumTestSupport
import Testing

@testable import MomentumObjects

/// Models of several versions and containers for them, in a folder of its own.
struct StoreStage {
  let folder: URL

  /// Runs `body` with a folder that is gone afterwards.
  static func run(_ body: (StoreStage) throws -> Void) throws {
    try RepositoryFiles.withTemporaryFolder { try body(StoreStage(folder: $0)) }
  }

  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

  static let first = """
    <entity name="City"><attribute name="name" optional="YES" attributeType="String"/></entity>
    <entity name="Road"><attribute name="number" optional="YES" attributeType="String"/>
    <relationship name="cities" optional="YES" toMany="YES" destinationEntity="City"/></entity>
    <configuration name="Cities"><memberEntity name="City"/></configuration>
    <configuration name="Roads"><memberEntity name="Road"/></configuration>
    """

  /// `first` with a change of its text.
  static func changed(_ old: String, _ new: String) -> String {
    first.replacingOccurrences(of: old, with: new)
  }

  static let optionalName = #"name="name" optional="YES""#

  /// An attribute with a default more.
  static var added: String {
    changed(
      "<entity name=\"City\">",
      "<entity name=\"City\"><attribute name=\"size\" optional=\"YES\" attributeType=\"Integer 64\" defaultValueString=\"7\"/>"
    )
  }

  /// A container without open stores, and the lines of its log.
  func container(
    _ entities: String = StoreStage.first, versions: [String] = [],
    _ descriptions: StoreDescription...
  ) throws -> (container: ObjectContainer, log: MomentumObjects.Locked<[String]>) {
    let container = ObjectContainer(
      try compiledModel(entities), versions: try versions.map { try compiledModel($0) })
    container.descriptions = descriptions
    let log = MomentumObjects.Locked<[String]>([])
    container.coordinator.observe { event in
      if case .logged(let line) = event { log.withLock { $0.append(line) } }
    }
    return (container, log)
  }

  /// A container with an open SQLite store.
  func open(_ name: String, _ entities: String = StoreStage.first) throws -> ObjectContainer {
    let container = try container(entities, StoreDescription(.sqlite(path(name)))).container
    try container.openStores()
    return container
  }

  /// A closed SQLite store with cities of these names.
  func make(_ name: String, cities: [String?] = ["Ulm"]) throws {
    let container = try open(name)
    for city in cities {
      try container.viewContext.insert("City")["name"] = city.map { .string($0) } ?? .null
    }
    try container.viewContext.save()
    container.close()
  }

  /// The error of opening a SQLite store with a model.
  func failure(
    _ name: String, _ entities: String, versions: [String] = [StoreStage.first],
    _ change: (inout StoreDescription) -> Void = { _ in },
    _ configure: (ObjectContainer) throws -> Void = { _ in }
  ) throws -> ObjectError? {
    var description = StoreDescription(.sqlite(path(name)))
    description.timeout = 1
    change(&description)
    let container = try container(entities, versions: versions, description).container
    try configure(container)
    do {
      try container.openStores()
      container.close()
      return nil
    } catch {
      return try #require(error as? ObjectError, "\(error)")
    }
  }
}

extension ObjectContainer {
  /// Closes all stores.
  func close() { for store in coordinator.stores { coordinator.remove(store) } }

  func cities() throws -> [String?] {
    var request = ObjectRequest("City")
    request.sortKeys = [ObjectSort("name")]
    return try viewContext.fetch(request).map { $0.text("name") }
  }
}

extension ObjectError {
  var reason: String? {
    if case .string(let text)? = userInfo["reason"] { return text }
    return nil
  }
}
