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
  }

  private let state = Locked(State())

  /// Keeps the continuation; returns `false` and resumes it if the waiter is interrupted.
  func arm(_ continuation: CheckedContinuation<End, Never>) -> Bool {
    let isInterrupted = state.withLock { state in
      if !state.isInterrupted { state.continuation = continuation }
      return state.isInterrupted
    }
    if isInterrupted { continuation.resume(returning: .interrupted) }
    return !isInterrupted
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
