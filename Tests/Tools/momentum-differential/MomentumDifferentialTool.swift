import Dispatch
import Foundation
import MomentumDifferential

// momentum-differential --requests 1000000 --seed 1 [--minutes 30] [--failures 1] [--cores 2] [--brief 1]
//
// Every 500 requests have a model of their own, that of the next seed.

/// The options of the command line.
struct Options {
  var requests = 20_000
  var seed: UInt64 = 1
  var minutes = Double.infinity
  var failures = 1
  var cores = 2
  var perModel = 500
  /// Whether failures are told in a few lines, without model and objects.
  var isBrief = false

  init(_ arguments: [String]) {
    var rest = arguments[...]
    while let name = rest.popFirst() {
      guard let text = rest.popFirst(), let number = Double(text), number >= 0, number < 1e15 else {
        Options.fail("'\(name)' needs a number")
      }
      switch name {
      case "--requests": requests = Int(number)
      case "--seed": seed = UInt64(number)
      case "--minutes": minutes = number
      case "--failures": failures = Int(number)
      case "--cores": cores = max(1, Int(number))
      case "--brief": isBrief = number > 0
      case "--per-model": perModel = max(1, Int(number))
      case _: Options.fail("unknown option '\(name)'")
      }
    }
  }

  private static func fail(_ text: String) -> Never {
    print("momentum-differential: \(text)")
    exit(2)
  }
}

@main
struct MomentumDifferentialTool {
  static func main() async {
    let options = Options(Array(CommandLine.arguments.dropFirst()))
    let start = ContinuousClock.now
    let end = start + .seconds(min(options.minutes * 60, 1e9))
    let models = (options.requests + options.perModel - 1) / options.perModel
    let total = await withTaskGroup(of: DifferentialRun.Report.self) { group in
      for core in 0..<options.cores {
        group.addTask { run(core, of: options, models: models, until: end) }
      }
      var total = DifferentialRun.Report()
      for await report in group { total.merge(report) }
      return total
    }
    let elapsed = ContinuousClock.now - start
    let seconds =
      Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
    for failure in total.failures {
      let lines = failure.split(separator: "\n").filter { !options.isBrief || !$0.hasPrefix("<") }
      print(
        lines.filter { !options.isBrief || !$0.hasPrefix("    ") }.joined(separator: "\n") + "\n")
    }
    if !total.refusals.isEmpty { print(total.refusalText) }
    print(
      "\(total.requests) requests (\(total.rowRequests) for rows), \(total.refused) refused, \(total.selective) selective, "
        + "\(total.failures.count) disagreements, \(Int(Double(total.requests) / seconds)) a second"
    )
    exit(total.failures.isEmpty ? 0 : 1)
  }

  /// Every n-th model, so that the cores share the work.
  private static func run(
    _ core: Int, of options: Options, models: Int, until end: ContinuousClock.Instant
  ) -> DifferentialRun.Report {
    var report = DifferentialRun.Report()
    for index in stride(from: core, to: models, by: options.cores) {
      guard ContinuousClock.now < end, report.failures.count < options.failures else { break }
      let seed = options.seed &+ UInt64(index)
      let requests = min(options.perModel, options.requests - index * options.perModel)
      do {
        report.merge(
          try DifferentialRun.run(
            seed: seed, requests: requests,
            failuresMax: options.failures - report.failures.count))
      } catch {
        report.failures.append("--seed \(seed): \(error)")
      }
    }
    return report
  }
}
