import Foundation
import MomentumCompiler
import MomentumMigrator
import MomentumRuntime
import MomentumSQLite
import MomentumTestSupport
import Testing

/// Which of several versions a store is of, and what is said where it is of none.
@Suite struct MigrationSourceTests {
  /// An entity `Venue` and one for each of the other names, with an attribute of its own.
  private func model(_ attribute: String, _ others: String...) throws -> CompiledModel {
    func line(_ name: String) -> String {
      "<attribute name=\"\(name)\" optional=\"YES\" attributeType=\"String\"/>"
    }
    return try ApplyFixture.model(
      line(attribute)
        + others.map {
          let parts = $0.split(separator: " ")
          return "</entity><entity name=\"\(parts[0])\" syncable=\"YES\">\(line(String(parts[1])))"
        }.joined())
  }

  /// `version 1, nearest 1: ` and the entities that differ: `+` in the store alone, `-` in the model alone.
  private func found(
    _ store: CompiledModel, _ versions: [CompiledModel],
    _ change: (inout StoreMetadata) -> Void = { _ in }
  ) throws -> String {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("source.sqlite").path
      try store.createStore(at: path)
      do {
        let connection = try Connection(path: path, access: .readWrite)
        var metadata = try StoreMetadata.read(from: connection)
        change(&metadata)
        try metadata.write(to: connection)
        try connection.execute("DELETE FROM Z_MODELCACHE")
      }
      let source = try MigrationSource.find(store: path, among: versions)
      let match =
        switch source.match {
        case .version(let index): "version \(index)"
        case .modelCache: "cache"
        case .unknown: "unknown"
        }
      #expect((source.model == nil) == (source.match == .unknown))
      #expect(source.ownModel == .none, "it keeps no model")
      let nearest = source.nearest.map { String($0) } ?? "none"
      let names = source.mismatches.map { mismatch in
        switch (mismatch.inStore, mismatch.inModel) {
        case (_?, nil): "+" + mismatch.entity
        case (nil, _?): "-" + mismatch.entity
        case _: mismatch.entity
        }
      }
      return "\(match), nearest \(nearest): \(names.joined(separator: " "))"
    }
  }

  @Test func theFirstVersionThatFitsIsTaken() throws {
    let (one, two) = (try model("a"), try model("b"))
    #expect(try found(one, [one]) == "version 0, nearest 0: ")
    #expect(try found(one, [two, one]) == "version 1, nearest 1: ")
    #expect(try found(one, [two, one, one]) == "version 1, nearest 1: ")
  }

  @Test func withoutAVersionAllEntitiesDiffer() throws {
    #expect(try found(model("a", "Area a"), []) == "unknown, nearest none: +Area +Venue")
  }

  @Test func theNearestVersionIsTheOneWithTheFewestDifferences() throws {
    let store = try model("a", "Area a", "Zone a")
    let far = try model("b", "Area b", "Zone b")
    let near = try model("a", "Area a", "Zone b")
    let other = try model("a", "Area b", "Zone a")
    #expect(try found(store, [far]) == "unknown, nearest 0: Area Venue Zone")
    #expect(try found(store, [far, near]) == "unknown, nearest 1: Zone")
    #expect(try found(store, [near, far]) == "unknown, nearest 0: Zone")
    #expect(try found(store, [far, near, other]) == "unknown, nearest 1: Zone", "the first of two")
    #expect(try found(store, [model("a")]) == "unknown, nearest 0: +Area +Zone")
    #expect(try found(model("a"), [store]) == "unknown, nearest 0: -Area -Zone")
  }

  /// Without hashes nothing is known of the store's model.
  @Test func aStoreWithoutHashesIsOfNoVersion() throws {
    let one = try model("a")
    #expect(
      try found(one, [one]) { $0.entityHashes = [:] } == "unknown, nearest 0: -Venue")
    #expect(try found(one, []) { $0.entityHashes = [:] } == "unknown, nearest none: ")
  }

  // MARK: - The store's own model

  /// What a store that keeps a copy of `kept` is found to be, among `versions` or by its own model.
  private func own(
    _ store: CompiledModel, keeps kept: CompiledModel?, among versions: [CompiledModel],
    hasHashes: Bool = true, bytes: [UInt8]? = nil
  ) throws -> String {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("source.sqlite").path
      try store.createStore(at: path)
      do {
        let connection = try Connection(path: path, access: .readWrite)
        try connection.execute("DELETE FROM Z_MODELCACHE")
        if let packed = bytes ?? kept?.modelCopy.packed {
          try connection.execute("INSERT INTO Z_MODELCACHE VALUES (?)", [.blob(packed)])
        }
        if !hasHashes {
          var metadata = try StoreMetadata.read(from: connection)
          metadata.entityHashes = [:]
          try metadata.write(to: connection)
        }
      }
      let source = try MigrationSource.find(store: path, among: versions)
      if source.match == .modelCache {
        #expect(source.nearest == nil && source.mismatches.isEmpty)
      }
      let metadata = try StoreReader(path: path).metadata()
      func fits(_ model: CompiledModel) -> Bool { model.mismatches(metadata).isEmpty }
      #expect(source.model.map(fits) == (source.match == .unknown ? nil : true))
      // Whatever hashes the store has, its own model can be read by itself.
      let read = try MigrationSource.cachedModel(ofStore: path)
      #expect(read.map(fits) == (bytes == nil ? kept.map(fits) : nil))
      return "\(source.match), own model \(source.ownModel)"
    }
  }

  /// Given versions come first; the store's own model counts if it has the store's hashes.
  @Test func theOwnModelCountsIfNoVersionFits() throws {
    let (one, two, three) = (try model("a"), try model("b"), try model("c"))
    #expect(try own(one, keeps: one, among: []) == "modelCache, own model none")
    #expect(try own(one, keeps: one, among: [two, three]) == "modelCache, own model none")
    #expect(try own(one, keeps: one, among: [two, one]) == "version(1), own model none")
    #expect(try own(one, keeps: two, among: [one]) == "version(0), own model none")
    #expect(try own(one, keeps: two, among: [two]) == "unknown, own model other")
    #expect(try own(one, keeps: two, among: []) == "unknown, own model other")
    #expect(try own(one, keeps: nil, among: [two]) == "unknown, own model none")
    for bytes in [[], [0], Array("bplist00".utf8)] as [[UInt8]] {
      #expect(
        try own(one, keeps: nil, among: [two], bytes: bytes) == "unknown, own model unreadable")
    }
    #expect(
      try own(one, keeps: one, among: [], hasHashes: false) == "unknown, own model none",
      "without hashes any model would fit")
    #expect(throws: MigrationError.self) { try MigrationSource.cachedModel(ofStore: "/none") }
  }

  /// Who names the source does not mean the store's own model.
  @Test func aNamedSourceIsTheOnlyOne() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let (one, two, three) = (try model("a"), try model("b"), try model("c"))
      let path = folder.appendingPathComponent("source.sqlite").path
      try one.createStore(at: path)
      let migrator = StoreMigrator()
      #expect(throws: MigrationError.unknownSource(path: path, entities: ["Venue"])) {
        try migrator.plan(store: path, from: two, among: [one], to: three)
      }
      for source in [nil, one] {
        let preview = try migrator.plan(store: path, from: source, among: [two], to: three)
        #expect(preview.source.match == (source == nil ? .modelCache : .version(0)))
        #expect(preview.text?.contains("step") == true)
      }
    }
  }
}
