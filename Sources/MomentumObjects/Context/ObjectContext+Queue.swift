import Foundation

extension ObjectContext {
  /// Runs a block on the context's queue later, then processes the context's changes.
  public final func perform(_ body: @escaping @Sendable () -> Void) {
    queue.async {
      self.takeRenames()
      body()
      self.endOfEvent()
    }
  }

  /// Runs a block on the context's queue and waits for it. Calls may be nested. Changes are not
  /// processed at the end of the block.
  public final func performAndWait<Result>(_ body: () throws -> Result) rethrows -> Result {
    try queue.sync {
      takeRenames()
      return try body()
    }
  }

  /// When a block of ``perform(schedule:_:)`` runs.
  ///
  /// ```swift
  /// let count = try await context.perform(schedule: .enqueued) { try context.count(request) }
  /// ```
  public enum Schedule: Sendable {
    /// As soon as possible, and at once if the caller is on the queue already. Changes are not
    /// processed at the end of the block.
    case immediate
    /// Runs the block after those that were submitted before. Changes are processed at its end.
    case enqueued
  }

  /// Runs a block on the context's queue and returns its result.
  public final func perform<Result: Sendable>(
    schedule: Schedule = .immediate, _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    if schedule == .immediate, queue.isCurrent { return try body() }
    return try await withCheckedThrowingContinuation { continuation in
      queue.async {
        self.takeRenames()
        let result = Swift.Result { try body() }
        if schedule == .enqueued { self.endOfEvent() }
        continuation.resume(with: result)
      }
    }
  }

  final func endOfEvent() {
    processPendingChanges()
    undoHistory?.endGroup()
  }

  /// Whether using an object outside of its context's queue stops the program: if the program was
  /// started with `-com.apple.CoreData.ConcurrencyDebug 1`, or with the environment variable
  /// `com.apple.CoreData.ConcurrencyDebug` set to 1.
  static let checksQueues = DebugSettings.process.checksQueues

  /// Called before a property of an object is used.
  final func willUse(_ object: ManagedObject) {
    guard ObjectContext.checksQueues, !queue.isCurrent else { return }
    ObjectMisuse(
      "Multithreading_Violation_AllThatIsLeftToUsIsHonor",
      "the object \(object.objectID.uri) is used outside the queue of its context. "
        + "Use it inside perform or performAndWait."
    ).trap()
  }
}
