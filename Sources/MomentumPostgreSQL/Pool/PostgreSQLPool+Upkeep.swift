// Closes connections that have grown old, and opens those that are missing.

extension PostgreSQLPool {
  /// Closes connections that are too old or lost, and opens those that the minimum lacks.
  func tidy() async {
    let now = ContinuousClock.now
    let entries = state.withLock { state in
      // The first of the idle ones was used longest ago, so it is closed first. Those chosen leave the
      // list under the lock, or a task could borrow one that is about to be closed.
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
      guard isUsable else {
        await entry.connection.close()
        freePlace()
        continue
      }
      await giveBack(Loan(connection: entry.connection, opened: entry.opened), since: entry.since)
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
        await giveBack(Loan(connection: connection, opened: .now))
      } catch { return }
    }
  }
}
