import Foundation
import MomentumServer

/// The progress of a copy on the terminal; called by a task while the command's thread waits.
///
/// `@unchecked`: the line is used under the lock only, by one task at a time; it writes to the
/// console while the lock is held, and the console does not call back.
final class CopyProgressLine: @unchecked Sendable {
  private let lock = NSLock()
  private let line: StepProgress

  init(_ console: Console, isQuiet: Bool, verb: String = "copying") {
    line = StepProgress(verb, console, isQuiet: isQuiet)
  }

  func show(_ progress: CopyProgress) {
    lock.withLock {
      line.show(
        min(progress.rowsDone, progress.rowsTotal), of: progress.rowsTotal, progress.table)
    }
  }

  func clear() { lock.withLock { line.clear() } }
}
