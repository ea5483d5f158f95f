// Lends connections and takes them back.

extension PostgreSQLPool {
  /// A connection for the current task, and when it was opened.
  func borrow() async throws(PostgreSQLError) -> (PostgreSQLConnection, ContinuousClock.Instant) {
    while true {
      if Task.isCancelled { throw PostgreSQLError(.lend, .cancelled) }
      let (granted, id) = grantAtOnce()
      let grant = if let granted { granted } else { await waitForGrant(id) }
      switch grant {
      case .failure(let reason): throw PostgreSQLError(.lend, reason)
      case .permission: return (try await open(), .now)
      case .connection(let connection, let opened, let isFresh):
        if isFresh { return (connection, opened) }
        if await connection.isUsable { return (connection, opened) }
        // The server was restarted, or ended the session.
        await connection.close()
        freePlace()
      }
    }
  }

  /// What the task gets, or the number under which it has to wait.
  private func grantAtOnce() -> (PoolState.Grant?, UInt64) {
    state.withLock { state in
      if state.isClosed { return (.failure(.closed), 0) }
      // Those who wait come first.
      guard state.waitingCount == 0 else { return (nil, state.newID()) }
      if let entry = state.idle.popLast() {
        return (.connection(entry.connection, opened: entry.opened, isFresh: false), 0)
      }
      guard state.count < limits.connectionsMax else { return (nil, state.newID()) }
      state.count += 1
      return (.permission, 0)
    }
  }

  private func waitForGrant(_ id: UInt64) async -> PoolState.Grant {
    let deadline = ContinuousClock.now + waitTime
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waiter = PoolState.Waiter(id: id, deadline: deadline, continuation: continuation)
        if let grant = enqueue(waiter) { continuation.resume(returning: grant) }
      }
    } onCancel: {
      // If the task is cancelled before it waits, it sees that under the lock, when it begins to wait.
      let waiter = state.withLock { $0.remove(id) }
      waiter?.continuation.resume(returning: .failure(.cancelled))
    }
  }

  /// Puts a task into the queue; returns what it gets if it need not wait.
  private func enqueue(_ waiter: PoolState.Waiter) -> PoolState.Grant? {
    let (grant, needsTimer) = state.withLock { state -> (PoolState.Grant?, Bool) in
      if Task.isCancelled { return (.failure(.cancelled), false) }
      if state.isClosed { return (.failure(.closed), false) }
      if state.waitingCount >= limits.waitingMax { return (.failure(.poolExhausted), false) }
      // A connection may have come back since the first look.
      if state.waitingCount == 0 {
        if let entry = state.idle.popLast() {
          return (.connection(entry.connection, opened: entry.opened, isFresh: false), false)
        }
        if state.count < limits.connectionsMax {
          state.count += 1
          return (.permission, false)
        }
      }
      state.append(waiter)
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
        for waiter in late { waiter.continuation.resume(returning: .failure(.poolExhausted)) }
        deadline = pool.state.withLock { $0.nextDeadline() }
      }
    }
  }

  /// Takes a connection back: for the task that waits longest, else among the idle ones.
  func giveBack(
    _ connection: PostgreSQLConnection, _ opened: ContinuousClock.Instant,
    after error: (any Error)? = nil
  ) async {
    let now = ContinuousClock.now
    let isOld = now - opened > lifeTime
    // After a failover the old primary may be a standby: the next connection finds the new one.
    let isDemoted = (error as? PostgreSQLError)?.state == .readOnlyTransaction
    let isReusable = await connection.isReusable
    guard isReusable, !isOld, !isDemoted else {
      await connection.close()
      return freePlace()
    }
    let (waiter, isKept) = state.withLock { state -> (PoolState.Waiter?, Bool) in
      if state.isClosed { return (nil, false) }
      if let waiter = state.popFirst() { return (waiter, true) }
      state.idle.append(PoolState.Idle(connection: connection, opened: opened, since: now))
      return (nil, true)
    }
    waiter?.continuation.resume(returning: .connection(connection, opened: opened, isFresh: true))
    if !isKept {
      await connection.close()
      freePlace()
    }
  }

  /// Closes connections that are too old or lost, and opens those that the minimum lacks.
  func tidy() async {
    let now = ContinuousClock.now
    let entries = state.withLock { state in
      // The oldest use is first. Connections that are looked at are not lent meanwhile.
      let spare = max(0, state.count - limits.connectionsMin)
      var closing: [PoolState.Idle] = []
      for entry in state.idle
      where now - entry.opened > lifeTime
        || now - entry.since > .seconds(limits.idleSeconds) && closing.count < spare
      {
        closing.append(entry)
      }
      state.idle.removeAll { entry in closing.contains { $0.connection === entry.connection } }
      return closing
    }
    for entry in entries {
      await entry.connection.close()
      freePlace()
    }
    await closeLostConnections()
    await openMissingConnections()
  }

  private func closeLostConnections() async {
    let idle = state.withLock { state in
      defer { state.idle = [] }
      return state.idle
    }
    for entry in idle {
      let isUsable = await entry.connection.isUsable
      let (waiter, isKept) = state.withLock { state -> (PoolState.Waiter?, Bool) in
        if !isUsable || state.isClosed { return (nil, false) }
        if let waiter = state.popFirst() { return (waiter, true) }
        state.idle.append(entry)
        return (nil, true)
      }
      waiter?.continuation.resume(
        returning: .connection(entry.connection, opened: entry.opened, isFresh: true))
      if !isKept {
        await entry.connection.close()
        freePlace()
      }
    }
  }

  private func openMissingConnections() async {
    while true {
      let isMissing = state.withLock { state in
        guard !state.isClosed, state.count < min(limits.connectionsMin, limits.connectionsMax)
        else { return false }
        state.count += 1
        return true
      }
      guard isMissing else { return }
      // If the server cannot be reached, the next look tries again; a task that needs a connection
      // gets the error.
      do {
        let connection = try await open()
        await giveBack(connection, .now)
      } catch { return }
    }
  }
}
