/// Calls a closure after some time, unless it is cancelled before.
final class Timer: Sendable {
  private let isCancelled: Locked<Bool>
  private let task: Task<Void, Never>

  init(_ seconds: Double, _ body: @escaping @Sendable () -> Void) {
    let isCancelled = Locked(false)
    self.isCancelled = isCancelled
    task = Task {
      do { try await Task.sleep(for: .seconds(seconds)) } catch { return }
      isCancelled.withLock { if !$0 { body() } }
    }
  }

  /// After this call the closure does not run, and does not run still.
  func cancel() {
    isCancelled.withLock { $0 = true }
    task.cancel()
  }
}
