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
}
