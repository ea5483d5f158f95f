import Foundation
import MomentumDifferential
import MomentumTestSupport
import Testing

/// Random predicates and requests for rows in PostgreSQL, against the objects in memory.
@Suite(.tags(.server)) struct RandomPostgreSQLTests {
  private static let models = 12
  private static let requestsPerModel = 40

  @Test(.enabled(if: PostgreSQLServer.shared != nil, PostgreSQLServer.reason))
  func postgreSQLFindsTheSame() throws {
    let server = try #require(PostgreSQLServer.shared)
    var compared = 0
    var failures: [String] = []
    var skipped: [String: Int] = [:]
    for seed in 1...Self.models {
      let run = try PostgreSQLRun(seed: UInt64(seed), requests: Self.requestsPerModel)
      let report = run.report(try server.rows(run.script))
      compared += report.compared
      failures += report.failures
      skipped.merge(report.skipped) { $0 + $1 }
    }
    let known = skipped.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }
    #expect(failures.isEmpty, "\(failures.count): \(failures.prefix(6).joined(separator: "\n\n"))")
    #expect(compared >= 300, "\(compared) compared, skipped: \(known)")
  }
}
