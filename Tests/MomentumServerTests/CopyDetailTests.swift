import Foundation
import MomentumCompiler
import MomentumPostgreSQL
import MomentumRuntime
import MomentumSQL
import MomentumSQLite
import MomentumServer
import MomentumTestSupport
import Testing

/// What a row of Core Data's holds and the plain layout does not: it comes back all the same.
@Suite(.tags(.server), .enabled(if: PostgreSQLServer.isAlone, PostgreSQLServer.aloneReason))
struct CopyDetailTests {
  private static let model = """
    <?xml version="1.0" encoding="UTF-8"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
      <entity name="Item" syncable="YES">
        <attribute name="at" optional="YES" attributeType="Date"/>
        <attribute name="title" optional="YES" attributeType="String"/>
        <attribute name="price" optional="YES" attributeType="Decimal"/>
        <attribute name="small" optional="YES" attributeType="Integer 16"/>
        <attribute name="ratio" optional="YES" attributeType="Float"/>
        <attribute name="image" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
        <attribute name="select" optional="YES" attributeType="Boolean"/>
        <attribute name="größe" optional="YES" attributeType="Double"/>
        <attribute name="lower" optional="YES" attributeType="String" derived="YES" derivationExpression="lowercase:(title)"/>
      </entity>
    </model>
    """

  private func store(_ path: String, _ rows: String...) throws -> CompiledModel {
    let compiled = try CopyTests.compiled(Self.model)
    try compiled.createStore(at: path)
    let connection = try Connection(path: path, access: .readWrite)
    for row in rows {
      try connection.execute(sql: "INSERT INTO ZITEM(Z_PK, Z_ENT, Z_OPT, \(row)")
    }
    try connection.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = 90")
    return compiled
  }

  @Test func valuesThatTheServerKeepsLessExactlyComeBack() async throws {
    try await ServerCase.with { server in
      let (old, new) = (server.path("old.sqlite"), server.path("new.sqlite"))
      let compiled = try store(
        old, "ZAT) VALUES (1, 1, 1, 700000000.123456789)", "ZAT) VALUES (2, 1, 9, 1e300)",
        "ZAT, ZTITLE) VALUES (3, 1, 2, 5, 'a' || char(0) || 'b')",
        "ZPRICE) VALUES (4, 1, 1, 1e-20)", "ZPRICE) VALUES (5, 1, 1, 123456789012345678)",
        "ZPRICE) VALUES (6, 1, 1, 1.5e25)", "ZRATIO) VALUES (7, 1, 1, 0.1)",
        "ZRATIO) VALUES (8, 1, 1, 9e999)", "ZSELECT) VALUES (9, 1, 1, 7)",
        "ZGRÖSSE) VALUES (10, 1, 1, -0.0)", "ZIMAGE) VALUES (11, 1, 1, x'01AABB')",
        "ZIMAGE) VALUES (12, 1, 1, x'05AABB')", "ZIMAGE) VALUES (13, 1, 1, x'')",
        "ZTITLE) VALUES (14, 1, 1, 'ÄÖ Ünï')")
      let there = CopyToServer(store: old, of: compiled, named: "M", to: server.address)
      #expect(try await there.run().rows == 14)
      _ = try await CopyFromServer(server.address, of: compiled, toStore: new).run()
      try StoreDump.expectSame(old, new)
    }
  }

