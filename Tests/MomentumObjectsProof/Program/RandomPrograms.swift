package import Foundation

/// Random programs, and the shortest program that fails where one does.
package struct RandomPrograms {
  package let kind: ProgramStore.Kind
  let faults: ProgramFaults.Kind?
  /// Exists, and is theirs alone.
  let folder: URL
  /// Is called before each step, so that the step is known that ends the process.
  package var willRun: ((ProgramStep) -> Void)?

  private let makeStore: ProgramStore.Opening?

  package init(
    _ kind: ProgramStore.Kind, faults: ProgramFaults.Kind? = nil, in folder: URL,
    makeStore: ProgramStore.Opening? = nil
  ) {
    self.kind = kind
    self.makeStore = makeStore
    self.faults = faults
    self.folder = folder
  }

  package struct Outcome {
    package var report: ProgramRun.Report
    /// The failure with the steps that lead to it; `nil` if contexts, stores and graphs agree.
    package var failure: String?
  }

  /// Runs the program of a seed.
  package func run(seed: UInt64, steps count: Int) throws -> Outcome {
    let steps = ProgramStep.program(seed: seed, count: count)
    let first = try attempt(steps)
    guard let failure = first.failure else { return first }
    let (shortest, last) = try shrink(
      Array(steps.prefix(first.report.steps)), failure: failure, attemptsMax: 400)
    var outcome = first
    outcome.failure = """
      seed \(seed), \(kind.rawValue), first failure: \(failure)
      the shortest program, \(shortest.count) steps: \(last)
      """
    return outcome
  }

  private func attempt(_ steps: [ProgramStep]) throws -> Outcome {
    let own = folder.appendingPathComponent("program-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: own) }
    let run = try ProgramRun(kind, in: own, faults: faults, makeStore: makeStore)
    run.willRun = willRun
    do {
      try run.run(steps)
    } catch {
      return Outcome(
        report: run.report,
        failure: "\(error)\n\(run.story.suffix(120).joined(separator: "\n"))")
    }
    return Outcome(report: run.report, failure: nil)
  }

  /// Takes steps out as long as the program fails, ever smaller parts at a time.
  private func shrink(
    _ steps: [ProgramStep], failure: String, attemptsMax: Int
  ) throws -> ([ProgramStep], String) {
    var (steps, failure) = (steps, failure)
    var (part, attempts) = (max(1, steps.count / 2), 0)
    while part >= 1, attempts < attemptsMax {
      var position = 0
      var isShorter = false
      while position < steps.count, attempts < attemptsMax {
        var candidate = steps
        candidate.removeSubrange(position..<min(position + part, steps.count))
        attempts += 1
        if let found = try attempt(candidate).failure {
          (steps, failure, isShorter) = (candidate, found, true)
        } else {
          position += part
        }
      }
      if part == 1, !isShorter { break }
      part = part == 1 ? 1 : part / 2
    }
    return (steps, failure)
  }

  /// Programs of consecutive seeds, until `failuresMax` of them have failed.
  package func run(
    seeds: Range<UInt64>, steps: Int, failuresMax: Int = 1
  ) throws -> (report: ProgramRun.Report, failures: [String]) {
    var report = ProgramRun.Report()
    var failures: [String] = []
    for seed in seeds where failures.count < failuresMax {
      let outcome = try run(seed: seed, steps: steps)
      report.add(outcome.report)
      if let failure = outcome.failure { failures.append(failure) }
    }
    return (report, failures)
  }
}
