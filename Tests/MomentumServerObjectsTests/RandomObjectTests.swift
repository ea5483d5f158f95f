import Foundation
import MomentumObjects
import MomentumObjectsProof
import MomentumServerObjects
import MomentumTestSupport
import Testing

/// The random programs of the object graph on a PostgreSQL database: contexts, children, other
/// contexts, merge policies, uniqueness and reopened stores. Objects and rows are those of a plain
/// graph, as they are on SQLite.
@Suite(
  .tags(.random), .serialized, .enabled(if: ServerObjectsCase.isEnabled, ServerObjectsCase.reason))
struct RandomObjectTests {
  @Test func contextsTheDatabaseAndAPlainGraphAgree() throws {
    try run(seeds: 0..<TestLength.choose(short: 2, long: 20), steps: 250) { report in
      report.saves > 10 && report.refusedSaves > 0 && report.conflicts > 0 && report.kills > 0
    }
  }

  @Test("The same while each statement of saves and fetches fails once", .tags(.faults))
  func statementsFail() throws {
    try run(
      seeds: 0..<TestLength.choose(short: 1, long: 4), steps: 60, faults: .statements
    ) { report in
      report.faults > 20
    }
  }

  private func run(
    seeds: Range<UInt64>, steps: Int, faults: ProgramFaults.Kind? = nil,
    _ hasMet: (ProgramRun.Report) -> Bool
  ) throws {
    let databases = ProgramDatabases()
    defer { databases.remove() }
    try RepositoryFiles.withTemporaryFolder { folder in
      let programs = RandomPrograms(.other, faults: faults, in: folder) { path, model, willRun in
        try databases.open(path, model, willRun)
      }
      let (report, failures) = try programs.run(seeds: seeds, steps: steps)
      #expect(failures.isEmpty, "\(failures.joined(separator: "\n"))")
      #expect(hasMet(report), "\(report.text)")
    }
  }
}

/// The databases of random programs, by the path that each would have as a file.
private final class ProgramDatabases {
  private var cases: [String: ServerObjectsCase] = [:]

  func open(
    _ path: String, _ model: ModelPlan, _ willRun: @escaping @Sendable (String) throws -> Void
  ) throws -> any ObjectStore {
    let database: ServerObjectsCase
    if let known = cases[path] {
      database = known
    } else {
      database = try ServerObjectsCase(model)
      cases[path] = database
    }
    return try database.store { $0.willRun = willRun }
  }

  func remove() {
    for database in cases.values {
      do { try database.remove() } catch { Issue.record(error) }
    }
  }
}
