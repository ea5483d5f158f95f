import Foundation
import MomentumMigrator
import MomentumPropertyList
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

/// What a migration does with the app's own keys, and with metadata that it could not write as it was.
@Suite struct AppliedMetadataTests {
  typealias Fixture = ApplyFixture

  private static let values: [PropertyList] = [
    .unsigned(1 << 63), .unsigned(.max), .integer(.max), .integer(.min), .uid(.max), .uid(300),
    .real(.nan), .real(-0.0), .date(0.1), .null, .data([0, 255]),
    // To Swift, the two are equal.
    .string("e\u{301}"), .string("\u{e9}"), .array([]), .dictionary(["a": .unsigned(1 << 63)]),
  ]

  private func putValues(_ value: PropertyList, _ fixture: Fixture) throws -> [UInt8] {
    let connection = try Connection(path: fixture.store, access: .readWrite)
    var metadata = try StoreMetadata.read(from: connection)
    metadata.others["app.key"] = value
    try metadata.write(to: connection)
    return try bytes(connection)
  }

  private func bytes(_ connection: Connection) throws -> [UInt8] {
    guard case .blob(let bytes)? = try connection.firstValue("SELECT Z_PLIST FROM Z_METADATA")
    else { return [] }
    return bytes
  }

  private func appValue(_ bytes: [UInt8]) throws -> [UInt8] {
    BinaryPropertyListWriter.write(
      try #require(PropertyList.read(bytes, exactly: true).dictionary?["app.key"]))
  }

  @Test(arguments: [false, true])
  func everyValueOfTheAppComesAlongAsItIs(inPlace: Bool) throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(.delete)
      let before = try putValues(.array(Self.values), fixture)
      try fixture.migrate(MigrationOptions(isInPlace: inPlace))
      let after = try bytes(Connection(path: fixture.store, access: .readWrite))
      #expect(before != after)
      #expect(try appValue(before) == appValue(after))
    }
  }

  @Test func unsignedNumbersAreThoseOfFoundation() throws {
    let written = BinaryPropertyListWriter.write(
      .array([.unsigned(1 << 63), .unsigned(.max), .integer(-1)]))
    let list = try PropertyListSerialization.propertyList(
      from: Data(written), options: [], format: nil)
    let numbers = try #require(list as? [NSNumber])
    #expect(
      numbers.map(\.stringValue) == ["9223372036854775808", "18446744073709551615", "-1"])
    let xml = """
      <?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><array>\
      <integer>9223372036854775808</integer><integer>18446744073709551615</integer>\
      <integer>-1</integer></array></plist>
      """
    let expected = [PropertyList.unsigned(1 << 63), .unsigned(.max), .integer(-1)]
    #expect(try PropertyList.read(Array(xml.utf8)) == .array(expected))
    #expect(try PropertyList.read(written, exactly: true) == .array(expected))
  }

  /// What to put, the bytes to look for, and what to put in their place.
  struct Lossy: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var value: PropertyList
    var old: [UInt8]
    var new: [UInt8]
    var message: String
  }

  static let lossy = [
    Lossy(
      testDescription: "128 bits", value: .unsigned(1 << 63),
      old: [0x14, 0, 0, 0, 0, 0, 0, 0, 0, 0x80], new: [0x14, 0, 0, 0, 0, 0, 0, 0, 1, 0x80],
      message: "an integer of more than 64 bits"),
    Lossy(
      testDescription: "half a pair", value: .string("\u{1F642}"),
      old: [0x62, 0xD8, 0x3D, 0xDE, 0x42], new: [0x62, 0xD8, 0x3D, 0, 0x41],
      message: "a text with half of a surrogate pair"),
    Lossy(
      testDescription: "no ASCII", value: .string("no ASCII"), old: Array("no ASCII".utf8),
      new: Array("no ".utf8) + [0xFF, 0xFE, 0xFF, 0xFE, 0xFF], message: "a text that is not ASCII"
    ),
    Lossy(
      testDescription: "one key twice",
      value: .dictionary(["twice1": .integer(1), "twice2": .integer(2)]),
      old: Array("twice2".utf8), new: Array("twice1".utf8), message: "two members of one key"),
  ]

  @Test(arguments: lossy)
  func whatWouldNotBeKeptIsRefused(lossy: Lossy) throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(.delete)
      var bytes = try putValues(lossy.value, fixture)
      let place = try #require(
        bytes.indices.first { bytes[$0...].starts(with: lossy.old) })
      bytes.replaceSubrange(place..<place + lossy.old.count, with: lossy.new)
      try expectRefusal(bytes, lossy.message, fixture)
    }
  }

  @Test func aSetIsRefused() throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(.delete)
      var bytes = try putValues(.array((1...14).map { .integer($0 * 1000) }), fixture)
      // An array of 14, whose items follow each other.
      let place = try #require(
        bytes.indices.dropLast(14).first { place in
          bytes[place] == 0xAE
            && (2...14).allSatisfy { Int(bytes[place + $0]) == Int(bytes[place + 1]) + $0 - 1 }
        })
      bytes[place] = 0xCE
      try expectRefusal(bytes, "a set", fixture)
    }
  }

  private func expectRefusal(_ bytes: [UInt8], _ message: String, _ fixture: Fixture) throws {
    try Connection(path: fixture.store, access: .readWrite)
      .execute("UPDATE Z_METADATA SET Z_PLIST = ?", [.blob(bytes)])
    let before = try fixture.files()
    #expect(
      throws: MigrationError.store(
        .metadata(
          path: fixture.store,
          message: "the list holds \(message), which would not be kept as it is"))
    ) {
      try fixture.migrate()
    }
    expectEqual(try fixture.files(), before, "a migration that is refused leaves every file")
    // To read it is another matter.
    #expect(try StoreReader(path: fixture.store).metadata().others["app.key"] != nil)
  }

  /// A migration and its script leave a missing UUID missing.
  @Test(arguments: [false, true])
  func aMissingUUIDStaysMissing(byScript: Bool) throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(.delete)
      let connection = try Connection(path: fixture.store, access: .readWrite)
      try connection.execute("UPDATE Z_METADATA SET Z_UUID = NULL")
      if byScript {
        let preview = try StoreMigrator().plan(
          store: fixture.store, among: [fixture.old], to: fixture.new)
        let script = try #require(preview.script())
        for statement in script.components(separatedBy: ";\n") where !statement.isEmpty {
          try connection.execute(sql: statement)
        }
      } else {
        _ = try StoreMigrator().migrate(
          store: fixture.store, among: [fixture.old], to: fixture.new)
      }
      let after = try Connection(path: fixture.store, access: .readOnly)
      #expect(try after.firstValue("SELECT Z_UUID FROM Z_METADATA") == .null)
      #expect(
        try after.firstValue("SELECT count(*) FROM ZVENUE WHERE ZTOWN = 'Rome'") == .integer(3))
    }
  }

  @Test func aSecondRowOfMetadataIsRefused() throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(.delete)
      try Connection(path: fixture.store, access: .readWrite).execute(
        "INSERT INTO Z_METADATA SELECT 2, 'mine', Z_PLIST FROM Z_METADATA")
      let before = try fixture.files()
      #expect(
        throws: MigrationError.store(
          .metadata(
            path: fixture.store,
            message: "Z_METADATA has more than one row, and only one would be kept"))
      ) {
        try fixture.migrate()
      }
      expectEqual(try fixture.files(), before, "a migration that is refused leaves every file")
    }
  }
}
