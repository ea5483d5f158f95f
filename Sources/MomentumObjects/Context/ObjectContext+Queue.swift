import Foundation

extension ObjectContext {
  /// Runs a block on the context's queue later, and then processes its changes.
  public final func perform(_ body: @escaping @Sendable () -> Void) {
    queue.async {
      body()
      self.endOfEvent()
    }
  }

  /// Runs a block on the context's queue and waits for it. Calls may nest. Changes are not processed
  /// at its end.
  public final func performAndWait<Result>(_ body: () throws -> Result) rethrows -> Result {
    try queue.sync(body)
  }

  /// Runs a block on the context's queue, processes its changes, and returns its result.
  public final func perform<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      queue.async {
        let result = Swift.Result { try body() }
        self.endOfEvent()
        continuation.resume(with: result)
      }
    }
  }

  private func endOfEvent() {
    processPendingChanges()
    identities.sweep()
  }

  /// Whether the use of an object outside its queue stops the program. On if the program was
  /// started with `-com.apple.CoreData.ConcurrencyDebug 1`, or with the environment variable
  /// `com.apple.CoreData.ConcurrencyDebug` set to 1.
  static let checksQueues: Bool = {
    let name = "com.apple.CoreData.ConcurrencyDebug"
    let arguments = ProcessInfo.processInfo.arguments
    if let index = arguments.firstIndex(of: "-" + name), index + 1 < arguments.count {
      return arguments[index + 1] != "0"
    }
    return ProcessInfo.processInfo.environment[name].map { $0 != "0" } ?? false
  }()

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
