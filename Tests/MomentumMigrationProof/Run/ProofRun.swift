package import Foundation
import MomentumDifferential

/// Many random migrations.
package struct ProofRun {
  package struct Report: Sendable {
    package var cases = 0
    package var rows = 0
    package var endings: [ProofCase.Ending: Int] = [:]
    package var composed = 0
    /// Shrunk, told in full.
    package var failures: [String] = []

    package init() {}

    package mutating func merge(_ other: Report) {
      cases += other.cases
      rows += other.rows
      composed += other.composed
      failures += other.failures
      endings.merge(other.endings, uniquingKeysWith: +)
    }

    /// One line.
    package var text: String {
      let parts = ProofCase.Ending.allCases.map { "\(endings[$0] ?? 0) \($0.rawValue)" }
      return "\(cases) stores, \(rows) rows: \(parts.joined(separator: ", ")), "
        + "\(composed) chains composed, \(failures.count) failures"
    }
  }

  /// Runs every seed of a list, each in an empty folder of its own that goes with it.
  package static func run(
    seeds: some Sequence<UInt64>, rowsMax: Int = 1000, failuresMax: Int = 1, in folder: URL,
    until end: ContinuousClock.Instant? = nil
  ) throws -> Report {
    var report = Report()
    for seed in seeds {
      if let end, ContinuousClock.now > end { break }
      let size = Evolution.size(seed: seed, rowsMax: rowsMax)
      let result = try run(ProofCase(seed: seed, size: size), in: folder)
      report.cases += 1
      report.rows += result.rows
      if result.hasComposed { report.composed += 1 }
      for ending in result.endings { report.endings[ending, default: 0] += 1 }
      guard !result.problems.isEmpty else { continue }
      report.failures.append(try shrink(seed, size, result, in: folder))
      if report.failures.count >= failuresMax { break }
    }
    return report
  }

  package static func run(_ proof: ProofCase, in folder: URL) throws -> ProofCase.Result {
    let own = folder.appendingPathComponent("case-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: own) }
    return proof.run(in: own)
  }

  /// Leaves out steps and rows as long as something stays wrong.
  private static func shrink(
    _ seed: UInt64, _ size: Evolution.Size, _ first: ProofCase.Result, in folder: URL
  ) throws -> String {
    var (best, text) = (size, first.text)
    func isWorse(_ smaller: Evolution.Size) throws -> Bool {
      let result = try run(ProofCase(seed: seed, size: smaller), in: folder)
      guard !result.problems.isEmpty else { return false }
      (best, text) = (smaller, result.text)
      return true
    }
    var smaller = best
    if best.steps.count > 1 {
      smaller.steps.removeLast()
      _ = try isWorse(smaller)
    }
    for version in best.steps.indices {
      for step in best.steps[version].reversed() {
        smaller = best
        smaller.steps[version].removeAll { $0 == step }
        _ = try isWorse(smaller)
      }
    }
    for rows in [1, 2, 4, 8, 16, 64, 256] where rows < best.rows {
      smaller = best
      smaller.rows = rows
      if try isWorse(smaller) { break }
    }
    return text
  }
}
