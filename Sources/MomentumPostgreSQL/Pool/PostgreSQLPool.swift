/// Connections to one server that tasks borrow.
///
///     let pool = PostgreSQLPool(try PostgreSQLOptions("postgresql://app@db.example.org/shop"))
///     let name = try await pool.withConnection { connection in
///       try await connection.query("SELECT name FROM venue WHERE id = $1", [7]).first?.text(at: 0)
///     }
///     await pool.close()
///
/// Tasks that wait get connections in the order in which they came. A connection that is lost, has
/// an open transaction or is too old is not lent again. A task that opens a connection gets the
/// error if the server cannot be reached, and nobody else does, so after a restart of the server the
/// next task finds it. Settings of a session (SET, temporary tables) stay with its connection.
///
/// A replica is another pool, whose options have the target `preferStandby`.
package final class PostgreSQLPool: Sendable {
  package let options: PostgreSQLOptions
  package let limits: PoolOptions
  /// The limits as durations: making one of seconds takes longer than comparing it.
  let waitTime: Duration
  let lifeTime: Duration
  let quickTime: Duration
  private let events: SocketEvents
  let state = Locked(PoolState())
  private let upkeep = Locked<Task<Void, Never>?>(nil)

  package init(
    _ options: PostgreSQLOptions, _ limits: PoolOptions = PoolOptions(),
    events: SocketEvents = SocketEvents()
  ) {
    self.options = options
    self.limits = limits
    self.events = events
    waitTime = .seconds(limits.waitSeconds)
    lifeTime = .seconds(limits.lifeSeconds)
    quickTime = .seconds(limits.quickSeconds)
    let pause = limits.checkSeconds
    let task = Task { [weak self] in
      while let pool = self {
        await pool.tidy()
        do { try await Task.sleep(for: .seconds(pause)) } catch { return }
      }
    }
    upkeep.withLock { $0 = task }
  }

  deinit { upkeep.withLock { $0?.cancel() } }

  /// The connections of the pool and the tasks that wait for one.
  package struct Counts: Sendable, Hashable {
    package var all: Int
    package var idle: Int
    package var waiting: Int
  }

  package var counts: Counts {
    state.withLock { Counts(all: $0.count, idle: $0.idle.count, waiting: $0.waitingCount) }
  }

  /// Lends a connection to `body`, which must not use it after it has returned.
  package func withConnection<Value>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: (PostgreSQLConnection) async throws -> Value
  ) async throws -> Value {
    let loan = try await borrow()
    do {
      let value = try await body(loan.connection)
      await giveBack(loan)
      return value
    } catch {
      await giveBack(loan, after: error)
      throw error
    }
  }

  /// Runs `body` in a transaction on a connection of the pool.
  package func transaction<Value>(
    _ options: PostgreSQLTransaction = PostgreSQLTransaction(),
    isolation: isolated (any Actor)? = #isolation,
    _ body: (PostgreSQLConnection) async throws -> Value
  ) async throws -> Value {
    try await withConnection { try await $0.transaction(options, body) }
  }

  /// Refuses tasks that wait or come later, waits until all connections are back, and closes them.
  package func close() async {
    upkeep.withLock { $0?.cancel() }
    let (waiters, idle) = state.withLock { state in
      state.isClosed = true
      var waiters: [CheckedContinuation<PoolWaiter.Grant, Never>] = []
      while let waiter = state.popFirst() { waiters.append(waiter) }
      defer { state.idle = [] }
      return (waiters, state.idle)
    }
    for waiter in waiters { waiter.resume(returning: .failure(.closed)) }
    for entry in idle {
      await entry.connection.close()
      freePlace()
    }
    await withCheckedContinuation { continuation in
      let isEmpty = state.withLock { state in
        if state.count > 0 { state.closers.append(continuation) }
        return state.count == 0
      }
      if isEmpty { continuation.resume() }
    }
  }

  /// Opens a connection. The caller has counted it in `PoolState.count` before; if it cannot be opened,
  /// it is taken off again, or the pool would stay full with connections that do not exist.
  func open() async throws(PostgreSQLError) -> PostgreSQLConnection {
    do { return try await PostgreSQLConnection.open(options, events: events) } catch {
      freePlace()
      throw error
    }
  }

  /// Gives the place of a connection that is gone to the task that waits longest.
  func freePlace() {
    let (waiter, closers) = state.withLock { state in
      let waiter = state.releasePlace()
      guard state.isClosed, state.count == 0 else {
        return (waiter, [CheckedContinuation<Void, Never>]())
      }
      defer { state.closers = [] }
      return (waiter, state.closers)
    }
    waiter?.resume(returning: .permission)
    for closer in closers { closer.resume() }
  }
}
