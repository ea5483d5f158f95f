import Foundation
import MomentumDiagnostics
import MomentumPropertyList
import MomentumSQLite
import MomentumTestSupport
import Testing

@Suite struct StoreInspectorTests {
  @Test func theReportAsJSON() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = try VenueStore.create(in: folder)
      try VenueStore.load(
        """
        {"objects": [
          {"entity": "Location", "id": "l", "attributes": {"city": "Graz"}},
          {"entity": "Venue", "attributes": {"name": "a"}, "relationships": {"location": "l"}},
          {"entity": "Bar", "attributes": {"name": "b"}, "relationships": {"location": "l"}}
        ]}
        """, into: path)
      var report = try StoreInspector().inspect(path)
      report.entities.removeAll { $0.number < 4 }
      report.metadata.entityHashes["Venue"] = nil
      expectText(
        report.json.pretty,
        """
        {
          "metadata": {
            "uuid": "6F99DCEB-E351-44B4-A9EE-E419C7F1A040",
            "storeType": "SQLite",
            "modelVersionIdentifiers": [
              ""
            ],
            "frameworkVersion": 1344,
            "hashesVersion": 3,
            "hashesDigest": "ZGlnZXN0",
            "modelChecksum": "Y2hlY2tzdW0=",
            "entityHashes": {
              "Tag": "0707070707070707070707070707070707070707070707070707070707070707"
            },
            "autoVacuumLevel": "2",
            "otherKeys": [
              "app.token",
              "launches"
            ]
          },
          "entities": [
            {
              "name": "Venue",
              "modelName": null,
              "number": 4,
              "parent": 0,
              "maximumKey": 2,
              "table": "ZVENUE",
              "rowCount": 1,
              "isHistory": false
            },
            {
              "name": "Bar",
              "modelName": null,
              "number": 5,
              "parent": 4,
              "maximumKey": 0,
              "table": "ZVENUE",
              "rowCount": 1,
              "isHistory": false
            }
          ],
          "pageSize": 4096,
          "pageCount": \(report.pageCount),
          "encoding": "UTF-8",
          "autoVacuum": 2,
          "journalMode": "delete",
          "hasWriteAheadLog": false,
          "hasModelCache": false,
          "hasHistory": false,
          "integrity": "ok"
        }

        """)
    }
  }

  @Test(arguments: [
    "DROP TABLE ZVENUE", "UPDATE Z_PRIMARYKEY SET Z_SUPER = Z_ENT",
    "UPDATE Z_PRIMARYKEY SET Z_SUPER = 5 WHERE Z_ENT = 4",
    "UPDATE Z_PRIMARYKEY SET Z_NAME = x'FF', Z_SUPER = 'x', Z_MAX = NULL",
    "ALTER TABLE ZVENUE RENAME COLUMN Z_ENT TO ZOTHER",
    "UPDATE Z_PRIMARYKEY SET Z_NAME = 'a\"b'", "DELETE FROM Z_PRIMARYKEY",
  ])
  func anOddStoreStillHasAReport(_ damage: String) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = try VenueStore.create(in: folder)
      let connection = try Connection(path: path, access: .readWrite)
      try connection.execute("DROP TRIGGER Z_DA_ZVENUE_Venue_updatedAt_INSERT")
      try connection.execute(damage)
      let report = try StoreInspector().inspect(path)
      #expect(report.integrity == .ok)
      #expect(report.entities.count == (damage.hasPrefix("DELETE") ? 0 : 5))
    }
  }

  /// Names, as `Z_PRIMARYKEY` and the hashes have them, with the count of their rows.
  private func counts(
    _ folder: URL, rows: String, _ renames: (old: String, new: String)...
  ) throws -> String {
    let path = try VenueStore.create(in: folder)
    try VenueStore.load("{\"objects\": [\(rows)]}", into: path)
    let connection = try Connection(path: path, access: .readWrite)
    for (old, new) in renames {
      try connection.execute("UPDATE Z_PRIMARYKEY SET Z_NAME = '\(old)' WHERE Z_NAME = '\(new)'")
    }
    return try StoreInspector().inspect(path).entities.map {
      "\($0.name) \($0.modelName ?? "-") \($0.rowCount.map(String.init) ?? "none")"
    }.joined(separator: "\n")
  }

  /// `Z_NAME` keeps the old name of an entity that a migration in place renames; its table has the new one.
  @Test func aRenamedRootIsCounted() throws {
    let location = #"{"entity": "Location", "id": "l", "attributes": {"city": "Graz"}}"#
    func object(_ entity: String, _ name: String) -> String {
      #"{"entity": "\#(entity)", "attributes": {"name": "\#(name)"}, "#
        + #""relationships": {"location": "l"}}"#
    }
    let (venue, bar) = (object("Venue", "a"), object("Bar", "b"))
    try RepositoryFiles.withTemporaryFolder { folder in
      expectText(
        try counts(folder, rows: "\(location), \(venue), \(bar)", ("Place", "Venue")),
        "Location - 1\nTag - 0\nThing - 0\nPlace Venue 1\nBar - 1")
    }
    // The rows say which of two is in which table, and the other is in what is left.
    try RepositoryFiles.withTemporaryFolder { folder in
      expectText(
        try counts(
          folder, rows: "\(location), \(venue)", ("Place", "Venue"), ("Label", "Tag")),
        "Location - 1\nLabel Tag 0\nThing - 0\nPlace Venue 1\nBar - 0")
    }
  }

  @Test func renamedRootsThatNothingTellsApartHaveNoCount() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      expectText(
        try counts(folder, rows: "", ("Place", "Venue"), ("Label", "Tag")),
        "Location - 0\nLabel - none\nThing - 0\nPlace - none\nBar - none")
    }
  }

  @Test func damagedPagesAreAnErrorOrAFinding() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = try VenueStore.create(in: folder)
      let good = try Data(contentsOf: URL(fileURLWithPath: path))
      var generator = SeededGenerator(seed: 3)
      var findings = 0
      for round in 0..<200 {
        var damaged = good
        // Where a page says what is on it; its middle is often empty.
        let page = Int.random(in: 0..<damaged.count / 4096, using: &generator)
        let start = page * 4096 + (page == 0 ? 100 : 0)
        for place in start..<start + 12 {
          damaged[place] = UInt8.random(in: 0...255, using: &generator)
        }
        let copy = folder.path + "/\(round).sqlite"
        try damaged.write(to: URL(fileURLWithPath: copy))
        do {
          if try StoreInspector().inspect(copy).integrity != .ok { findings += 1 }
        } catch is StoreError { findings += 1 }
      }
      #expect(findings > 150)
    }
  }

  static let corpusStores: [String] = {
    guard let folder = RepositoryFiles.corpus?.appendingPathComponent("stores") else { return [] }
    return ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
  }()

  @Test(
    .enabled(if: RepositoryFiles.corpus != nil, "no corpus beside this clone"),
    arguments: corpusStores)
  func realStoresAreReadAndStayAsTheyAre(_ name: String) throws {
    let corpus = try #require(RepositoryFiles.corpus)
    let folder = corpus.appendingPathComponent("stores/\(name)")
    let store = folder.appendingPathComponent("store.sqlite")
    let before = try Data(contentsOf: store)
    let report = try StoreInspector().inspect(store.path)
    #expect(report.integrity == .ok)
    #expect(try Data(contentsOf: store) == before)
    #expect(!FileManager.default.fileExists(atPath: store.path + "-wal"))
    #expect(!FileManager.default.fileExists(atPath: store.path + "-shm"))
    #expect(report.entities.allSatisfy { $0.rowCount != nil })

    let recorded = try #require(
      try JSONSerialization.jsonObject(
        with: Data(contentsOf: folder.appendingPathComponent("metadata.json"))) as? [String: Any])
    let metadata = report.metadata
    #expect(metadata.uuid == recorded["Z_UUID"] as? String)
    #expect(
      metadata.frameworkVersion.map(Int.init) == recorded["NSPersistenceFrameworkVersion"] as? Int)
    #expect(metadata.hashesDigest == recorded["NSStoreModelVersionHashesDigest"] as? String)
    let hashes = try #require(recorded["NSStoreModelVersionHashes"] as? [String: String])
    #expect(
      metadata.entityHashes.mapValues { bytes in
        bytes.map { String(format: "%02x", $0) }.joined()
      } == hashes)
    let known = Set(recorded.keys).subtracting(["Z_UUID", "Z_VERSION"])
    guard case .dictionary(let members) = metadata.propertyList else { return }
    #expect(Set(members.keys) == known)
  }
}
