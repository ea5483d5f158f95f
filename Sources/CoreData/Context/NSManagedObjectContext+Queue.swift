import MomentumObjects

extension NSManagedObjectContext {
  /// When a block of `perform(schedule:_:)` runs.
  public enum ScheduledTaskType: Sendable {
    /// As soon as possible, and at once if the caller is on the queue already.
    case immediate
    /// After the blocks that were submitted before.
    case enqueued
  }

  private static let threadKey = "com.apple.CoreData.currentContext"

  /// The context whose block the current thread is running.
  static var current: NSManagedObjectContext? {
    Thread.current.threadDictionary[threadKey] as? NSManagedObjectContext
  }

  private func running<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outer = Self.current
    Thread.current.threadDictionary[Self.threadKey] = self
    defer { Thread.current.threadDictionary[Self.threadKey] = outer }
    return try body()
  }

  /// Runs a block on the context's queue later.
  func runLater(_ block: @escaping () -> Void) {
    let block = QueuedBlock(block)
    core.perform { self.running { block.run() } }
  }

  /// Runs a block on the context's queue and waits for it.
  func runAndWait<T, Failure: Error>(_ block: () throws(Failure) -> T) throws(Failure) -> T {
    try core.performAndWait { () -> Result<T, Failure> in
      Result { () throws(Failure) in try running(block) }
    }.get()
  }

  /// Runs a block on the context's queue and returns its result.
  func runQueued<T, Failure: Error>(
    _ schedule: ScheduledTaskType, _ block: @escaping () throws(Failure) -> T
  ) async -> Result<T, Failure> {
    let block = QueuedBlock { () -> QueuedResult<T, Failure> in
      QueuedResult(result: Result { () throws(Failure) in try self.running(block) })
    }
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<QueuedResult<T, Failure>, Never>) in
      let run: @Sendable () -> Void = { block.run { continuation.resume(returning: $0) } }
      if schedule == .immediate, core.queue.isCurrent {
        run()
      } else if schedule == .enqueued {
        core.perform(run)
      } else {
        // Waiting on the queue itself runs the block at once, and processes no changes at its end.
        core.queue.async { self.core.performAndWait(run) }
      }
    }
    return result.result
  }
}

/// What gives contexts the blocks that return values.
///
/// Many apps have a `performAndWait` of their own for that, from before Core Data had one. A method of
/// the class is preferred to one of a protocol, so theirs is called, and no call is ambiguous.
public protocol ContextRunningBlocks {}

extension NSManagedObjectContext: ContextRunningBlocks {}

extension ContextRunningBlocks where Self: NSManagedObjectContext {
  /// Runs a block on the context's queue, waits for it and returns its result.
  public func performAndWait<T>(_ block: () throws -> T) rethrows -> T { try runAndWait(block) }

  /// Runs a block on the context's queue and returns its result.
  public func perform<T>(
    schedule: NSManagedObjectContext.ScheduledTaskType = .immediate,
    _ block: @escaping () throws -> T
  ) async rethrows -> T {
    let result = await runQueued(schedule, block)
    return try value(result, of: block)
  }
}

/// The result of a block, which throws what the block throws: so a caller may rethrow it.
private func value<T, Failure: Error>(
  _ result: Result<T, Failure>, of block: () throws(Failure) -> T
) throws(Failure) -> T { try result.get() }

/// A block for the queue of a context. It runs once, and what it retains is released by its run: a
/// caller that waits for the result may be the next owner, and expects to be the last one.
///
/// `@unchecked`: Core Data's methods take any block. What it captures is used on the queue of the
/// context only while the caller waits, or is a mistake of the program that a Mac does not find
/// either; `-com.apple.CoreData.ConcurrencyDebug 1` finds it when it happens.
private final class QueuedBlock<Result>: @unchecked Sendable {
  private var body: (() -> Result)?

  init(_ body: @escaping () -> Result) { self.body = body }

  /// Runs the block, releases it, and calls `done` with its result. Does nothing a second time.
  func run(_ done: (Result) -> Void = { _ in }) {
    guard let result = taken()?() else { return }
    done(result)
  }

  private func taken() -> (() -> Result)? {
    defer { body = nil }
    return body
  }
}

/// The result of a block.
///
/// `@unchecked`: the block has ended when the caller gets its result, so nobody else uses it, unless
/// the block has kept it: then the program shares objects of a context between threads, and the same
/// debugging switch finds that.
private struct QueuedResult<T, Failure: Error>: @unchecked Sendable {
  let result: Result<T, Failure>
}
