import Foundation
import MomentumMigrationProof

@main
struct MigrationProofTool {
  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == "child" { exit(ChildProcess.run(Array(arguments.dropFirst()))) }
    var options = ToolOptions(arguments)
    let folder = URL(fileURLWithPath: options.folder)
      .appendingPathComponent("momentum-proof-\(UUID().uuidString)")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let failures = try await run(&options, folder)
      try FileManager.default.removeItem(at: folder)
      exit(failures == 0 ? 0 : 1)
    } catch {
      say("momentum-migration-proof: \(error)")
      exit(2)
    }
  }

  private static func run(_ options: inout ToolOptions, _ folder: URL) async throws -> Int {
    switch options.mode {
    case "all":
      let kills = max(1, options.count / 10)
      return try await random(options, folder)
        + crashes(options, folder, "kill") { try $0.kills(kills, seed: $2) }
        + crashes(options, folder, "faults") { run, _, _ in try run.faults(samples: nil) }
        + crashes(options, folder, "hook") { run, _, _ in try run.hookFaults() }
        + power(options, folder) + surroundings(options, folder)
    case "random": return try await random(options, folder)
    case "kill": return try crashes(options, folder) { try $0.kills($1, seed: $2) }
    case "faults": return try crashes(options, folder) { run, _, _ in try run.faults(samples: nil) }
    case "hook": return try crashes(options, folder) { run, _, _ in try run.hookFaults() }
    case "power": return try power(options, folder)
    case "surroundings": return try surroundings(options, folder)
    case "models": return try models(options, folder)
    case _:
      say("momentum-migration-proof: unknown mode '\(options.mode)'")
      return 1
    }
  }

  /// Every n-th seed, so that the cores share the work.
  private static func random(_ options: ToolOptions, _ folder: URL) async throws -> Int {
    let start = ContinuousClock.now
    let end = start + .seconds(min(options.minutes * 60, 1e9))
    let report = try await withThrowingTaskGroup(of: ProofRun.Report.self) { group in
      for core in 0..<options.cores {
        let seeds = stride(from: core, to: options.count, by: options.cores)
          .map { options.seed &+ UInt64($0) }
        let (failures, rows) = (options.failures, options.rows)
        group.addTask {
          try ProofRun.run(
            seeds: seeds, rowsMax: rows, failuresMax: failures, in: folder, until: end)
        }
      }
      var total = ProofRun.Report()
      for try await report in group { total.merge(report) }
      return total
    }
    for failure in report.failures { say(failure + "\n") }
    if options.showsModels, options.count == 1 {
      let size = Evolution.size(seed: options.seed, rowsMax: options.rows)
      for text in ProofCase(seed: options.seed, size: size).modelTexts() { say(text) }
    }
    say(report.text)
    return report.failures.count
  }

  /// Whether the generators make sense: every version is a model, and objects that nothing changes stay.
  private static func models(_ options: ToolOptions, _ folder: URL) throws -> Int {
    var failures = 0
    for index in 0..<options.count where failures < options.failures {
      let seed = options.seed &+ UInt64(index)
      do {
        let problems = try GeneratorCheck.problems(seed: seed, rowsMax: options.rows, in: folder)
        guard let first = problems.first else { continue }
        say("--seed \(seed): \(first)")
      } catch {
        say("--seed \(seed): \(error)")
      }
      failures += 1
    }
    say("\(options.count) seeds, \(failures) failures")
    return failures
  }

  /// In every mode.
  private static func crashes(
    _ options: ToolOptions, _ folder: URL, _ name: String = "crash",
    _ body: (CrashRun, Int, UInt64) throws -> CrashRun.Report
  ) throws -> Int {
    guard let tool = Bundle.main.executableURL else { return 1 }
    var failures = 0
    for (index, mode) in CrashScenario.Mode.all.enumerated() {
      let own = folder.appendingPathComponent("\(name)-\(index)")
      try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
      let scenario = try CrashScenario(mode, rows: options.rows, in: own)
      let report = try body(CrashRun(scenario, tool: tool, in: own), options.count, options.seed)
      for failure in report.failures { say(failure) }
      say("\(mode): \(report.text)")
      failures += report.failures.count
    }
    return failures
  }

  /// Migrations in every mode and new stores, with and without hard links; `--count` random parts each time.
  private static func power(_ options: ToolOptions, _ folder: URL) throws -> Int {
    guard let tool = Bundle.main.executableURL else { return 1 }
    var failures = 0
    func tell(_ name: String, _ report: PowerLossRun.Report) {
      for failure in report.failures { say(failure) }
      say("power, \(name): \(report.text)")
      failures += report.failures.count
    }
    let samples = max(1, options.count / 100)
    for (index, mode) in CrashScenario.Mode.all.enumerated() {
      let own = folder.appendingPathComponent("power-\(index)")
      try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
      let scenario = try CrashScenario(mode, rows: min(options.rows, 60), in: own)
      let run = PowerLossRun(scenario, tool: tool, in: own)
      for hasLinks in mode.isInPlace ? [true] : [true, false] {
        tell(
          "\(mode)\(hasLinks ? "" : ", no links")",
          try run.migration(samples: samples, seed: options.seed, hasLinks: hasLinks))
      }
      guard index == 0 else { continue }
      for hasLinks in [true, false] {
        tell(
          "a new store\(hasLinks ? "" : ", no links")",
          try run.creation(samples: samples, seed: options.seed, hasLinks: hasLinks))
      }
    }
    return failures
  }

  private static func surroundings(_ options: ToolOptions, _ folder: URL) throws -> Int {
    guard let tool = Bundle.main.executableURL else { return 1 }
    var failures = 0
    for (index, mode) in CrashScenario.Mode.all.enumerated() {
      let own = folder.appendingPathComponent("mode-\(index)")
      try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
      let run = SurroundingsRun(
        try CrashScenario(mode, rows: options.rows, in: own), tool: tool, in: own)
      for surroundings in SurroundingsRun.Surroundings.allCases {
        let found = run.canRun(surroundings) ? try run.problems(surroundings) : nil
        let text = found.map { $0.isEmpty ? "ok" : $0.joined(separator: "; ") } ?? "not tried here"
        say("\(mode), \(surroundings.rawValue): \(text)")
        failures += found?.count ?? 0
      }
    }
    return failures
  }
}

/// Prints a line that is there at once, also in a file.
private func say(_ text: String) {
  FileHandle.standardOutput.write(Data((text + "\n").utf8))
}
