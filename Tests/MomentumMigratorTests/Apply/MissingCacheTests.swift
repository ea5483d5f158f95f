import Foundation
import MomentumMigrator
import MomentumRuntime
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

/// The table in which a store keeps its own model. Old stores have none.
@Suite struct MissingCacheTests {
  typealias Fixture = ApplyFixture

  private static let changes = ["DELETE FROM Z_MODELCACHE", "INSERT INTO Z_MODELCACHE"]

  @Test(arguments: [true, false], [true, false])
  func theNewModelReplacesTheOldOneWhereThereIsATableForIt(
    hasCache: Bool, byScript: Bool
  ) throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(.delete)
      let connection = try Connection(path: fixture.store, access: .readWrite)
      if !hasCache { try connection.execute("DROP TABLE Z_MODELCACHE") }
      // A table of the app, which has nothing to do with it.
      try connection.execute("CREATE TABLE MODELS (A)")
      let preview = try fixture.migrator().preflight(
        store: fixture.store, among: [fixture.old], to: fixture.new)
      let script = try #require(preview.script())
      let changes = script.split(separator: "\n").filter { line in
        Self.changes.contains { line.hasPrefix($0) }
      }
      #expect(changes.count == (hasCache ? 2 : 0))
      if byScript {
        for statement in script.components(separatedBy: ";\n") where !statement.isEmpty {
          try connection.execute(sql: statement)
        }
      } else {
        // The fixture's plan would be held to the tables of a fresh store, so infer one.
        _ = try StoreMigrator().migrate(
          store: fixture.store, among: [fixture.old], to: fixture.new)
      }
      #expect(try fixture.content().hasPrefix("new\n"))
      let after = try Connection(path: fixture.store, access: .readOnly)
      let count = try after.firstValue(
        "SELECT count(*) FROM sqlite_master WHERE name = 'Z_MODELCACHE'")
      #expect(count == .integer(hasCache ? 1 : 0))
      if hasCache {
        #expect(try after.firstValue("SELECT count(*) FROM Z_MODELCACHE") == .integer(1))
        #expect(try ModelCache.read(from: after) == fixture.new.modelCopy.archive)
      }
    }
  }
}
