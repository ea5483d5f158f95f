import MomentumPostgreSQL
import MomentumTestSupport
import Testing

/// A pool of connections.
@Suite(
  .tags(.server), .enabled(if: PostgreSQLServer.isAlone, PostgreSQLServer.aloneReason),
  .timeLimit(.minutes(2)))
struct PoolTests {
  private static func limits(max: Int, min: Int = 0) -> PoolOptions {
    var limits = PoolOptions()
    limits.connectionsMax = max
    limits.connectionsMin = min
    return limits
  }

  /// Runs `body` while all connections of a pool are lent.
  private static func whileAllAreLent(
    _ pool: PostgreSQLPool, _ body: @escaping @Sendable () async throws -> Void
  ) async throws {
    if pool.counts.all - pool.counts.idle < pool.limits.connectionsMax {
      try await pool.withConnection { _ in try await whileAllAreLent(pool, body) }
    } else {
      try await body()
    }
  }

  private static func waitUntil(_ isTrue: () -> Bool) async throws {
    while !isTrue() { try await Task.sleep(for: .milliseconds(1)) }
  }

  @Test func noMoreConnectionsAreOpenedThanAllowed() async throws {
    try await TestDatabase.with { database in
      let pool = PostgreSQLPool(database.options, Self.limits(max: 3))
      let most = Locked(0)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<200 {
          group.addTask {
            try await pool.withConnection { connection in
              _ = try await connection.query("SELECT 1")
              most.withLock { $0 = max($0, pool.counts.all) }
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(most.withLock { $0 } <= 3)
      #expect(pool.counts.all == 3 && pool.counts.idle == 3 && pool.counts.waiting == 0)
      await pool.close()
      #expect(pool.counts.all == 0)
    }
  }

  @Test func tasksGetConnectionsInTheirOrder() async throws {
    try await TestDatabase.with { database in
      let pool = PostgreSQLPool(database.options, Self.limits(max: 1))
      let order = Locked<[Int]>([])
      try await withThrowingTaskGroup(of: Void.self) { group in
        try await pool.withConnection { _ in
          for number in 0..<20 {
            group.addTask {
              try await pool.withConnection { _ in order.withLock { $0.append(number) } }
            }
            try await Self.waitUntil { pool.counts.waiting == number + 1 }
          }
        }
        try await group.waitForAll()
      }
      #expect(order.withLock { $0 } == Array(0..<20))
      await pool.close()
    }
  }

  @Test func anExhaustedPoolRefusesInTime() async throws {
    try await TestDatabase.with { database in
      var limits = Self.limits(max: 2)
      limits.waitSeconds = 0.05
      let pool = PostgreSQLPool(database.options, limits)
      try await Self.whileAllAreLent(pool) {
        let error = await postgreSQLError { try await pool.withConnection { _ in } }
        #expect(error?.reason == .poolExhausted)
        #expect(pool.counts.waiting == 0)
      }
      #expect(try await pool.withConnection { try await $0.query("SELECT 1").count } == 1)
      await pool.close()
      limits.waitingMax = 0
      limits.waitSeconds = 1000
      let strict = PostgreSQLPool(database.options, limits)
      try await Self.whileAllAreLent(strict) {
        let error = await postgreSQLError { try await strict.withConnection { _ in } }
        #expect(error?.reason == .poolExhausted)
      }
      await strict.close()
    }
  }

  @Test func aWaitingTaskCanBeCancelled() async throws {
    try await TestDatabase.with { database in
      let pool = PostgreSQLPool(database.options, Self.limits(max: 1))
      try await Self.whileAllAreLent(pool) {
        let task = Task { try await pool.withConnection { _ in } }
        try await Self.waitUntil { pool.counts.waiting == 1 }
        task.cancel()
        #expect(await postgreSQLError { try await task.value }?.reason == .cancelled)
        #expect(pool.counts.waiting == 0)
      }
      #expect(try await pool.withConnection { try await $0.query("SELECT 1").count } == 1)
      await pool.close()
    }
  }

  @Test func aRunningStatementIsCancelledAndItsConnectionKept() async throws {
    try await TestDatabase.with { database in
      let pool = PostgreSQLPool(database.options, Self.limits(max: 1))
      let process = try await pool.withConnection { $0.processID }
      let task = Task {
        try await pool.withConnection { try await $0.query("SELECT pg_sleep(1000) /* long */") }
      }
      try await database.waitUntilRuns("/* long */")
      task.cancel()
      let error = await postgreSQLError { try await task.value }
      #expect(error?.reason == .cancelled && error?.state == .queryCancelled)
      #expect(try await pool.withConnection { $0.processID } == process)
      await pool.close()
    }
  }

  @Test func aPoolClosesAfterTheConnectionsThatAreLent() async throws {
    try await TestDatabase.with { database in
      let pool = PostgreSQLPool(database.options, Self.limits(max: 1))
      let closing = try await pool.withConnection { connection in
        let waiting = Task { try await pool.withConnection { _ in } }
        try await Self.waitUntil { pool.counts.waiting == 1 }
        let closing = Task { await pool.close() }
        #expect(await postgreSQLError { try await waiting.value }?.reason == .closed)
        let rows = try await connection.query("SELECT 1")
        #expect(rows.count == 1)
        return closing
      }
      await closing.value
      #expect(pool.counts.all == 0)
      #expect(
        await postgreSQLError { try await pool.withConnection { _ in } }?.reason == .closed)
    }
  }

  @Test func theMinimumIsOpenedInAdvanceAndIdleConnectionsGo() async throws {
    try await TestDatabase.with { database in
      var limits = Self.limits(max: 4, min: 2)
      limits.checkSeconds = 0.01
      limits.idleSeconds = 0
      let pool = PostgreSQLPool(database.options, limits)
      try await Self.waitUntil { pool.counts.idle == 2 }
      try await Self.whileAllAreLent(pool) { #expect(pool.counts.all == 4) }
      try await Self.waitUntil { pool.counts.all == 2 && pool.counts.idle == 2 }
      await pool.close()
    }
  }

  @Test func aConnectionWithAnOpenTransactionIsNotLentAgain() async throws {
    try await TestDatabase.with("CREATE TABLE venue (id int4)") { database in
      let pool = PostgreSQLPool(database.options, Self.limits(max: 1))
      try await pool.withConnection { connection in
        _ = try await connection.execute(script: "BEGIN; INSERT INTO venue VALUES (1)")
      }
      let count = try await pool.withConnection { connection in
        try await connection.query("SELECT count(*) FROM venue")[0].integer(at: 0)
      }
      #expect(count == 0)
      await pool.close()
    }
  }

  @Test func aTargetIsPassedToLibpq() async throws {
    try await TestDatabase.with { database in
      var options = database.options
      options.target = .preferStandby
      let connection = try await PostgreSQLConnection.open(options)
      await connection.close()
      options.target = .standby
      let error = await postgreSQLError { try await PostgreSQLConnection.open(options) }
      #expect(error?.reason == .cannotConnect)
    }
  }
}
