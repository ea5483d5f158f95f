import Foundation
import MomentumDiagnostics
import MomentumPropertyList
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

@Suite(.tags(.corpus, .random)) struct StoreInspectorTests {
  @Test func eachEntityAndThenTheFileIsAPartOfTheProgress() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = try VenueStore.create(in: folder)
      var parts: [String] = []
      let report = try StoreInspector().inspect(path) { parts.append("\($0)/\($1) \($2)") }
      let count = report.entities.count + 1
      let names = report.entities.map(\.name) + ["integrity of the file"]
      #expect(parts == names.enumerated().map { "\($0)/\(count) \($1)" })
    }
  }

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
      try connection.execute(sql: damage)
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
      try connection.execute(
        sql: "UPDATE Z_PRIMARYKEY SET Z_NAME = '\(old)' WHERE Z_NAME = '\(new)'")
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

  /// A sub-entity has no table, so its new name is not one that a root may have.
  @Test func aRenamedRootAndSubEntityAreToldApartByTheTable() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let found = try counts(folder, rows: "", ("Label", "Tag"), ("Pub", "Bar"))
      #expect(found.contains("\nLabel Tag 0\n"), "\(found)")
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

  /// The report of a store says what is written down beside it, and the file stays as it is.
  @Test(arguments: StoreCase.all)
  func storesAreReadAndStayAsTheyAre(store: StoreCase) throws {
    try store.withStore { path in
      let before = try Data(contentsOf: URL(fileURLWithPath: path))
      let report = try StoreInspector().inspect(path)
      #expect(report.integrity == .ok, "\(store)")
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before, "\(store) has changed")
      for suffix in ["-wal", "-shm"] {
        #expect(!FileManager.default.fileExists(atPath: path + suffix), "\(store)\(suffix) is left")
      }
      for entity in report.entities where entity.rowCount == nil {
        Issue.record("\(store): no table of '\(entity.name)' was found")
      }
      try expectMetadata(report.metadata, of: store)
    }
  }

  private func expectMetadata(_ metadata: StoreMetadata, of store: StoreCase) throws {
    let file = store.folder.appendingPathComponent("metadata.json")
    let recorded = try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
    #expect(metadata.uuid == recorded["Z_UUID"] as? String, "\(store): Z_UUID")
    let framework = metadata.frameworkVersion.map(Int.init)
    #expect(framework == recorded["NSPersistenceFrameworkVersion"] as? Int, "\(store): framework")
    let digest = recorded["NSStoreModelVersionHashesDigest"] as? String
    #expect(metadata.hashesDigest == digest, "\(store): digest")
    let checksum = recorded["NSStoreModelVersionChecksumKey"] as? String
    #expect(metadata.modelChecksum == checksum, "\(store): checksum")
    let hashes = try #require(recorded["NSStoreModelVersionHashes"] as? [String: String])
    for name in Set(hashes.keys).union(metadata.entityHashes.keys).sorted() {
      let found = metadata.entityHashes[name]?.map { String(format: "%02x", $0) }.joined()
      #expect(found == hashes[name], "\(store): the hash of '\(name)'")
    }
    let known = Set(recorded.keys).subtracting(["Z_UUID", "Z_VERSION"])
    guard case .dictionary(let members) = metadata.propertyList else { return }
    #expect(Set(members.keys) == known, "\(store): the keys of the metadata")
  }

  /// Rows by entity, whatever else is in the file: history, an app's own tables, an entity's old name.
  @Test(arguments: [
    ("lights", "Keeper 1 3, Light 2 6, Lightship 3 3, Tag 4 4"),
    ("orchard", "Grower 1 3, Plot 2 2, Tree 3 6"),
    ("ferries-1", "Ferry 1 3, Hydrofoil 2 2, Harbour 3 3, Line 4 3"),
    ("ferries-2", "Crew 1 0, Ferry 2 3, Hydrofoil 3 2, Harbour 4 3, Line 5 3"),
    ("ferries-3", "Crew 1 0, Ferry 2 3, Hydrofoil 3 2, Line 4 3, Port 5 3"),
    (
      "museum",
      "Exhibit 1 0, Painting 2 3, Statue 3 3, Part 4 6, Room 5 3, CHANGE 16001 2, "
        + "TRANSACTION 16002 1, TRANSACTIONSTRING 16003 1"
    ),
  ])
  func aReportCountsTheRowsOfEachEntity(name: String, expected: String) throws {
    let store = try #require(StoreCase.own.first { $0.name == name })
    try store.withStore { path in
      let report = try StoreInspector().inspect(path)
      let found = report.entities.map { "\($0.name) \($0.number) \($0.rowCount ?? -1)" }
      expectText(found.joined(separator: ", "), expected, "\(name)")
      #expect(report.hasHistory == (name == "museum"), "\(name)")
      #expect(report.hasModelCache == (name != "lights"), "\(name)")
    }
  }
}
