internal import CLibPQ
internal import Dispatch

/// Asks the server to end the running statement of one connection.
///
/// `@unchecked`: libpq documents requests to cancel as usable from any thread, and the requests of
/// one object run one after another on its queue, which retains the object until they are done
/// (<https://www.postgresql.org/docs/current/libpq-cancel.html>).
final class Canceller: @unchecked Sendable {
  private let pointer: OpaquePointer
  private let queue = DispatchQueue(label: "momentum.postgresql.cancel")

  /// `nil` if the connection is lost.
  init?(_ handle: ConnectionHandle) {
    guard let pointer = momentum_pq_cancel_make(handle.pointer) else { return nil }
    self.pointer = pointer
  }

  deinit { momentum_pq_cancel_free(pointer) }

  /// The call opens a connection and blocks until the server has closed it, so it runs on a thread
  /// of its own.
  func send(_ done: @escaping @Sendable () -> Void) {
    queue.async {
      // A failure shows by the statement going on; then the connection is given up.
      _ = momentum_pq_cancel_send(self.pointer)
      done()
    }
  }
}

/// The cancellation of a connection's requests by their tasks, one request after another.
///
/// A request that arrives before the server has begun the statement is ignored by the server, so it
/// is repeated until the statement ends. If that takes too long, the connection is given up.
final class Cancellation: Sendable {
  private struct State {
    /// Counts the requests, so that what belongs to one that is over does nothing.
    var number: UInt64
    var isRequested = false
    var isSending = false
    var isFinished = false
    var isGivenUp = false
    var settler: CheckedContinuation<Bool, Never>?
    var repetition: Task<Void, Never>?
    var limit: Timer?
  }

  private let state = Locked(State(number: 0))
  private let canceller: Canceller?
  private let waiter: SocketWaiter
  private let seconds: Double

  init(_ canceller: Canceller?, _ waiter: SocketWaiter, seconds: Double) {
    self.canceller = canceller
    self.waiter = waiter
    self.seconds = seconds
  }

  /// Begins a request, after the one before it has ended, and returns its number.
  ///
  /// A timer cancels only the request whose number it was given. Otherwise one that fires late would
  /// cancel the next statement on this connection, which another task may have sent.
  func begin() -> UInt64 {
    state.withLock { state in
      state = State(number: state.number &+ 1)
      return state.number
    }
  }

  /// Ends a request that nobody cancels any more; returns whether somebody has cancelled it.
  func end() -> Bool {
    state.withLock { state in
      state.isFinished = !state.isRequested
      return state.isRequested
    }
  }

  /// Called by the task that is cancelled, while the statement runs.
  func request(_ number: UInt64) {
    let isFirst = state.withLock { state in
      guard state.number == number, !state.isRequested, !state.isFinished else { return false }
      state.isRequested = true
      return true
    }
    guard isFirst else { return }
    let limit = Timer(seconds) { self.giveUp(number) }
    let repetition = Task {
      var pause = 0.05
      while self.isRunning(number) {
        self.send(number)
        do { try await Task.sleep(for: .seconds(pause)) } catch { return }
        pause *= 2
      }
    }
    state.withLock { state in
      guard state.number == number else { return }
      state.limit = limit
      state.repetition = repetition
    }
  }

  private func isRunning(_ number: UInt64) -> Bool {
    state.withLock { $0.number == number && !$0.isFinished }
  }

  private func send(_ number: UInt64) {
    guard let canceller else { return }
    let sends = state.withLock { state in
      guard state.number == number, !state.isFinished, !state.isSending else { return false }
      state.isSending = true
      return true
    }
    guard sends else { return }
    canceller.send {
      let settler = self.state.withLock { state in
        state.isSending = false
        defer { state.settler = nil }
        return state.settler
      }
      settler?.resume(returning: true)
    }
  }

  private func giveUp(_ number: UInt64) {
    let settler = state.withLock { state -> CheckedContinuation<Bool, Never>? in
      guard state.number == number else { return nil }
      // Under the lock: after the end of the statement the waiter belongs to the next one.
      if !state.isFinished { waiter.interrupt() }
      state.isGivenUp = true
      defer { state.settler = nil }
      return state.settler
    }
    settler?.resume(returning: false)
  }

  /// Waits, after the statement has ended, until no request to cancel it is on its way: the server
  /// would take a late one for the next statement on this connection, and end that.
  ///
  /// - Returns: `false` if a request may still arrive. The connection must be closed then.
  func finish() async -> Bool {
    state.withLock { state in
      state.isFinished = true
      state.repetition?.cancel()
    }
    let isSettled = await withCheckedContinuation { continuation in
      let known = state.withLock { state -> Bool? in
        if state.isGivenUp || !state.isSending { return !state.isGivenUp }
        state.settler = continuation
        return nil
      }
      if let known { continuation.resume(returning: known) }
    }
    state.withLock { $0.limit?.cancel() }
    return isSettled
  }
}
