import CallFaults
import Foundation
import MomentumObjectsProof

/// The parts of the proofs that run in processes of their own, because they end them.
enum Child {
  /// - Returns: The status of the process.
  static func run(_ arguments: [String]) throws -> Int32 {
    switch arguments.first {
    case "saves": try saves(arguments)
    case "writers": try writers(arguments)
    case "hostile": try hostile(arguments)
    case "person" where arguments.count == 3:
      try OtherProcess.savePerson(arguments[1], arguments[2])
    case "history" where arguments.count == 3:
      for line in try OtherProcess.readHistory(arguments[1], arguments[2]) { say(line) }
    case _: return 64
    }
    return 0
  }

  /// `saves FOLDER KIND SEED STEPS count|kill|tear AT [dumps]`
  private static func saves(_ arguments: [String]) throws {
    guard arguments.count >= 7, let kind = ProgramStore.Kind(rawValue: arguments[2]),
      let seed = UInt64(arguments[3]), let steps = Int(arguments[4]), let at = Int64(arguments[6])
    else { exit(64) }
    let own = URL(fileURLWithPath: arguments[1])
    let stores = own.appendingPathComponent("stores")
    let actions = ["kill": CALL_FAULTS_KILL, "tear": CALL_FAULTS_KILL_TORN]
    let action = actions[arguments[5]] ?? CALL_FAULTS_COUNT
    call_faults_arm(stores.path, at, Int32(action.rawValue), 0)
    try SavingChild.run(
      kind, seed: seed, steps: steps, in: stores,
      dumpFolder: arguments.last == "dumps" ? own : nil)
    call_faults_disarm()
    say("calls \(call_faults_count())")
  }

  /// `writers PATH FIRST THREADS SECONDS TIMEOUT`
  private static func writers(_ arguments: [String]) throws {
    guard arguments.count == 6, let first = Int(arguments[2]), let threads = Int(arguments[3]),
      let seconds = Double(arguments[4]), let timeout = Double(arguments[5])
    else { exit(64) }
    let lines = try SharedCounters.work(
      arguments[1], first: first, threads: threads, seconds: seconds, timeout: timeout)
    for line in lines { say(line) }
  }

  /// `hostile FOLDER KIND DAMAGE SEED FROM TO`
  private static func hostile(_ arguments: [String]) throws {
    guard arguments.count == 7, let kind = ProgramStore.Kind(rawValue: arguments[2]),
      let damage = HostileStores.Damage(rawValue: arguments[3]), let seed = UInt64(arguments[4]),
      let from = Int(arguments[5]), let to = Int(arguments[6]), from <= to
    else { exit(64) }
    try HostileRun.work(
      kind, damage, seed: seed, from..<to, in: URL(fileURLWithPath: arguments[1]))
  }
}