  @Test func aValueThatWasChangedOnTheServerWins() async throws {
    try await ServerCase.with { server in
      let (old, new) = (server.path("old.sqlite"), server.path("new.sqlite"))
      let compiled = try store(
        old, "ZAT, ZTITLE) VALUES (1, 1, 4, 700000000.123456789, 'x')",
        "ZAT) VALUES (2, 1, 1, 700000000.123456789)")
      let there = CopyToServer(store: old, of: compiled, named: "M", to: server.address)
      _ = try await there.run()
      try await server.observer.execute(
        script: "UPDATE item SET at = '2001-01-01T00:00:05Z' WHERE id = 1")
      // The key after the highest one that was ever given.
      try await server.observer.execute(script: "INSERT INTO item (title) VALUES ('new')")
      _ = try await CopyFromServer(server.address, of: compiled, toStore: new).run()
      let connection = try StoreReader(path: new).connection
      let rows = try connection.prepare("SELECT Z_PK, Z_OPT, ZAT, ZTITLE FROM ZITEM ORDER BY Z_PK")
      #expect(try rows.nextRow() == [.integer(1), .integer(4), .integer(5), .text("x")])
      #expect(
        try rows.nextRow() == [.integer(2), .integer(1), .real(700000000.123456789), .null])
      #expect(try rows.nextRow() == [.integer(91), .integer(1), .null, .text("new")])
      #expect(try connection.firstValue("SELECT Z_MAX FROM Z_PRIMARYKEY") == .integer(91))
    }
  }

  @Test func largeBinariesInFilesAreCopiedWithTheirFiles() async throws {
    try await ServerCase.with { server in
      let (old, new) = (server.path("old.sqlite"), server.path("new.sqlite"))
      let name = UUID().uuidString
      let reference = ([2] + Array(name.utf8) + [0]).map { String(format: "%02x", $0) }.joined()
      let compiled = try store(old, "ZIMAGE) VALUES (1, 1, 1, x'\(reference)')")
      let missing = await #expect(throws: ServerError.self) {
        _ = try await CopyToServer(store: old, of: compiled, named: "M", to: server.address).run()
      }
      #expect(missing?.description.contains(name) == true)
      let folder = server.folder.appendingPathComponent(".old_SUPPORT/_EXTERNAL_DATA")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let bytes = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0) })
      try bytes.write(to: folder.appendingPathComponent(name))
      // Goes on where the first one ended.
      let result = try await CopyToServer(
        store: old, of: compiled, named: "M", to: server.address
      ).run()
      #expect(result.isResumed && result.detailedRows == 1)
      #expect(try await server.count("SELECT length(image) FROM item") == 200_000)
      _ = try await CopyFromServer(server.address, of: compiled, toStore: new).run()
      try StoreDump.expectSame(old, new)
      let copied = server.folder.appendingPathComponent(".new_SUPPORT/_EXTERNAL_DATA/\(name)")
      #expect(try Data(contentsOf: copied) == bytes)
    }
  }

  /// A column of a sub-entity's attribute may have a value in rows of other entities, for example
  /// after a migration that filled it with a default value. Core Data does not read it.
  @Test func valuesThatBelongToAnotherEntityComeBack() async throws {
    let model = """
      <?xml version="1.0" encoding="UTF-8"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
        <entity name="Message" syncable="YES">
          <attribute name="text" optional="YES" attributeType="String"/>
        </entity>
        <entity name="Notice" parentEntity="Message" syncable="YES">
          <attribute name="code" optional="YES" attributeType="Integer 32"/>
          <attribute name="isUrgent" attributeType="Boolean"/>
          <relationship name="about" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Message"/>
        </entity>
      </model>
      """
    try await ServerCase.with { server in
      let (old, new) = (server.path("old.sqlite"), server.path("new.sqlite"))
      let compiled = try CopyTests.compiled(model)
      try compiled.createStore(at: old)
      let connection = try Connection(path: old, access: .readWrite)
      try connection.execute(
        """
        INSERT INTO ZMESSAGE(Z_PK, Z_ENT, Z_OPT, ZTEXT, ZCODE, ZISURGENT, ZABOUT, Z1_ABOUT)
        VALUES (1, 1, 1, 'a', 0, 1, NULL, NULL), (2, 2, 1, 'b', 5, 0, 1, 1),
          (3, 1, 4, NULL, NULL, NULL, 77, NULL)
        """)
      try connection.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = 3 WHERE Z_ENT = 1")
      let there = CopyToServer(store: old, of: compiled, named: "M", to: server.address)
      #expect(try await there.run().detailedRows == 2)
      let others = "SELECT count(*) FROM message WHERE code = 5 AND NOT is_urgent AND about_id = 1"
      #expect(try await server.count(others) == 1)
      _ = try await CopyFromServer(server.address, of: compiled, toStore: new).run()
      try StoreDump.expectSame(old, new)
      try connection.execute("UPDATE ZMESSAGE SET ZISURGENT = NULL WHERE Z_PK = 2")
      try await server.observer.execute(
        script: "DROP TABLE message, momentum_model, momentum_store, momentum_store_row")
      let error = await #expect(throws: ServerError.self) { try await there.run() }
      #expect(error?.description.hasPrefix("Notice.isUrgent of row 2 in ZMESSAGE: ") == true)
    }
  }

  @Test func aMissingFileIsNoValueIfThatIsAllowed() async throws {
    try await ServerCase.with { server in
      let (old, new) = (server.path("old.sqlite"), server.path("new.sqlite"))
      let names = [UUID().uuidString, UUID().uuidString]
      let references = names.map { name in
        ([2] + Array(name.utf8) + [0]).map { String(format: "%02x", $0) }.joined()
      }
      let compiled = try store(
        old, "ZIMAGE) VALUES (1, 1, 1, x'\(references[0])')",
        "ZIMAGE) VALUES (2, 1, 1, x'\(references[1])')")
      var there = CopyToServer(store: old, of: compiled, named: "M", to: server.address)
      there.allowsMissingFiles = true
      #expect(try await there.run().missingFiles == 2)
      #expect(try await server.count("SELECT count(*) FROM item WHERE image IS NULL") == 2)
      let back = CopyFromServer(server.address, of: compiled, toStore: new)
      #expect(try await back.run().missingFiles == 2)
      try StoreDump.expectSame(old, new)
      // A value that the server has got meanwhile wins.
      try await server.observer.execute(script: "UPDATE item SET image = 'abc' WHERE id = 2")
      let third = server.path("third.sqlite")
      _ = try await CopyFromServer(server.address, of: compiled, toStore: third).run()
      let stored = try StoreReader(path: third).connection.firstValue(
        "SELECT ZIMAGE FROM ZITEM WHERE Z_PK = 2")
      #expect(stored == .blob([1] + Array("abc".utf8)))
    }
  }

  @Test(arguments: [
    ("ZSMALL) VALUES (1, 1, 1, 70000)", "Item.small"),
    ("ZSMALL) VALUES (1, 1, 1, 'x')", "Item.small"),
    ("ZRATIO) VALUES (1, 1, 1, 1e300)", "Item.ratio"),
  ])
  func aValueWithoutAPlaceIsNamedAndNothingIsCopied(_ row: String, _ name: String) async throws {
    try await ServerCase.with { server in
      let old = server.path("old.sqlite")
      let compiled = try store(old, row)
      let error = await #expect(throws: ServerError.self) {
        _ = try await CopyToServer(store: old, of: compiled, named: "M", to: server.address).run()
      }
      #expect(error?.description.hasPrefix("\(name) of row 1 in ZITEM: ") == true)
      #expect(error?.isOfInput == true)
      #expect(try await server.count("SELECT count(*) FROM item") == 0)
    }
  }
}
