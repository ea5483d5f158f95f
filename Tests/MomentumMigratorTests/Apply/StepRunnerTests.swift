import MomentumMigration
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

@testable import MomentumMigrator

/// The steps of a plan run in their order, and end between two statements when the run is cancelled.
@Suite struct StepRunnerTests {
  private static let steps = [
    MigrationPlan.Step(
      comment: "one", statements: ["INSERT INTO t VALUES (1)", "INSERT INTO t VALUES (2)"]),
    MigrationPlan.Step(comment: "two", statements: []),
    MigrationPlan.Step(comment: "three", statements: ["INSERT INTO t VALUES (3)"]),
  ]

  /// The rows that are there after the run, and what was told in its course.
  private func run(
    until isCancelled: @escaping (_ rows: Int64) -> Bool
  ) throws -> (rows: Int64, told: [String], error: MigrationError?) {
    let connection = try Connection.inMemory()
    try connection.execute("CREATE TABLE t (a)")
    func rows() -> Int64 {
      guard case .integer(let count)? = try? connection.firstValue("SELECT count(*) FROM t")
      else { return -1 }
      return count
    }
    let told = Locked<[String]>([])
    let meter = ProgressMeter(
      report: { progress in
        told.withLock {
          $0.append("\(progress.activity) \(progress.step)/\(progress.stepCount)")
        }
      }, isCancelled: { isCancelled(rows()) })
    let runner = StepRunner(
      connection, faults: FaultPoint(MigrationOptions()), meter: meter, bytesPerRow: 1)
    var failure: MigrationError?
    do {
      try runner.run(Self.steps) { index in told.withLock { $0.append("before \(index)") } }
    } catch let error as MigrationError { failure = error }
    return (rows(), told.withLock { $0 }, failure)
  }

  @Test func eachStepIsToldBeforeItsStatements() throws {
    let (rows, told, error) = try run { _ in false }
    #expect(rows == 3 && error == nil)
    #expect(
      told == ["before 0", "one 1/3", "before 1", "two 2/3", "before 2", "three 3/3"])
  }

  @Test(arguments: [0, 1, 2] as [Int64])
  func aCancelledRunEndsBeforeTheNextStatement(count: Int64) throws {
    let (rows, told, error) = try run { $0 == count }
    #expect(error == .cancelled)
    #expect(rows == count)
    #expect(
      told
        == (count == 0
          ? ["before 0"]
          : count == 1
            ? ["before 0", "one 1/3"]
            : [
              "before 0", "one 1/3", "before 1",
            ]))
  }

  /// Each statement is a call that a test can make fail.
  @Test func everyStatementIsACall() throws {
    let connection = try Connection.inMemory()
    try connection.execute("CREATE TABLE t (a)")
    let calls = Locked<[String]>([])
    var options = MigrationOptions()
    options.beforeCall = { call throws(MigrationError) in
      calls.withLock { $0.append("\(call.number) \(call.kind) \(call.subject)") }
    }
    let runner = StepRunner(
      connection, faults: FaultPoint(options), meter: .silent, bytesPerRow: 1)
    try runner.run(Self.steps)
    #expect(try runner.execute("DELETE FROM t WHERE a < ?", [.integer(3)]) == 2)
    #expect(
      calls.withLock { $0 } == [
        "1 statement INSERT INTO t VALUES (1)", "2 statement INSERT INTO t VALUES (2)",
        "3 statement INSERT INTO t VALUES (3)", "4 statement DELETE FROM t WHERE a < ?",
      ])
  }
}
