import MomentumSQLite

/// Counts finished work, reports it several times a second, and checks whether to stop.
///
/// This is a class because SQLite calls it while statements run.
final class ProgressMeter {
  /// The number of SQLite's instructions between two looks at the clock; they take some
  /// milliseconds.
  private static let instructions: Int32 = 50_000
  private static let interval = Duration.milliseconds(100)
  /// The largest part of a step that is reported as finished while its statement runs: the progress
  /// is estimated from the time, and the statement may take longer.
  private static let runningMax = 0.95

  private let report: (MigrationProgress) -> Void
  private let isCancelled: () -> Bool
  private var total: Int64 = 1
  private var done: Int64 = 0
  /// The bytes of the current part of the work, which are added to `done` when the part ends.
  private var weight: Int64 = 0
  private var phase = MigrationProgress.Phase.checking
  private var activity = ""
  private var step = 0
  private var stepCount = 0
  private var started: ContinuousClock.Instant
  private var partStarted: ContinuousClock.Instant
  private var lastReport: ContinuousClock.Instant?
  private var lastFraction = 0.0

  init(report: @escaping (MigrationProgress) -> Void, isCancelled: @escaping () -> Bool) {
    self.report = report
    self.isCancelled = isCancelled
    started = .now
    partStarted = started
  }

  /// A meter that reports nothing and never stops.
  static var silent: ProgressMeter { ProgressMeter(report: { _ in }, isCancelled: { false }) }

  /// Starts counting from 0, when the size of the work is known.
  func expect(_ bytes: Int64) {
    total = max(1, bytes)
    done = 0
    weight = 0
    started = .now
    lastFraction = 0
  }

  /// Ends the previous part and begins one of `weight` bytes.
  func begin(
    _ phase: MigrationProgress.Phase, _ activity: String, weight: Int64, step: Int = 0,
    of stepCount: Int = 0
  ) throws(MigrationError) {
    done += self.weight
    self.weight = max(0, weight)
    self.phase = phase
    self.activity = activity
    self.step = step
    self.stepCount = stepCount
    partStarted = .now
    try checkCancelled()
    tell(partDone: 0, isForced: true)
  }

  /// Reports progress within the current part.
  ///
  /// - Parameter fraction: The finished fraction of this part, from 0 to 1.
  func advance(to fraction: Double) throws(MigrationError) {
    try checkCancelled()
    tell(partDone: Int64(Double(weight) * min(1, max(0, fraction))), isForced: false)
  }

  func checkCancelled() throws(MigrationError) {
    if phase != .finishing, isCancelled() { throw .cancelled }
  }

  /// Runs `body` while SQLite calls the meter regularly, so that a long statement can be reported
  /// and cancelled.
  func watching<Result>(_ connection: Connection, _ body: () throws -> Result) rethrows -> Result {
    connection.onProgress(everyInstructions: ProgressMeter.instructions, shouldStop)
    defer { connection.onProgress(everyInstructions: 0, nil) }
    return try body()
  }

  /// Called by SQLite: reports the estimated progress of the running statement, and returns whether
  /// to stop it.
  private func shouldStop() -> Bool {
    let rate = bytesPerSecond(done)
    let probably = rate * seconds(.now - partStarted)
    tell(
      partDone: Int64(min(Double(weight) * ProgressMeter.runningMax, probably)), isForced: false)
    return phase != .finishing && isCancelled()
  }

  private func tell(partDone: Int64, isForced: Bool) {
    let now = ContinuousClock.now
    if !isForced, let lastReport, now - lastReport < ProgressMeter.interval { return }
    lastReport = now
    let bytes = done + partDone
    lastFraction = min(1, max(lastFraction, Double(bytes) / Double(total)))
    let rate = bytesPerSecond(bytes)
    report(
      MigrationProgress(
        phase: phase, activity: activity, step: step, stepCount: stepCount,
        fraction: lastFraction, bytesDone: bytes, bytesPerSecond: rate,
        secondsLeft: rate > 0 ? Double(max(0, total - bytes)) / rate : nil))
  }

  private func bytesPerSecond(_ bytes: Int64) -> Double {
    let elapsed = seconds(.now - started)
    return elapsed > 0.05 ? Double(bytes) / elapsed : 0
  }

  private func seconds(_ duration: Duration) -> Double {
    let parts = duration.components
    return Double(parts.seconds) + Double(parts.attoseconds) * 1e-18
  }
}
