import MomentumDiagnostics
import MomentumSQLite

/// The progress of work in steps, as a line of the terminal that is overwritten:
///
///     [########············]  42 %  checking 21/50: App/Shop.xcdatamodeld, 12/s, 3 s left
///     searching: 41200 files, 52000/s
///
/// The line appears after a second, so that short work shows none, and only on a terminal.
final class StepProgress {
  static let delaySeconds = 1.0
  static let intervalSeconds = 0.1

  private let verb: String
  private let write: (@Sendable (String) -> Void)?
  private let seconds: () -> Double
  private let start: Double
  private var lastShown: Double?

  /// - Parameter seconds: A clock; only differences count.
  init(
    _ verb: String, _ console: Console, isQuiet: Bool,
    seconds: @escaping () -> Double = StepProgress.uptime
  ) {
    self.verb = verb
    if console.errorIsTerminal, !isQuiet { write = console.writeError } else { write = nil }
    self.seconds = seconds
    start = seconds()
  }

  static func uptime() -> Double {
    let passed = origin.duration(to: .now).components
    return Double(passed.seconds) + Double(passed.attoseconds) * 1e-18
  }

  private static let origin = ContinuousClock.now

  /// Shows that `done` of `total` steps are done, and the name of the next one.
  func show(_ done: Int, of total: Int, _ name: String) {
    show { elapsed in
      ProgressLine.text(
        verb: verb, step: done + 1, count: total, name: name,
        perSecond: done > 0 ? Double(done) / elapsed : 0)
    }
  }

  /// Shows that so many files were found, of an unknown number.
  func show(files: Int) {
    show { "\(verb): \(files) files, \(Int(Double(files) / $0))/s" }
  }

  /// Shows how many objects were read, and then how many of all were written:
  /// `importing: 41200 objects read, 52000/s`
  func show(_ progress: ImportProgress) {
    switch progress {
    case .read(let objects):
      show { "\(verb): \(objects) objects read, \(Int(Double(objects) / $0))/s" }
    case .written(let objects, let all): show(objects, of: all, "")
    }
  }

  /// Shows how much was written, of an unknown amount: `exporting: 12 MB, 40 MB/s`
  func show(bytes: Int) {
    show {
      "\(verb): \(ByteText.short(Int64(bytes))), \(ByteText.short(Int64(Double(bytes) / $0)))/s"
    }
  }

  private func show(_ text: (Double) -> String) {
    guard let write else { return }
    let now = seconds()
    guard now - start >= Self.delaySeconds, now - (lastShown ?? 0) >= Self.intervalSeconds else {
      return
    }
    lastShown = now
    write(ProgressLine.clearing + text(now - start))
  }

  /// Removes the line; to be called before anything else is printed.
  func clear() {
    guard lastShown != nil else { return }
    lastShown = nil
    write?(ProgressLine.clearing)
  }
}
