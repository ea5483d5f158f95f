/// What a pool counts and keeps, without any waiting: each function is one step under the lock.
struct PoolState {
  struct Idle {
    var connection: PostgreSQLConnection
    var opened: ContinuousClock.Instant
    var since: ContinuousClock.Instant
  }

  /// The one used last is the last, and is used next: the others may get old and go.
  var idle: [Idle] = []
  /// All connections: idle, lent and being opened.
  var count = 0
  var isClosed = false
  /// The tasks in their order; those that no longer wait are passed over.
  private var queue: [PoolWaiter] = []
  private var head = 0
  /// Those that still wait.
  private(set) var waitingCount = 0
  /// Whether a timer runs for the waiters.
  var hasTimer = false
  /// Statements that took little time when they were run last.
  private var quickReads: Set<String> = []
  /// Resumed when the last connection is back.
  var closers: [CheckedContinuation<Void, Never>] = []

  mutating func append(
    _ waiter: PoolWaiter, _ continuation: CheckedContinuation<PoolWaiter.Grant, Never>
  ) {
    waiter.state = .queued(continuation)
    queue.append(waiter)
    waitingCount += 1
  }

  /// Takes a waiter out of the queue; `nil` if it does not wait there.
  mutating func remove(
    _ waiter: PoolWaiter
  ) -> CheckedContinuation<PoolWaiter.Grant, Never>? {
    guard case .queued(let continuation) = waiter.state else { return nil }
    waiter.state = .done
    waitingCount -= 1
    return continuation
  }

  /// The waiter that came first, which stays in the queue.
  private mutating func first() -> PoolWaiter? {
    while head < queue.count {
      if case .queued = queue[head].state { return queue[head] }
      head += 1
      if head > 1024, head * 2 > queue.count {
        queue.removeFirst(head)
        head = 0
      }
    }
    queue.removeAll(keepingCapacity: true)
    head = 0
    return nil
  }

  /// The continuation of the waiter that came first, which is no longer in the queue.
  mutating func popFirst() -> CheckedContinuation<PoolWaiter.Grant, Never>? {
    first().flatMap { remove($0) }
  }

  /// The first waiters, if their statements may be run together: as many as each connection would
  /// have to serve; `nil` if there are not two of them.
  mutating func popBatch(connectionsMax: Int) -> ReadBatch? {
    let share = min(ReadBatch.countMax, (waitingCount + connectionsMax - 1) / connectionsMax)
    guard share > 1, first() != nil else { return nil }
    var members: [PoolWaiter] = []
    for waiter in queue[head...] where waiter.isQueued {
      guard waiter.read != nil, members.count < share else { break }
      members.append(waiter)
    }
    guard members.count > 1 else { return nil }
    let batch = ReadBatch(members)
    for member in members {
      if let continuation = remove(member) { member.state = .running(continuation, batch) }
    }
    return batch
  }

  /// Takes a waiter out of its batch; `nil` if it has got something already.
  func leave(_ waiter: PoolWaiter) -> (CheckedContinuation<PoolWaiter.Grant, Never>, ReadBatch)? {
    guard case .running(let continuation, let batch) = waiter.state else { return nil }
    waiter.state = .done
    return (continuation, batch)
  }

  // MARK: - How long statements take

  func isQuick(_ sql: String) -> Bool { quickReads.contains(sql) }

  /// Notes whether a statement took little time.
  mutating func note(_ sql: String, isQuick: Bool) {
    guard isQuick else {
      quickReads.remove(sql)
      return
    }
    // Formats of users may make ever new statements.
    if quickReads.count == 1000 { quickReads = [] }
    quickReads.insert(sql)
  }

  // MARK: - Time

  /// Whether the caller has to start a timer for the waiter that was just appended.
  mutating func needsTimer() -> Bool {
    defer { hasTimer = true }
    return !hasTimer
  }

  /// When the timer has to look again; `nil` if it may end.
  mutating func nextDeadline() -> ContinuousClock.Instant? {
    let deadline = queue[head...].filter(\.isQueued).map(\.deadline).min()
    hasTimer = deadline != nil
    return deadline
  }

  /// The continuations of those who have waited too long.
  mutating func expired(
    _ now: ContinuousClock.Instant
  ) -> [CheckedContinuation<PoolWaiter.Grant, Never>] {
    queue[head...].filter { $0.isQueued && $0.deadline <= now }.compactMap { remove($0) }
  }

  /// A connection that is not kept any more frees its place for the task that waits longest.
  mutating func releasePlace() -> CheckedContinuation<PoolWaiter.Grant, Never>? {
    if !isClosed, let waiter = popFirst() { return waiter }
    count -= 1
    return nil
  }
}
