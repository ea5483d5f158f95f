// Lends connections and takes them back.

extension PostgreSQLPool {
  /// A connection that a task has.
  struct Loan: Sendable {
    var connection: PostgreSQLConnection
    var opened: ContinuousClock.Instant
    /// Whether the task had to wait for it.
    var hasWaited = false
  }

  /// What a task gets that wants to run a statement.
  enum Service {
    case connection(Loan)
    case rows(PostgreSQLRows)
  }

  /// A connection for the current task.
  func borrow() async throws(PostgreSQLError) -> Loan {
    while true {
      if case .connection(let loan) = try await borrow(for: nil) { return loan }
    }
  }

  /// A connection for the current task, or the rows of its statement, which another one has run.
  func borrow(for read: PostgreSQLRequest?) async throws(PostgreSQLError) -> Service {
    var read = read
    while true {
      if Task.isCancelled { throw PostgreSQLError(.lend, .cancelled) }
      let granted = grantAtOnce()
      let grant = if let granted { granted } else { await waitForGrant(read) }
      switch grant {
      case .failure(let reason): throw PostgreSQLError(.lend, reason)
      case .rows(let rows): return .rows(rows)
      case .alone: read = nil
      case .permission:
        return .connection(Loan(connection: try await open(), opened: .now))
      case .connection(let connection, let opened, let isFresh):
        let loan = Loan(connection: connection, opened: opened, hasWaited: granted == nil)
        if isFresh { return .connection(loan) }
        if await connection.isUsable { return .connection(loan) }
        // The server was restarted, or ended the session.
        await connection.close()
        freePlace()
      }
    }
  }

  private func grantAtOnce() -> PoolWaiter.Grant? {
    state.withLock { state in
      if state.isClosed { return .failure(.closed) }
      // Those who wait come first.
      return state.waitingCount == 0 ? newGrant(&state) : nil
    }
  }

  /// An idle connection, or the permission to open one.
  private func newGrant(_ state: inout PoolState) -> PoolWaiter.Grant? {
    if let entry = state.idle.popLast() {
      return .connection(entry.connection, opened: entry.opened, isFresh: false)
    }
    guard state.count < limits.connectionsMax else { return nil }
    state.count += 1
    return .permission
  }

  private func waitForGrant(_ read: PostgreSQLRequest?) async -> PoolWaiter.Grant {
    let waiter = PoolWaiter(deadline: .now + waitTime, read: read)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if let grant = enqueue(waiter, continuation) { continuation.resume(returning: grant) }
      }
    } onCancel: {
      // If the task is cancelled before it waits, it sees that under the lock, when it begins to wait.
      cancel(waiter)
    }
  }

  /// Puts a task into the queue; returns what it gets if it need not wait.
  private func enqueue(
    _ waiter: PoolWaiter, _ continuation: CheckedContinuation<PoolWaiter.Grant, Never>
  ) -> PoolWaiter.Grant? {
    let (grant, needsTimer) = state.withLock { state -> (PoolWaiter.Grant?, Bool) in
      if Task.isCancelled { return (.failure(.cancelled), false) }
      if state.isClosed { return (.failure(.closed), false) }
      if state.waitingCount >= limits.waitingMax { return (.failure(.poolExhausted), false) }
      // A connection may have come back since the first look.
      if state.waitingCount == 0, let grant = newGrant(&state) { return (grant, false) }
      if let read = waiter.read, !state.isQuick(read.sql) { waiter.read = nil }
      state.append(waiter, continuation)
      return (nil, state.needsTimer())
    }
    if needsTimer { refuseLateWaiters(from: waiter.deadline) }
    return grant
  }

  /// All tasks wait equally long, so one timer for the first of them is enough.
  private func refuseLateWaiters(from deadline: ContinuousClock.Instant) {
    Task { [weak self] in
      var deadline: ContinuousClock.Instant? = deadline
      while let time = deadline {
        do { try await Task.sleep(until: time, clock: .continuous) } catch { return }
        guard let pool = self else { return }
        let late = pool.state.withLock { $0.expired(.now) }
        for waiter in late { waiter.resume(returning: .failure(.poolExhausted)) }
        deadline = pool.state.withLock { $0.nextDeadline() }
      }
    }
  }

  /// What becomes of a connection that is given back.
  private enum Next {
    case lend(CheckedContinuation<PoolWaiter.Grant, Never>)
    case run(ReadBatch)
    case keep
    case close
  }

  /// Takes a connection back: for the task that waits longest, else among the idle ones.
  ///
  /// - Parameter since: When it was used last; `nil` for now.
  func giveBack(
    _ loan: Loan, after error: (any Error)? = nil, since: ContinuousClock.Instant? = nil
  ) async {
    let connection = loan.connection
    let now = ContinuousClock.now
    let isOld = now - loan.opened > lifeTime
    // After a failover the old primary may be a standby: the next connection finds the new one.
    let isDemoted = (error as? PostgreSQLError)?.state == .readOnlyTransaction
    let isReusable = await connection.isReusable
    guard isReusable, !isOld, !isDemoted else {
      await connection.close()
      return freePlace()
    }
    let next = state.withLock { state -> Next in
      if state.isClosed { return .close }
      if let batch = state.popBatch(connectionsMax: limits.connectionsMax) { return .run(batch) }
      if let waiter = state.popFirst() { return .lend(waiter) }
      let entry = PoolState.Idle(
        connection: connection, opened: loan.opened, since: since ?? now)
      state.idle.append(entry)
      return .keep
    }
    switch next {
    case .lend(let waiter):
      waiter.resume(returning: .connection(connection, opened: loan.opened, isFresh: true))
    case .run(let batch): run(batch, on: loan)
    case .keep: break
    case .close:
      await connection.close()
      freePlace()
    }
  }
}
