internal import Foundation

/// Runs the jobs of a task on the thread that waits for the task.
///
/// A store is called by threads that may wait, but the connection to a server is asynchronous. If
/// its jobs ran on Swift's pool, callers that block all threads of the pool would wait for jobs that
/// no thread is left to run. Here the waiting thread runs the jobs itself, so it needs no other
/// thread of the pool. (The thread that waits for sockets is not one of the pool.)
///
/// Documented: <https://github.com/swiftlang/swift-evolution/blob/main/proposals/0417-task-executor-preference.md>.
///
/// `@unchecked`: the queue is read and written under the condition's lock only.
@available(macOS 15, *)
private final class CallingThread: TaskExecutor, @unchecked Sendable {
  private let condition = NSCondition()
  private var jobs: [UnownedJob] = []
  private var isDone = false

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    condition.withLock {
      jobs.append(job)
      condition.signal()
    }
  }

  func finish() {
    condition.withLock {
      isDone = true
      condition.signal()
    }
  }

  /// Runs jobs until ``finish()`` was called.
  func run() {
    while let job = next() { job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  private func next() -> UnownedJob? {
    condition.withLock {
      while jobs.isEmpty, !isDone { condition.wait() }
      return jobs.isEmpty ? nil : jobs.removeFirst()
    }
  }
}

/// Runs asynchronous code for a caller that is not asynchronous.
enum Blocking {
  /// Runs `body` and returns when it is done. The calling thread runs its jobs.
  ///
  ///     let rows = try Blocking.run { try await connection.query("SELECT 1") }
  ///
  /// Before macOS 15 no thread can be preferred, and the jobs run on Swift's pool: there the call
  /// must not come from a thread of the pool.
  static func run<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    let outcome = Outcome<Value>()
    if #available(macOS 15, *) {
      let thread = CallingThread()
      Task.detached(executorPreference: thread) {
        await outcome.set(body)
        thread.finish()
      }
      thread.run()
    } else {
      let end = DispatchSemaphore(value: 0)
      Task.detached {
        await outcome.set(body)
        end.signal()
      }
      end.wait()
    }
    return try outcome.get()
  }

  /// What a task returns or throws, for the thread that waits for it.
  ///
  /// `@unchecked`: the result is read and written under the lock only.
  private final class Outcome<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var result: Result<Value, any Error>?

    func set(_ body: @Sendable () async throws -> Value) async {
      let result: Result<Value, any Error>
      do { result = .success(try await body()) } catch { result = .failure(error) }
      lock.withLock { self.result = result }
    }

    func get() throws -> Value {
      guard let result = lock.withLock({ result }) else {
        preconditionFailure("the task sets its result before the wait for it ends")
      }
      return try result.get()
    }
  }
}
