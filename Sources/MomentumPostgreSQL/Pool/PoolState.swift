/// What a pool counts and keeps, without any waiting: each function is one step under the lock.
struct PoolState {
  struct Idle {
    var connection: PostgreSQLConnection
    var opened: ContinuousClock.Instant
    var since: ContinuousClock.Instant
  }

  /// What a waiting task gets.
  enum Grant: Sendable {
    /// - Parameter isFresh: Whether another task used it just now, so that it need not be looked at.
    case connection(PostgreSQLConnection, opened: ContinuousClock.Instant, isFresh: Bool)
    /// The task may open a connection, which is counted already.
    case permission
    case failure(PostgreSQLError.Reason)
  }

  struct Waiter {
    var id: UInt64
    var deadline: ContinuousClock.Instant
    var continuation: CheckedContinuation<Grant, Never>
  }

  /// The one used last is the last, and is used next: the others may get old and go.
  var idle: [Idle] = []
  /// All connections: idle, lent and being opened.
  var count = 0
  var isClosed = false
  private var waiters: [UInt64: Waiter] = [:]
  /// The ids of waiters in their order; those of waiters that are gone are passed over.
  private var order: [UInt64] = []
  private var head = 0
  private var ids: UInt64 = 0
  /// Whether a timer runs for the waiters.
  var hasTimer = false
  /// Resumed when the last connection is back.
  var closers: [CheckedContinuation<Void, Never>] = []

  var waitingCount: Int { waiters.count }

  mutating func newID() -> UInt64 {
    ids += 1
    return ids
  }

  mutating func append(_ waiter: Waiter) {
    waiters[waiter.id] = waiter
    order.append(waiter.id)
  }

  mutating func remove(_ id: UInt64) -> Waiter? { waiters.removeValue(forKey: id) }

  /// The waiter that came first, which is no longer in the queue.
  mutating func popFirst() -> Waiter? {
    while head < order.count {
      let id = order[head]
      head += 1
      if head > 1024, head * 2 > order.count {
        order.removeFirst(head)
        head = 0
      }
      if let waiter = waiters.removeValue(forKey: id) { return waiter }
    }
    order.removeAll(keepingCapacity: true)
    head = 0
    return nil
  }

  /// Whether the caller has to start a timer for the waiter that was just appended.
  mutating func needsTimer() -> Bool {
    defer { hasTimer = true }
    return !hasTimer
  }

  /// When the timer has to look again; `nil` if it may end.
  mutating func nextDeadline() -> ContinuousClock.Instant? {
    let deadline = waiters.values.map(\.deadline).min()
    hasTimer = deadline != nil
    return deadline
  }

  mutating func expired(_ now: ContinuousClock.Instant) -> [Waiter] {
    let ids = waiters.values.filter { $0.deadline <= now }.map(\.id).sorted()
    return ids.compactMap { remove($0) }
  }

  /// A connection that is not kept any more frees its place for the task that waits longest.
  mutating func releasePlace() -> Waiter? {
    if !isClosed, let waiter = popFirst() { return waiter }
    count -= 1
    return nil
  }
}
