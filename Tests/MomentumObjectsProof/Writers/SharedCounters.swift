package import Foundation
import MomentumObjects
import MomentumSQL
import MomentumSQLite

/// Several processes with several threads each write one store, and what they have confirmed is
/// compared with the rows.
package struct SharedCounters {
  package struct Report {
    package var writes = 0
    package var refused = 0
    package var entries = 0
    /// Operations that waited for a lock longer than the timeout; each must end with 134090.
    package var busy = 0
    package var failures: [String] = []

    package var text: String {
      "\(writes) confirmed changes, \(refused) refused or given up, \(entries) entries, "
        + "\(busy) busy; \(failures.count) failures"
    }
  }

  let path: String
  let processes: Int
  let threads: Int
  let timeout: Double

  /// - Parameters:
  ///   - timeout: The seconds for which a writer waits for a lock.
  ///   - folder: Exists, and is theirs alone.
  package init(processes: Int, threads: Int, timeout: Double = 60, in folder: URL) throws {
    self.timeout = timeout
    self.processes = min(max(1, processes), CounterModel.writersMax)
    self.threads = max(1, min(threads, CounterModel.writersMax / self.processes))
    path = folder.appendingPathComponent("counters.sqlite").path
    try CounterModel.create(path)
  }

  /// Starts all processes, waits for them, and compares. A process that does not end in time hangs.
  package func run(tool: URL, seconds: Double) throws -> Report {
    let running = try (0..<processes).map { index in
      try ProofProcess(tool: tool).start(
        [
          "child", "writers", path, "\(index * threads)", "\(threads)", "\(seconds)", "\(timeout)",
        ])
    }
    let watch = Watch(running, seconds: seconds + 120)
    let results = running.map { $0.wait() }
    watch.cancel()
    return try report(results.flatMap(\.lines), results.map { ($0.signal, $0.status) })
  }

  /// The same with the threads of this process alone.
  package func runHere(seconds: Double) throws -> Report {
    try report(
      SharedCounters.work(
        path, first: 0, threads: threads, seconds: seconds, timeout: timeout), [])
  }

  private func report(_ lines: [String], _ endings: [(Int32, Int32)]) throws -> Report {
    var report = Report()
    for (signal, status) in endings where signal != 0 || status != 0 {
      report.failures.append("a process ended by signal \(signal), status \(status)")
    }
    var results = CounterResults()
    for line in lines { results.add(line) }
    report.failures += results.problems
    (report.writes, report.refused) = (results.writes, results.refused)
    report.busy = results.busy
    report.entries = results.entries.values.reduce(0, +)
    if report.failures.isEmpty { report.failures += try results.differences(in: path) }
    return report
  }

  /// What one process does.
  ///
  /// - Returns: The results of its writers, a line each.
  package static func work(
    _ path: String, first: Int, threads: Int, seconds: Double, timeout: Double
  ) throws -> [String] {
    let coordinator = try CounterModel.openBesideOthers(path, timeout: timeout)
    let writers = (first..<first + threads).map { CounterWriter($0, coordinator) }
    let end = ContinuousClock.now + .seconds(seconds)
    let group = DispatchGroup()
    for writer in writers {
      group.enter()
      let work = Work { writer.run(until: end) }
      // A dispatch queue has no more threads than the machine has cores.
      Thread.detachNewThread {
        work.body()
        group.leave()
      }
    }
    group.wait()
    return writers.flatMap(\.lines)
  }

  /// Hands a closure to another thread.
  ///
  /// `@unchecked`: the closure uses one writer, which no other thread uses before the group of
  /// threads has ended.
  private struct Work: @unchecked Sendable {
    let body: () -> Void
  }
}

/// Kills processes that do not end in time, so that a deadlock is a failure and not a hang.
///
/// `@unchecked`: a process is only killed here, and its identifier does not change.
private final class Watch: @unchecked Sendable {
  private let running: [ProofProcess.Running]
  private let item: DispatchSemaphore

  init(_ running: [ProofProcess.Running], seconds: Double) {
    self.running = running
    item = DispatchSemaphore(value: 0)
    Thread.detachNewThread { [self] in
      if item.wait(timeout: .now() + seconds) == .timedOut {
        for process in running { process.kill() }
      }
    }
  }

  func cancel() { item.signal() }
}
