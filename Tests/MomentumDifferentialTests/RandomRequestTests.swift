import Foundation
import MomentumDifferential
import MomentumTestSupport
import Testing

/// Random requests over random models: SQL on both layouts, with all rules and without each, finds what
/// the evaluator finds, in both meanings of nil.
@Suite(.tags(.random)) struct RandomRequestTests {
  /// `MOMENTUM_DIFFERENTIAL_REQUESTS` and `MOMENTUM_DIFFERENTIAL_SEED` change what is run; the long run
  /// is `momentum-differential`.
  private static let requests =
    environment("MOMENTUM_DIFFERENTIAL_REQUESTS").flatMap { Int($0) }
    ?? TestLength.choose(short: 1000, long: 20000)
  private static let seed =
    environment("MOMENTUM_DIFFERENTIAL_SEED").flatMap { UInt64($0) } ?? 1
  private static let perModel = 100

  private static func environment(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name]
  }

  @Test func everyWayToAnswerFindsTheSame() async throws {
    let models = (Self.requests + Self.perModel - 1) / Self.perModel
    let report = try await withThrowingTaskGroup(of: DifferentialRun.Report.self) { group in
      for index in 0..<models {
        group.addTask {
          try DifferentialRun.run(
            seed: Self.seed &+ UInt64(index), requests: Self.perModel, failuresMax: 1)
        }
      }
      var total = DifferentialRun.Report()
      for try await report in group { total.merge(report) }
      return total
    }
    #expect(report.failures.isEmpty, "\(report.failures.prefix(3).joined(separator: "\n\n"))")
    #expect(report.refused * 100 < report.requests, "\(report.refusalText)")
    // Requests that find nothing or everything prove little.
    #expect(
      report.selective * 100 > (report.requests - report.rowRequests) * 35,
      "\(report.selective) of \(report.requests - report.rowRequests)")
  }
}
