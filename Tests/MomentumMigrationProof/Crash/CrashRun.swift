package import Foundation
import MomentumDifferential
import MomentumMigrator

/// Migrations that are killed, or whose calls fail, many times in one mode.
package struct CrashRun {
  package struct Report: Sendable {
    package var trials = 0
    package var old = 0
    package var new = 0
    /// How the faulted runs ended, by their own word; killed ones as `killed`.
    package var endings: [String: Int] = [:]
    /// Runs that failed after the log was moved into the file: the same rows in other bytes.
    package var checkpointed = 0
    package var failures: [String] = []

    package init() {}

    package var text: String {
      let parts = endings.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
      return "\(trials) trials: \(old) old, \(new) new; \(parts.joined(separator: ", "))"
        + (checkpointed > 0 ? "; \(checkpointed) with their log moved into the file" : "")
        + "; \(failures.count) failures"
    }
  }

  let scenario: CrashScenario
  let child: ProofChild
  let folder: URL

  /// - Parameter folder: Exists, and is the scenario's alone.
  package init(_ scenario: CrashScenario, tool: URL, in folder: URL) {
    self.scenario = scenario
    child = ProofChild(tool: tool)
    self.folder = folder
  }

  /// A run that nothing disturbs.
  package func undisturbed() throws -> ProofChild.Result {
    try withCopy { copy -> ProofChild.Result in
      let result = try child.run(scenario, in: copy, .none)
      let found = try scenario.state(of: copy)
      guard result.ending == "migrated", found == .new else {
        throw ProofStore.Failure(
          description: "a run that nothing disturbs: \(result.ending) \(result.text) \(found)")
      }
      return result
    }
  }

  /// Kills migrations: a third each at a call, within a write, and after some time.
  package func kills(_ count: Int, seed: UInt64, failuresMax: Int = 3) throws -> Report {
    let whole = try undisturbed()
    var dice = Dice(seed: seed, part: 22)
    var report = Report()
    for index in 0..<count {
      let fault: ProofChild.Fault =
        switch index % 3 {
        case 0: .kill(at: dice.int(1...max(1, whole.calls)))
        case 1: .tear(at: dice.int(1...max(1, whole.calls)))
        case _: .killAfter(microseconds: dice.int(0...max(1, whole.microseconds * 11 / 10)))
        }
      try trial(fault, &report)
      if report.failures.count >= failuresMax { break }
    }
    return report
  }

  /// Makes calls fail: each of them, or `samples` of them spread over all.
  package func faults(samples: Int?, failuresMax: Int = 3) throws -> Report {
    let whole = try undisturbed()
    var report = Report()
    let step = max(1, samples.map { whole.calls / max(1, $0) } ?? 1)
    for at in stride(from: 1, through: whole.calls, by: step) {
      for fault in [
        ProofChild.Fault.failOnce(at: at, number: EIO), .failFrom(at: at, number: ENOSPC),
      ] {
        try trial(fault, &report)
        if report.failures.count >= failuresMax { return report }
      }
    }
    return report
  }

  /// Makes each of the last calls fail, where the transaction ends.
  package func faultsAtTheEnd(calls: Int, failuresMax: Int = 3) throws -> Report {
    let whole = try undisturbed()
    var report = Report()
    for at in max(1, whole.calls - calls + 1)...max(1, whole.calls) {
      try trial(.failOnce(at: at, number: EIO), &report)
      if report.failures.count >= failuresMax { break }
    }
    return report
  }

  /// Makes each call fail that passes the migrator's own hook, in this process.
  ///
  /// - Parameter step: Every how many calls.
  package func hookFaults(step: Int = 1, failuresMax: Int = 3) throws -> Report {
    var report = Report()
    for number in stride(from: 1, through: 10_000, by: step) {
      var isThere = false
      let problems = try withCopy { copy -> [String] in
        var options = MigrationOptions(
          isInPlace: scenario.mode.isInPlace, busyTimeoutMilliseconds: 200)
        let reached = Flag()
        options.beforeCall = { call throws(MigrationError) in
          guard call.number == number else { return }
          reached.set()
          throw MigrationError.file(path: call.subject, message: "made to fail")
        }
        let path = copy.appendingPathComponent(CrashScenario.storeName).path
        let bytes = try FileState(path)
        var result = ProofChild.Result()
        do throws(MigrationError) {
          result.ending = try StoreMigrator(options: options).migrate(
            store: path, among: [scenario.source], to: scenario.target
          ).result.rawValue
        } catch {
          (result.ending, result.text) = ("file", "\(error)")
        }
        isThere = reached.isSet
        guard isThere else { return [] }
        report.endings[result.ending, default: 0] += 1
        let found = try scenario.state(of: copy)
        if found == .old { report.old += 1 } else { report.new += 1 }
        return try claims(result, found, bytes, path, &report) + afterwards(copy)
      }
      guard isThere else { break }
      report.trials += 1
      report.failures += problems.map { "\(scenario.mode), call \(number) by the hook: \($0)" }
      if report.failures.count >= failuresMax { break }
    }
    return report
  }

  // MARK: - One trial

  private func withCopy<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let own = folder.appendingPathComponent("trial-\(UUID().uuidString)")
    let copy = own.appendingPathComponent("stores")
    try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: own) }
    try FileManager.default.copyItem(at: scenario.template, to: copy)
    return try body(copy)
  }

  private func trial(_ fault: ProofChild.Fault, _ report: inout Report) throws {
    report.trials += 1
    let problems = try withCopy { copy -> [String] in
      try self.problems(fault, copy, &report)
    }
    report.failures += problems.map { "\(scenario.mode), \(fault): \($0)" }
  }

  private func problems(
    _ fault: ProofChild.Fault, _ copy: URL, _ report: inout Report
  ) throws -> [String] {
    let path = copy.appendingPathComponent(CrashScenario.storeName).path
    let bytes = try FileState(path)
    let result = try child.run(scenario, in: copy, fault)
    guard result.signal == 0 || result.signal == SIGKILL else {
      return ["the process died of signal \(result.signal)"]
    }
    report.endings[result.signal == SIGKILL ? "killed" : result.ending, default: 0] += 1
    let found = try scenario.state(of: copy)
    var problems: [String] = []
    switch found {
    case .old: report.old += 1
    case .new: report.new += 1
    case .broken(let what): problems += what.map { "a third state: \($0)" }
    }
    if result.signal == 0 {
      problems += try claims(result, found, bytes, path, &report)
    }
    return try problems + afterwards(copy)
  }

  /// A run that came to its end has to say what is there.
  private func claims(
    _ result: ProofChild.Result, _ found: CrashScenario.Found, _ bytes: FileState, _ path: String,
    _ report: inout Report
  ) throws -> [String] {
    if result.ending == "migrated" {
      return found == .new ? [] : ["says it migrated, but the store is \(found)"]
    }
    if result.ending == "unsettled", scenario.mode.isInPlace {
      // Without the journal there is no way back; a log may be taken or left.
      let isOld = !scenario.mode.hasLog && found == .old
      return isOld ? ["says \(result.text), but the store is old"] : []
    }
    guard ["store", "file", "busy", "verification"].contains(result.ending) else {
      return ["ended as '\(result.ending)': \(result.text)"]
    }
    guard found == .old else { return ["says \(result.text), but the store is \(found)"] }
    if try FileState(path) != bytes {
      // In place the old bytes come back by the journal; a log may have been moved into the file.
      guard scenario.mode.isInPlace || scenario.mode.hasLog else {
        return ["\(result.text): the store's bytes changed"]
      }
      report.checkpointed += 1
    }
    return []
  }

  /// A second run finishes, and nothing is left over.
  private func afterwards(_ copy: URL) throws -> [String] {
    let second = try child.run(scenario, in: copy, .none)
    guard ["migrated", "already-current"].contains(second.ending) else {
      return ["a second run ended as '\(second.ending)': \(second.text)"]
    }
    var problems: [String] = []
    let found = try scenario.state(of: copy)
    if found != .new { problems.append("after a second run the store is \(found)") }
    let backup = CrashScenario.storeName + ".bak"
    let names = try FileManager.default.contentsOfDirectory(atPath: copy.path).sorted()
    var known = [CrashScenario.storeName, backup]
    // A log belongs to the store, and the one who finds it leaves it as it was.
    if scenario.mode.isInPlace, scenario.mode.hasLog {
      known.append(CrashScenario.storeName + "-wal")
    }
    let others = names.filter { !known.contains($0) }
    if !others.isEmpty { problems.append("left over: \(others)") }
    if names.contains(backup) {
      let old = try scenario.state(of: copy, store: backup)
      if old != .old { problems.append("the backup is \(old)") }
    }
    return problems
  }
}

/// Says to one closure what another has seen.
///
/// `@unchecked`: the value is read and written under the lock only. (`Mutex` would need macOS 15.)
private final class Flag: @unchecked Sendable {
  private let lock = NSLock()
  private var value = false

  func set() { lock.withLock { value = true } }
  var isSet: Bool { lock.withLock { value } }
}
