import Foundation
import MomentumMigration
import MomentumSQLite
import MomentumStore
import MomentumTestSupport
import Testing

@testable import MomentumMigrator

/// What a meter tells of the work, and where it stops.
@Suite struct ProgressMeterTests {
  private final class Log {
    var reports: [MigrationProgress] = []
    var isCancelled = false
  }

  private func meter() -> (ProgressMeter, Log) {
    let log = Log()
    let meter = ProgressMeter(
      report: { log.reports.append($0) }, isCancelled: { log.isCancelled })
    return (meter, log)
  }

  @Test func eachPartAddsItsWeightWhenItEnds() throws {
    let (meter, log) = meter()
    meter.expect(1000)
    try meter.begin(.copying, "copy", weight: 500)
    try meter.begin(.migrating, "one", weight: 300, step: 1, of: 2)
    try meter.begin(.migrating, "two", weight: -7, step: 2, of: 2)
    try meter.begin(.verifying, "look", weight: 200)
    try meter.begin(.finishing, "end", weight: 0)
    #expect(
      log.reports.map { "\($0.phase) \($0.activity) \($0.step) \($0.stepCount) \($0.bytesDone)" }
        == [
          "copying copy 0 0 0", "migrating one 1 2 500", "migrating two 2 2 800",
          "verifying look 0 0 800", "finishing end 0 0 1000",
        ])
    #expect(log.reports.map(\.fraction) == [0, 0.5, 0.8, 0.8, 1])
  }

  @Test func theFractionNeverGoesBackAndIsAtMostOne() throws {
    let (meter, log) = meter()
    meter.expect(100)
    for weight in [80, 300, 10] as [Int64] {
      try meter.begin(.migrating, "", weight: weight)
    }
    #expect(log.reports.map(\.fraction) == [0, 0.8, 1])
    meter.expect(100)
    try meter.begin(.migrating, "", weight: 50)
    try meter.begin(.migrating, "", weight: 50)
    #expect(log.reports.suffix(2).map(\.fraction) == [0, 0.5], "counting begins anew")
    #expect(log.reports.suffix(2).map(\.bytesDone) == [0, 50])
    meter.expect(0)
    try meter.begin(.migrating, "", weight: 1)
    try meter.begin(.migrating, "", weight: 1)
    #expect(log.reports.suffix(2).map(\.fraction) == [0, 1], "at least a byte")
  }

  /// What is told between parts is told some times a second, and nothing after a report for a tenth of one.
  @Test func whatIsUnderWayIsNotToldAtOnce() throws {
    let (meter, log) = meter()
    meter.expect(100)
    let start = ContinuousClock.now
    try meter.begin(.copying, "", weight: 100)
    try meter.advance(to: 0.5)
    // A machine that is busy may need a tenth of a second for this much.
    if ContinuousClock.now - start < .milliseconds(95) { #expect(log.reports.count == 1) }
    log.reports.removeLast(log.reports.count - 1)
    func wait(_ milliseconds: Int) {
      let start = ContinuousClock.now
      while ContinuousClock.now - start < .milliseconds(milliseconds) {}
    }
    for (fraction, bytes) in [(0.25, 25), (-1, 0), (2, 100)] as [(Double, Int64)] {
      wait(110)
      try meter.advance(to: fraction)
      #expect(log.reports.last?.bytesDone == bytes)
    }
    #expect(log.reports.map(\.fraction) == [0, 0.25, 0.25, 1])
    let rate = try #require(log.reports.last).bytesPerSecond
    #expect(rate > 0 && rate < 100 / 0.32)
    #expect(log.reports.last?.secondsLeft == 0)
    #expect(log.reports[0].secondsLeft == nil && log.reports[0].bytesPerSecond == 0)
    let second = log.reports[1]
    #expect(second.secondsLeft ?? 0 > 0.3, "three quarters are left after a tenth of a second")
  }

  /// SQLite calls the meter far more often than there is something to tell.
  @Test func aRunningStatementIsToldOfLessOftenThanItIsLookedAt() throws {
    nonisolated(unsafe) var looks = 0
    let log = Log()
    let meter = ProgressMeter(
      report: { log.reports.append($0) },
      isCancelled: {
        looks += 1
        return false
      })
    meter.expect(100)
    try meter.begin(.migrating, "", weight: 100)
    let connection = try Connection.inMemory()
    try meter.watching(connection) {
      _ = try connection.firstValue(
        """
        WITH RECURSIVE c(x) AS (VALUES(1) UNION ALL SELECT x + 1 FROM c WHERE x < 300000) \
        SELECT max(x) FROM c
        """)
    }
    #expect(looks > 20)
    #expect(log.reports.count < looks)
  }

  @Test func cancellingStopsAllButTheEnd() throws {
    let (meter, log) = meter()
    log.isCancelled = true
    for phase in MigrationProgress.Phase.allCases where phase != .finishing {
      #expect(throws: MigrationError.cancelled) { try meter.begin(phase, "", weight: 1) }
      #expect(throws: MigrationError.cancelled) { try meter.advance(to: 0.5) }
      #expect(throws: MigrationError.cancelled) { try meter.checkCancelled() }
    }
    #expect(log.reports.isEmpty)
    try meter.begin(.finishing, "", weight: 1)
    try meter.checkCancelled()
    #expect(log.reports.count == 1)
  }

  @Test func aSilentMeterNeverStops() throws {
    try ProgressMeter.silent.begin(.migrating, "", weight: 1)
    try ProgressMeter.silent.checkCancelled()
  }

  // MARK: - Weights

  @Test func aStepWeighsItsBytesOrRows() {
    func weight(_ bytes: Int64?, _ rows: Int64?, _ perRow: Int64 = 100) -> Int64 {
      var step = MigrationPlan.Step(comment: "", statements: [], table: nil)
      step.byteCount = bytes
      step.rowCount = rows
      return StepRunner.weight(of: step, bytesPerRow: perRow)
    }
    #expect(weight(nil, nil) == 4096)
    #expect(weight(4095, nil) == 4096 && weight(4097, nil) == 4097)
    #expect(weight(5000, 1_000_000) == 5000, "bytes count before rows")
    #expect(weight(nil, 40) == 4096 && weight(nil, 41) == 4100)
    #expect(weight(nil, -1) == 4096)
    #expect(weight(1 << 40, nil) == 1 << 40 && weight(1 << 40 + 1, nil) == 1 << 40)
    #expect(weight(nil, .max, 2) == 1 << 40)
  }

  /// The file's bytes, by the rows of all its tables.
  @Test(arguments: [1, 3, 2000])
  func aRowWeighsItsPartOfTheFile(rows: Int) throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(.delete, rows: rows)
      let connection = try ReadOnlyStore.open(fixture.store)
      let request = MigrationRequest(
        fixture.store, from: fixture.old, among: [], to: fixture.new)
      var prepared = try PreparedMigration.make(
        connection, request, .inferred, style: .fresh, predicts: false)
      let bytes = Double(prepared.fileBytes)
      // One row each of the metadata, the model and the entity.
      #expect(prepared.bytesPerRow == Int64((bytes / Double(rows + 3)).rounded()))
      prepared.input.catalog.tables = []
      #expect(prepared.bytesPerRow == prepared.fileBytes)
    }
  }

  @Test func verifyingReadsTheFileSomeTimes() {
    #expect(ResultVerifier.weight(fileBytes: 1000, .full) == 3000 + 500 + 12_288)
    #expect(ResultVerifier.weight(fileBytes: 1000, .quick) == 1000 + 500 + 12_288)
  }

  // MARK: - Files

  @Test func filesBesideAStoreHaveFixedNames() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.path + "/a b.sqlite"
      try "".write(toFile: path, atomically: true, encoding: .utf8)
      let files = try StoreFiles(path)
      #expect(files.shown == path && files.real == path && files.folder == folder.path + "/")
      #expect(files.temporary == folder.path + "/.a b.sqlite.momentum-new")
      #expect(files.temporaryBackup == folder.path + "/.a b.sqlite.momentum-bak")
      #expect(
        [1, 2, 10].map { files.backup($0) } == [".bak", ".2.bak", ".10.bak"].map { path + $0 })
      #expect(
        files.leftovers
          == [files.temporary, files.temporaryBackup].flatMap { base in
            ["-wal", "-shm", "-journal", ""].map { base + $0 }
          })
    }
    for path in ["", "a\0b", "/nowhere/at all"] {
      #expect(throws: MigrationError.file(path: path, message: "No such file or directory")) {
        try StoreFiles(path)
      }
    }
  }
}
