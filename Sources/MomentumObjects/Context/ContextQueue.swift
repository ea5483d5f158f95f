import Foundation

/// The queue of a context: one block at a time, in the order of submission.
///
/// A block that waits for another block of the same queue runs that block itself, at once.
/// Otherwise two nested calls would wait for each other forever.
package final class ContextQueue: Sendable {
  private let queue: DispatchQueue
  private let isMain: Bool

  /// - Parameter isMain: Whether blocks run on the main thread.
  init(label: String, isMain: Bool = false) {
    self.isMain = isMain
    queue = isMain ? .main : DispatchQueue(label: label)
  }

  /// Whether the current thread is running a block of this queue.
  package var isCurrent: Bool {
    isMain ? Thread.isMainThread : HeldQueues.present.contains(ObjectIdentifier(self))
  }

  /// Runs a block on the queue and waits for it.
  func sync<Result>(_ body: () throws -> Result) rethrows -> Result {
    if isCurrent { return try body() }
    return try queue.sync { try held(body) }
  }

  /// Runs a block later.
  package func async(_ body: @escaping @Sendable () -> Void) {
    queue.async { self.held(body) }
  }

  private func held<Result>(_ body: () throws -> Result) rethrows -> Result {
    let present = HeldQueues.present
    HeldQueues.present = present + [ObjectIdentifier(self)]
    defer { HeldQueues.present = present }
    return try body()
  }
}

/// The queues whose blocks the current thread is running, the innermost last.
///
/// They are stored for each thread and not for each task: a task that a block starts runs outside
/// of the queue.
private enum HeldQueues {
  private final class Box {
    var queues: [ObjectIdentifier] = []
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { pointer in
      #if canImport(Darwin)
        Unmanaged<Box>.fromOpaque(pointer).release()
      #else
        if let pointer { Unmanaged<Box>.fromOpaque(pointer).release() }
      #endif
    }
    return key
  }()

  static var present: [ObjectIdentifier] {
    get {
      pthread_getspecific(key).map {
        Unmanaged<Box>.fromOpaque($0).takeUnretainedValue().queues
      } ?? []
    }
    set {
      if let pointer = pthread_getspecific(key) {
        Unmanaged<Box>.fromOpaque(pointer).takeUnretainedValue().queues = newValue
      } else {
        let box = Box()
        box.queues = newValue
        pthread_setspecific(key, Unmanaged.passRetained(box).toOpaque())
      }
    }
  }
}
