import Foundation
import MomentumServer

/// The progress of work on a server, as a line of the terminal.
///
/// A task of the thread pool shows it while the command's thread waits for the task.
///
/// `@unchecked`: tasks call from any thread, and `StepProgress` is made for one. Every call holds the
/// lock, so two of them never write into one line; the console, which writes meanwhile, does not call
/// back, or the lock would be asked for twice.
final class TaskProgressLine: @unchecked Sendable {
  private let lock = NSLock()
  private let line: StepProgress

  init(_ verb: String, _ console: Console, isQuiet: Bool) {
    line = StepProgress(verb, console, isQuiet: isQuiet)
  }

  func show(_ progress: CopyProgress) {
    show(min(progress.rowsDone, progress.rowsTotal), of: progress.rowsTotal, progress.table)
  }

  func show(_ progress: ServerMigrationProgress) {
    show(progress.step - 1, of: progress.stepCount, progress.title)
  }

  private func show(_ done: Int, of total: Int, _ name: String) {
    lock.withLock { line.show(done, of: total, name) }
  }

  func clear() { lock.withLock { line.clear() } }
}
