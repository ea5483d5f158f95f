import MomentumDiagnostics
import MomentumDiff
import MomentumMigration
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

@testable import MomentumMigrator

/// What a failed migration says, and which errors become which.
@Suite struct MigrationErrorTests {
  private func check(
    _ error: MigrationError, _ text: String,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    expectText(error.description, text, sourceLocation: sourceLocation)
  }

  @Test func anUnknownSourceNamesItsEntities() {
    check(
      .unknownSource(path: "a", entities: ["X"]),
      "no model that was given made 'a', and it keeps none of its own: entity 'X' differs")
    check(
      .unknownSource(path: "a", entities: ["X", "Y"], ownModel: .unreadable),
      "no model that was given made 'a', and the one that it keeps in Z_MODELCACHE cannot be read: entities 'X', 'Y' differ"
    )
    check(
      .unknownSource(path: "a", entities: ["X", "Y"], ownModel: .other),
      "no model that was given made 'a', and the one that it keeps in Z_MODELCACHE did not either: entities 'X', 'Y' differ"
    )
  }

  @Test func tenProblemsOfTablesAreNamed() {
    let problems = (1...11).map { "p\($0)" }
    let start = "'a' has the version hashes of the target, but its tables do not fit them: "
    let ten = "p1; p2; p3; p4; p5; p6; p7; p8; p9; p10"
    check(.tablesDiffer(path: "a", problems: ["p1"]), start + "p1")
    check(.tablesDiffer(path: "a", problems: Array(problems.prefix(10))), start + ten)
    check(.tablesDiffer(path: "a", problems: problems), start + ten + "; and more")
  }

  @Test func reasonsAreListed() {
    check(.notInferrable(reasons: ["x", "y"]), "no migration can be inferred: x; y")
    check(
      .verification(["x", "y"]), "the result was not as expected and was thrown away: x; y")
    check(.stage(name: "S", message: "m"), "'S' failed: m")
    check(.busy(path: "a"), "'a' is open in another process, or was changed meanwhile")
    check(.cancelled, "cancelled; the store is as it was")
    check(.file(path: "a", message: "m"), "'a': m")
    check(
      .unsettled(path: "a", message: "m"),
      "'a': m; the transaction may stand all the same, so the store is the old one or the migrated one: run the migration again, which finishes it or finds it done"
    )
    check(
      .store(.notAStore(path: "a", missing: "T")),
      "\(StoreError.notAStore(path: "a", missing: "T"))")
    let failed = ["one", "two"].enumerated().map { index, place in
      FailedCheck(
        check: MigrationPlan.Precondition(
          rule: .change(.attributeMadeRequired), place: place, problem: "has none",
          consequence: .fails, countSQL: "", rowsSQL: ""), count: Int64(index + 1), firstRows: [])
    }
    check(
      .rowsFail(failed),
      "rows of the store do not fit the target: one: has none (1); two: has none (2)")
  }

  private struct Other: Error, CustomStringConvertible { var description: String { "other" } }

  @Test func errorsBecomeThoseOfAMigration() {
    func become(_ error: any Error) -> MigrationError { MigrationError(error, path: "a") }
    func sqlite(_ code: SQLiteCode) -> SQLiteError {
      SQLiteError(.step, code: code, message: "m", path: "b")
    }
    #expect(become(MigrationError.cancelled) == .cancelled)
    #expect(become(MigrationError.busy(path: "x")) == .busy(path: "x"))
    #expect(become(sqlite(.busy)) == .busy(path: "a"))
    #expect(become(StoreError.sqlite(sqlite(.busy))) == .busy(path: "a"))
    #expect(become(sqlite(.interrupted)) == .cancelled)
    #expect(become(sqlite(.corrupt)) == .store(.sqlite(sqlite(.corrupt))))
    #expect(
      become(StoreError.notAStore(path: "x", missing: "T"))
        == .store(.notAStore(path: "x", missing: "T")))
    #expect(become(Other()) == .file(path: "a", message: "other"))
  }

  @Test func aDamagedStoreIsCorrupt() {
    guard case .store(.sqlite(let error)) = MigrationError.damaged("a", "torn") else {
      Issue.record("it is no error of SQLite")
      return
    }
    #expect(error.code == .corrupt && error.path == "a")
    #expect(error.message == "the store is damaged: torn")
  }
}
