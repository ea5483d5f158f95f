import Foundation
import MomentumModel
import MomentumPropertyList
import Testing

@testable import MomentumObjects

/// Stores that are read and replaced as whole files.
@Suite final class StoreFileTests {
  private let folder: URL
  private let model: ModelPlan

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    model = try ModelPlan(compiledModel(officeEntities))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func path(_ name: String = "store") -> String { folder.appendingPathComponent(name).path }

  private func open(_ type: String, _ options: MemoryStoreOptions = MemoryStoreOptions()) throws
    -> MemoryWorld
  {
    MemoryWorld(model, try MemoryObjectStore(file: path(), type: type, model, options: options))
  }

  private func fill(_ world: inout MemoryWorld) throws {
    let company = try world.insert("Company", ["title": .string("A & <B>")])
    let room = try world.insert("Room")
    let ann = try world.insert(
      "Manager",
      ["name": .string(" ann\r\n\"x\" "), "age": .integer(-3), "level": .integer(1 << 40)],
      ["company": company, "room": room])
    let bob = try world.insert("Person", ["salary": .double(0.1)], ["room": room])
    let tag = try world.insert("Tag", ["word": .string("")])
    try world.link(company, "tags", add: [tag])
    try world.link(room, "desks", add: [ann, bob], order: [bob, ann])
    try world.save()
  }

  /// All rows and members as text.
  private func content(_ world: MemoryWorld) throws -> [String] {
    var lines: [String] = []
    for entity in model.entities where entity.lineage.count == 1 {
      for row in try world.store.rows(world.fetch(entity.name)) {
        var line = "\(row.id.entityName) \(row.id.number) \(row.values.map { "\($0 as Any)" })"
        line += " \(row.toOnes.map { $0?.number })"
        for relationship in row.id.entity.toManys {
          line += " \(try world.store.members(relationship, of: row.id).map(\.number))"
        }
        lines.append(line)
      }
    }
    return lines
  }

  // MARK: - Both formats

  @Test(arguments: ["XML", "Binary"])
  func aSavedStoreReadsBack(type: String) throws {
    var world = try open(type)
    #expect(world.store.type == type)
    try fill(&world)
    let again = try open(type)
    #expect(try content(again) == content(world))
    #expect(again.store.identifier == world.store.identifier)
    #expect(again.store.metadata == world.store.metadata)
    // The first object of a file has the number 102, and numbers go on after opening.
    #expect(try again.store.reserveNumbers(1, root: again.entity("Tag")) == 107...107)
  }

  @Test(arguments: ["XML", "Binary"])
  func metadataReachesTheFileWithTheNextSave(type: String) throws {
    var world = try open(type)
    try world.save()
    world.store.metadata["own"] = .array([.string("<x>"), .boolean(true), .real(0.5)])
    #expect(try StoreFileType.information(path(), type: type)["own"] == nil)
    try world.save()
    #expect(
      try StoreFileType.information(path(), type: type)["own"]
        == .array([.string("<x>"), .boolean(true), .real(0.5)]))
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path()))
    try Data("later".utf8).write(to: URL(fileURLWithPath: path()))
    // Nothing changed, so nothing is written.
    try world.save()
    #expect(try Data(contentsOf: URL(fileURLWithPath: path())) == Data("later".utf8))
    #expect(bytes.count > 100)
  }

  @Test(
    "SR scenario 82, SR-51: a file of another type is refused",
    arguments: [("XML", "Binary"), ("Binary", "XML")])
  func aStoreOfAnotherTypeIsRefused(_ type: String, _ other: String) throws {
    var world = try open(type)
    try world.save()
    let error = MemoryStoreError(.wrongType(found: type, wanted: other), path: path())
    #expect(throws: error) { try open(other) }
    #expect(error.code == 134010)
    try Data("SQLite format 3\0…".utf8).write(to: URL(fileURLWithPath: path()))
    #expect(throws: MemoryStoreError(.wrongType(found: "SQLite", wanted: other), path: path())) {
      try open(other)
    }
  }

  @Test(arguments: ["XML", "Binary"])
  func aCutFileIsRefused(type: String) throws {
    var world = try open(type)
    try fill(&world)
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path())))
    for length in stride(from: 0, to: bytes.count, by: 7) {
      try Data(bytes[..<length]).write(to: URL(fileURLWithPath: path()))
      #expect(throws: MemoryStoreError.self, "cut to \(length) bytes") { try open(type) }
    }
  }

  @Test(arguments: ["XML", "Binary"])
  func anotherModelIsRefusedUnlessVersionsAreIgnored(type: String) throws {
    var world = try open(type)
    try fill(&world)
    let other = try ModelPlan(
      compiledModel(
        officeEntities.replacingOccurrences(
          of: "name=\"word\" optional=\"YES\"", with: "name=\"word\"")))
    #expect(throws: MemoryStoreError(.incompatible, path: path())) {
      try MemoryObjectStore(file: path(), type: type, other)
    }
    let store = try MemoryObjectStore(
      file: path(), type: type, other, options: MemoryStoreOptions(ignoresVersions: true))
    #expect(store.identifier == world.store.identifier)
  }

  @Test(arguments: ["XML", "Binary"])
  func aFailedWriteLeavesStoreAndFileAsTheyWere(type: String) throws {
    var world = try open(type)
    try fill(&world)
    let before = try content(world)
    // A folder in place of the file cannot be replaced by a file.
    try FileManager.default.removeItem(atPath: path())
    try FileManager.default.createDirectory(
      atPath: path() + "/inner", withIntermediateDirectories: true)
    _ = try world.insert("Tag")
    #expect {
      try world.save()
    } throws: { error in
      (error as? MemoryStoreError)?.code == 512
    }
    #expect(try content(world) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["store"])
  }

  @Test func aMissingFileCannotBeOpenedReadOnly() {
    #expect {
      try open("XML", MemoryStoreOptions(isReadOnly: true))
    } throws: { error in
      (error as? MemoryStoreError)?.code == 256
    }
  }

  @Test func anotherPropertyListIsNoBinaryStore() throws {
    let list = BinaryPropertyListWriter.write(.dictionary(["$archiver": .string("x")]))
    try Data(list).write(to: URL(fileURLWithPath: path()))
    #expect {
      try open("Binary")
    } throws: { error in
      (error as? MemoryStoreError)?.code == 259
    }
  }
}
