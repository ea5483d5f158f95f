package import Foundation
import MomentumDifferential
import MomentumObjects

/// Kills a process that saves, again and again: afterwards the store has the state before or after
/// the save that was under way.
package struct SaveKills {
  package struct Report: Sendable {
    package var trials = 0
    package var killed = 0
    /// How many of the killed processes were within a save.
    package var killedInSave = 0
    /// How often the save under way was lost, and how often it was kept.
    package var old = 0
    package var new = 0
    package var failures: [String] = []

    package var text: String {
      "\(trials) trials: \(killed) killed, \(killedInSave) of them within a save, \(old) old, "
        + "\(new) new; \(failures.count) failures"
    }
  }

  /// How a process is ended.
  private enum Fault: CustomStringConvertible {
    case none
    case kill(at: Int)
    /// In the middle of a write.
    case tear(at: Int)
    case after(microseconds: Int)

    var description: String {
      switch self {
      case .none: "nothing"
      case .kill(let at): "kill at call \(at)"
      case .tear(let at): "kill within call \(at)"
      case .after(let time): "kill after \(time) us"
      }
    }

    var arguments: [String] {
      switch self {
      case .none, .after: ["count", "0"]
      case .kill(let at): ["kill", "\(at)"]
      case .tear(let at): ["tear", "\(at)"]
      }
    }
  }

  let kind: ProgramStore.Kind
  let process: ProofProcess
  let folder: URL
  let steps: Int

  /// - Parameter folder: Exists, and is theirs alone.
  package init(_ kind: ProgramStore.Kind, tool: URL, steps: Int, in folder: URL) {
    self.kind = kind
    process = ProofProcess(tool: tool)
    self.steps = steps
    self.folder = folder
  }

  /// - Parameter seeds: Each program is killed `count / seeds` times.
  package func run(
    _ count: Int, seed: UInt64, seeds: Int, failuresMax: Int = 3
  ) throws -> Report {
    var report = Report()
    for index in 0..<max(1, seeds) {
      let seed = seed &+ UInt64(index)
      try run(max(1, count / max(1, seeds)), seed, failuresMax, &report)
      if report.failures.count >= failuresMax { break }
    }
    return report
  }

  private func run(
    _ count: Int, _ seed: UInt64, _ failuresMax: Int, _ report: inout Report
  ) throws {
    let whole = try withFolder { own in
      let result = try trial(seed, .none, own, dumps: true)
      return (result, try dumps(of: own))
    }
    guard whole.0.status == 0 else {
      throw ProgramFailure("seed \(seed): undisturbed, \(whole.0.lines.suffix(5))")
    }
    // A short program may save only once, at its end: it has two states.
    guard whole.1.count > 1 else { throw ProgramFailure("seed \(seed): nothing was saved") }
    let calls = Int(whole.0.lines.last { $0.hasPrefix("calls ") }?.dropFirst(6) ?? "") ?? 1
    var dice = Dice(seed: seed, part: 41)
    for index in 0..<count where report.failures.count < failuresMax {
      let fault: Fault =
        switch index % 3 {
        case 0: .kill(at: dice.int(1...max(1, calls)))
        case 1: .tear(at: dice.int(1...max(1, calls)))
        case _: .after(microseconds: dice.int(0...max(1, whole.0.microseconds * 11 / 10)))
        }
      report.trials += 1
      let problem = try withFolder { own in
        try self.problem(seed, fault, own, states: whole.1, &report)
      }
      if let problem {
        report.failures.append("\(kind.rawValue), seed \(seed), \(fault): \(problem)")
      }
    }
  }

  private func withFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let own = folder.appendingPathComponent("kill-\(UUID().uuidString)")
    let stores = own.appendingPathComponent("stores")
    try FileManager.default.createDirectory(at: stores, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: own) }
    return try body(own)
  }

  private func trial(
    _ seed: UInt64, _ fault: Fault, _ own: URL, dumps: Bool = false
  ) throws -> ProofProcess.Result {
    var killAfter: Int?
    if case .after(let microseconds) = fault { killAfter = microseconds }
    let arguments =
      ["child", "saves", own.path, kind.rawValue, "\(seed)", "\(steps)"] + fault.arguments
    return try process.run(arguments + (dumps ? ["dumps"] : []), killAfter: killAfter)
  }

  /// The state of the store after each save, in order; the first is that of the new store.
  private func dumps(of own: URL) throws -> [String] {
    var states: [String] = []
    while true {
      let url = own.appendingPathComponent("dump-\(states.count)")
      guard FileManager.default.fileExists(atPath: url.path) else { return states }
      states.append(try String(contentsOf: url, encoding: .utf8))
    }
  }

  /// What is wrong after a process was killed; `nil` for nothing.
  private func problem(
    _ seed: UInt64, _ fault: Fault, _ own: URL, states: [String], _ report: inout Report
  ) throws -> String? {
    let result = try trial(seed, fault, own)
    guard result.signal == SIGKILL || result.signal == 0 && result.status == 0 else {
      return "the process ended by signal \(result.signal), status \(result.status)"
    }
    if result.signal == SIGKILL {
      report.killed += 1
      if result.lines.last == "saving" { report.killedInSave += 1 }
    }
    let saves = result.lines.filter { $0 == "saved" }.count
    let expected = states[min(saves, states.count - 1)...min(saves + 1, states.count - 1)]
    do {
      let store = try ProgramStore(kind, in: own.appendingPathComponent("stores"))
      let state = try StoreDump.text(store)
      guard let index = expected.firstIndex(of: state) else {
        return "after \(saves) saves, a third state:\n\(state)"
      }
      if index == saves { report.old += 1 } else { report.new += 1 }
      // The store can be used: a new object gets a key that nobody has.
      let context = ObjectContext(store.coordinator)
      let count = try context.count(ObjectRequest("Person"))
      try context.insert("Person")
      try context.save()
      let found = try ObjectContext(store.coordinator).count(ObjectRequest("Person"))
      store.close()
      return found == count + 1 ? nil : "\(found) persons instead of \(count + 1)"
    } catch {
      return "after \(saves) saves, the store cannot be used: \(error)"
    }
  }
}

/// The part of the work that the child does.
package enum SavingChild {
  /// Runs the program of a seed. It prints `saving` before each save, `ended` after it, and `saved`
  /// if it has succeeded.
  ///
  /// - Parameter dumpFolder: Gets a file with the state of the store after each save; `nil` for none.
  package static func run(
    _ kind: ProgramStore.Kind, seed: UInt64, steps: Int, in folder: URL, dumpFolder: URL?
  ) throws {
    let run = try ProgramRun(kind, in: folder)
    var count = 0
    func dump() throws {
      guard let dumpFolder else { return }
      try StoreDump.text(run.store).write(
        to: dumpFolder.appendingPathComponent("dump-\(count)"), atomically: true, encoding: .utf8)
      count += 1
    }
    func tell(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }
    run.tellsSave = { tell($0 ? "ended" : "saving") }
    run.hasSaved = {
      tell("saved")
      try dump()
    }
    try dump()
    let program = ProgramStep.program(seed: seed, count: steps)
    try run.run(program.filter { $0.action != .kill })
  }
}
