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

  /// Marks the main queue. In a program whose `main` is asynchronous, another thread than the main
  /// one runs it on Linux.
  private static let mainKey: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Whether the current thread is running a block of this queue.
  package var isCurrent: Bool {
    guard isMain else { return HeldQueues.present.contains(ObjectIdentifier(self)) }
    return Thread.isMainThread || DispatchQueue.getSpecific(key: Self.mainKey) == true
  }

  /// Runs a block on the queue and waits for it.
  func sync<Result>(_ body: () throws -> Result) rethrows -> Result {
    if isCurrent { return try body() }
    return try queue.sync { try held(body) }
  }

  /// Runs a block later.
  ///
  /// What the block retains is released inside of it. The `deinit` of an object whose last reference
  /// the block had may wait for this queue, and would wait forever for a block that is not yet over.
  package func async(_ body: @escaping @Sendable () -> Void) {
    let block = WaitingBlock(body)
    queue.async { self.held { block.run() } }
  }

  private func held<Result>(_ body: () throws -> Result) rethrows -> Result {
    let present = HeldQueues.present
    HeldQueues.present = present + [ObjectIdentifier(self)]
    defer { HeldQueues.present = present }
    return try body()
  }
}

/// A block that runs once and is released by its run.
///
/// `@unchecked`: only the queue uses `body` after the initialiser, and only once.
private final class WaitingBlock: @unchecked Sendable {
  private var body: (@Sendable () -> Void)?

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  func run() {
    let body = self.body
    self.body = nil
    body?()
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
