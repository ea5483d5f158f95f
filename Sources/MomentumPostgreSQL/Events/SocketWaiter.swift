internal import CLibPQ

/// The place where the owner of a socket waits for it.
///
/// One task waits at a time: the connection that has the socket is an actor, and runs one request at
/// a time.
final class SocketWaiter: Sendable {
  enum End: Sendable, Hashable {
    /// The socket can be read or written, or has an error, which reading it will show.
    case ready
    /// ``interrupt()`` was called: what is under way is given up.
    case interrupted
    /// The system refused to watch the socket.
    case failed(Int32)
  }

  private struct State {
    var continuation: CheckedContinuation<End, Never>?
    var isInterrupted = false
    /// Whether an event came while nobody waited.
    var isReady = false
  }

  private let state = Locked(State())

  /// Keeps the continuation; returns `false` and resumes it if the waiter is interrupted, or an event
  /// has come since ``clearEvent()``.
  func arm(_ continuation: CheckedContinuation<End, Never>) -> Bool {
    let end = state.withLock { state -> End? in
      if state.isInterrupted { return .interrupted }
      guard !state.isReady else {
        state.isReady = false
        return .ready
      }
      state.continuation = continuation
      return nil
    }
    if let end { continuation.resume(returning: end) }
    return end == nil
  }

  /// Called before a look at the socket itself: only events that come after it count.
  ///
  /// - Returns: `false` if the waiter is interrupted.
  func clearEvent() -> Bool {
    state.withLock { state in
      state.isReady = false
      return !state.isInterrupted
    }
  }

  /// Ends the wait, or the next one if nobody waits.
  func note() {
    let continuation = state.withLock { state in
      state.isReady = state.continuation == nil
      defer { state.continuation = nil }
      return state.continuation
    }
    continuation?.resume(returning: .ready)
  }

  /// Ends the wait; does nothing if nobody waits.
  func fire(_ end: End) {
    let continuation = state.withLock { state in
      defer { state.continuation = nil }
      return state.continuation
    }
    continuation?.resume(returning: end)
  }

  /// Ends this wait and all later ones until ``clear()``.
  func interrupt() {
    let continuation = state.withLock { state in
      state.isInterrupted = true
      defer { state.continuation = nil }
      return state.continuation
    }
    continuation?.resume(returning: .interrupted)
  }

  func clear() { state.withLock { $0.isInterrupted = false } }
}

/// What a task waits for.
enum SocketInterest: Sendable, Hashable {
  case readable
  case writable
  case either
}

#if os(Linux)
  extension SocketInterest {
    /// Whether the socket is ready now.
    func isReady(_ descriptor: Int32) -> Bool {
      momentum_is_ready(descriptor, self == .writable ? 0 : 1, self == .readable ? 0 : 1) != 0
    }
  }
#endif
