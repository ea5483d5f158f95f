import Foundation
import MomentumPropertyList
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

@Suite(.tags(.random)) struct StoreMetadataTests {
  /// A store whose metadata is any bytes.
  private func read(_ bytes: [UInt8]) throws -> StoreMetadata {
    let connection = try Connection.inMemory()
    try connection.execute("CREATE TABLE Z_METADATA (Z_VERSION, Z_UUID, Z_PLIST)")
    try connection.execute("INSERT INTO Z_METADATA VALUES (1, 'U', ?)", [.blob(bytes)])
    return try StoreMetadata.read(from: connection)
  }

  private func bytes(_ metadata: StoreMetadata) throws -> [UInt8] {
    let connection = try Connection.inMemory()
    try connection.execute("CREATE TABLE Z_METADATA (Z_VERSION, Z_UUID, Z_PLIST)")
    try metadata.write(to: connection)
    guard case .blob(let bytes)? = try connection.firstValue("SELECT Z_PLIST FROM Z_METADATA")
    else { return [] }
    return bytes
  }

  @Test func foundationReadsWhatIsWritten() throws {
    var metadata = VenueStore.metadata
    metadata.others["kinds"] = .array([
      .boolean(true), .boolean(false), .real(0.5), .date(1.5), .string("é🙂"), .integer(70000),
      .integer(.max), .integer(.min), .data(Array(repeating: 1, count: 300)), .array([]),
      .dictionary(["a": .string(String(repeating: "x", count: 70000))]),
    ])
    let written = try bytes(metadata)
    let list = try PropertyListSerialization.propertyList(
      from: Data(written), options: [], format: nil)
    let members = try #require(list as? [String: Any])
    #expect(members["NSStoreType"] as? String == "SQLite")
    #expect(members["_NSAutoVacuumLevel"] as? String == "2")
    #expect(members["NSPersistenceFrameworkVersion"] as? Int == 1344)
    let hashes = try #require(members["NSStoreModelVersionHashes"] as? [String: Data])
    #expect(hashes["Venue"] == Data(0..<32))
    let kinds = try #require(members["kinds"] as? [Any])
    #expect(kinds[0] as? Bool == true)
    #expect(kinds[2] as? Double == 0.5)
    #expect(kinds[3] as? Date == Date(timeIntervalSinceReferenceDate: 1.5))
    #expect(kinds[4] as? String == "é🙂")
    #expect(kinds[5] as? Int == 70000)
    #expect(kinds[6] as? Int64 == .max)
    #expect(kinds[7] as? Int64 == .min)
    #expect((kinds[10] as? [String: String])?["a"]?.count == 70000)
    var expected = metadata
    expected.uuid = "U"
    #expect(try read(written) == expected)
  }

  @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
  func whatFoundationWritesIsRead(_ format: PropertyListSerialization.PropertyListFormat) throws {
    let list: [String: Any] = [
      "NSStoreType": "SQLite", "NSStoreModelVersionIdentifiers": ["a", "é"],
      "NSPersistenceFrameworkVersion": 320, "NSStoreModelVersionHashesVersion": 3,
      "NSStoreModelVersionHashes": ["E": Data([1, 2])], "flag": true, "number": -7, "real": 2.5,
      "date": Date(timeIntervalSinceReferenceDate: 8), "nested": [["x": [1]]],
    ]
    let data = try PropertyListSerialization.data(
      fromPropertyList: list, format: format, options: 0)
    let metadata = try read(Array(data))
    #expect(metadata.modelVersionIdentifiers == ["a", "é"])
    #expect(metadata.frameworkVersion == 320)
    #expect(metadata.entityHashes == ["E": [1, 2]])
    #expect(
      metadata.others == [
        "flag": .boolean(true), "number": .integer(-7), "real": .real(2.5), "date": .date(8),
        "nested": .array([.dictionary(["x": .array([.integer(1)])])]),
      ])
  }

  @Test func aKnownKeyOfAnUnknownTypeIsKept() throws {
    var metadata = VenueStore.metadata
    metadata.storeType = nil
    metadata.others["NSStoreType"] = .integer(1)
    let again = try read(bytes(metadata))
    #expect(again.storeType == nil)
    #expect(again.others["NSStoreType"] == .integer(1))
    #expect(try bytes(again) == bytes(metadata))
  }

  @Test func damagedListsGiveAnErrorOrAValue() throws {
    let good = try bytes(VenueStore.metadata)
    for prefix in Mutations.prefixes(of: good).dropLast() {
      #expect(throws: StoreError.self) { try read(prefix) }
    }
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<3000 {
      var damaged = good
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let place = Int.random(in: 8..<damaged.count, using: &generator)
        damaged[place] = UInt8.random(in: 0...255, using: &generator)
      }
      do { _ = try read(damaged) } catch let error as StoreError {
        guard case .metadata = error else { throw error }
      }
    }
  }

  /// An array that holds itself, and arrays that hold the next one twice.
  @Test func listsThatReferToThemselvesEnd() throws {
    func list(_ objects: [[UInt8]]) -> [UInt8] {
      var bytes = Array("bplist00".utf8)
      let offsets = objects.map { object in
        defer { bytes += object }
        return UInt8(bytes.count)
      }
      let table = UInt8(bytes.count)
      bytes += offsets + [0, 0, 0, 0, 0, 0, 1, 1]
      for number in [UInt8(objects.count), 0, table] { bytes += [0, 0, 0, 0, 0, 0, 0, number] }
      return bytes
    }
    #expect(throws: StoreError.self) { try read(list([[0xA1, 0]])) }
    let doubling = (0..<40).map { [0xA2, UInt8($0 + 1), UInt8($0 + 1)] } + [[0x09]]
    #expect(throws: StoreError.self) { try read(list(doubling)) }
    #expect(throws: StoreError.self) { try read(list([[0xD1, 1, 1], [0x10, 5]])) }
  }

  @Test(arguments: [
    String(repeating: "<array>", count: 100_000),
    String(repeating: "<array><!--</</-->", count: 100_000),
    String(repeating: "<array </></>", count: 100_000),
    String(repeating: "<array><![CDATA[</array>]]>", count: 100_000),
    String(repeating: "(", count: 100_000), String(repeating: "{a=", count: 100_000),
    "<?xml version=\"1.0\"?><!DOCTYPE plist [<!ENTITY a \"b\">]><plist><dict/></plist>",
    "", "text", "<plist>", "bplist0", "<plist version=\"1.0\"><string>a</string></plist>",
  ])
  func hostileTextIsAnError(_ text: String) throws {
    #expect(throws: StoreError.self) { try read(Array(text.utf8)) }
  }

  @Test func aDatabaseWithoutMetadataIsNoStore() throws {
    let connection = try Connection.inMemory()
    #expect(throws: StoreError.notAStore(path: ":memory:", missing: "Z_METADATA")) {
      try StoreMetadata.read(from: connection)
    }
    try connection.execute("CREATE VIEW Z_METADATA AS SELECT 1 AS Z_VERSION")
    #expect(throws: StoreError.notAStore(path: ":memory:", missing: "Z_METADATA")) {
      try StoreMetadata.read(from: connection)
    }
  }
}
