import CallFaults
import Foundation
import MomentumObjectsProof

@main
struct ObjectsProofTool {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      if arguments.first == "child" { exit(try Child.run(Array(arguments.dropFirst()))) }
      let options = ToolOptions(arguments)
      // Calls are counted by the path that the system knows.
      let folder = URL(fileURLWithPath: options.folder).resolvingSymlinksInPath()
        .appendingPathComponent("momentum-proof-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let failures = try run(options, folder)
      try FileManager.default.removeItem(at: folder)
      exit(failures == 0 ? 0 : 1)
    } catch {
      say("momentum-objects-proof: \(error)")
      exit(2)
    }
  }

  private static func run(_ options: ToolOptions, _ folder: URL) throws -> Int {
    switch options.mode {
    case "random": return try random(options, folder, nil)
    case "statements": return try random(options, folder, .statements)
    case "calls": return try random(options, folder, calls(in: folder))
    case "kill": return try kill(options, folder)
    case "writers": return try writers(options, folder)
    case "threads": return try threads(options, folder)
    case "hostile": return try hostile(options, folder)
    case _:
      say("momentum-objects-proof: unknown mode '\(options.mode)'")
      return 1
    }
  }

  private static var tool: URL { Bundle.main.executableURL ?? URL(fileURLWithPath: "/") }

  /// Each call of the system that concerns a file of the folder fails once, with EIO.
  private static func calls(in folder: URL) -> ProgramFaults.Kind {
    let path = folder.path
    // Descriptors are known only if they were opened while calls were counted.
    func count() { call_faults_arm(path, 0, Int32(CALL_FAULTS_COUNT.rawValue), EIO) }
    count()
    var wanted: Int64 = 0
    return .calls(
      arm: { number in
        wanted = Int64(number)
        call_faults_arm(path, wanted, Int32(CALL_FAULTS_FAIL_ONCE.rawValue), EIO)
      },
      disarm: {
        defer { count() }
        return call_faults_count() >= wanted
      })
  }

  /// Programs on each kind of store.
  private static func random(
    _ options: ToolOptions, _ folder: URL, _ faults: ProgramFaults.Kind?
  ) throws -> Int {
    var failures = 0
    for kind in options.kinds {
      var programs = RandomPrograms(kind, faults: faults, in: folder)
      if options.isVerbose { programs.willRun = { say("\($0)") } }
      let (report, found) = try programs.run(
        seeds: options.seed..<options.seed + UInt64(options.count), steps: options.steps,
        failuresMax: options.failures)
      for failure in found { say(failure + "\n") }
      say("\(kind.rawValue): \(report.text), \(found.count) failures")
      failures += found.count
    }
    return failures
  }

  private static func kill(_ options: ToolOptions, _ folder: URL) throws -> Int {
    var failures = 0
    for kind in options.kinds where kind != .memory {
      let kills = SaveKills(kind, tool: tool, steps: min(options.steps, 150), in: folder)
      let report = try kills.run(
        options.count, seed: options.seed, seeds: max(1, options.count / 50),
        failuresMax: options.failures)
      for failure in report.failures { say(failure) }
      say("\(kind.rawValue): \(report.text)")
      failures += report.failures.count
    }
    return failures
  }

  private static func writers(_ options: ToolOptions, _ folder: URL) throws -> Int {
    let counters = try SharedCounters(
      processes: options.processes, threads: options.threads, timeout: options.timeout, in: folder)
    let report =
      options.processes == 0
      ? try counters.runHere(seconds: options.seconds)
      : try counters.run(tool: tool, seconds: options.seconds)
    for failure in report.failures { say(failure) }
    say("\(options.processes) processes, \(options.threads) threads each: \(report.text)")
    return report.failures.count
  }

  private static func threads(_ options: ToolOptions, _ folder: URL) throws -> Int {
    let contexts = try ConcurrentContexts(threads: options.threads, in: folder)
    let problems = contexts.run(seed: options.seed, rounds: options.count)
    for problem in problems { say(problem) }
    say("\(options.threads) threads, \(options.count) rounds: \(problems.count) failures")
    return problems.count
  }

  private static func hostile(_ options: ToolOptions, _ folder: URL) throws -> Int {
    var failures = 0
    for kind in options.kinds where kind != .memory && kind != .sqlite {
      for damage in HostileStores.Damage.allCases where damage != .cells || kind == .journal {
        let (text, found) = try HostileRun(tool: tool, in: folder).run(
          kind, damage, count: options.count, seed: options.seed, failuresMax: options.failures)
        for failure in found { say(failure) }
        say("\(kind.rawValue), \(damage.rawValue): \(text)")
        failures += found.count
      }
    }
    return failures
  }
}

/// Prints a line that is there at once, also in a file.
func say(_ text: String) {
  FileHandle.standardOutput.write(Data((text + "\n").utf8))
}
