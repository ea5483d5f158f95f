import MomentumPostgreSQL
import MomentumTestSupport
import Testing

/// Reads of many tasks over few connections, some of which run together.
@Suite(
  .tags(.server, .random), .enabled(if: PostgreSQLServer.isAlone, PostgreSQLServer.aloneReason),
  .timeLimit(.minutes(2)))
struct ReadTests {
  /// Waits and divides as the values say; the start of its transaction tells what ran together.
  private static let sql =
    "SELECT $1::int8, 60 / $2::int4, pg_backend_pid(), now()::timestamptz FROM pg_sleep($3::float8)"

  private static func read(
    _ pool: PostgreSQLPool, _ number: Int64, divisor: Int64 = 1, sleeping seconds: Double = 0
  ) async throws(PostgreSQLError) -> [PostgreSQLValue] {
    let values: [PostgreSQLValue] = [.integer(number), .integer(divisor), .real(seconds)]
    return try await pool.read(sql, values).values()
  }

  private static func outcome(
    _ pool: PostgreSQLPool, _ number: Int64, divisor: Int64 = 1, sleeping seconds: Double = 0
  ) async -> Result<[PostgreSQLValue], PostgreSQLError> {
    do throws(PostgreSQLError) {
      return .success(try await read(pool, number, divisor: divisor, sleeping: seconds))
    } catch { return .failure(error) }
  }

  /// Runs `body` with a pool of few connections that knows the statement as a quick one.
  private static func withPool(
    connectionsMax: Int = 2, waitingMax: Int = 1000,
    _ body: @Sendable (PostgreSQLPool) async throws -> Void
  ) async throws {
    try await TestDatabase.with("SELECT 1") { database in
      var limits = PoolOptions()
      limits.connectionsMax = connectionsMax
      limits.waitingMax = waitingMax
      // Whatever else the machine does.
      limits.quickSeconds = 60
      var options = database.options
      options.parameters["application_name"] = database.schema
      let pool = PostgreSQLPool(options, limits)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<8 { group.addTask { _ = try await read(pool, Int64(number)) } }
        try await group.waitForAll()
      }
      try await body(pool)
      #expect(pool.counts.waiting == 0)
      await pool.close()
      #expect(pool.counts.all == 0)
    }
  }

  @Test func eachTaskGetsItsRowsAndSomeRunTogether() async throws {
    try await Self.withPool { pool in
      let rows = try await withThrowingTaskGroup(of: (Int64, [PostgreSQLValue]).self) { group in
        // Two have the connections until all others wait.
        for number in 0..<200 {
          let seconds = number < 2 ? 0.3 : 0
          group.addTask {
            (Int64(number), try await Self.read(pool, Int64(number), sleeping: seconds))
          }
          while number == 1, pool.counts.idle > 0 { try await Task.sleep(for: .milliseconds(1)) }
        }
        return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
      }
      #expect(rows.count == 200)
      for (number, values) in rows { #expect(values.first == .integer(number)) }
      let transactions = Set(rows.values.map { Array($0.suffix(2)) })
      #expect(transactions.count < 150, "no statements ran together")
      #expect(Set(rows.values.map { $0[2] }).count == 2, "one connection did all the work")
    }
  }

  @Test func anErrorBelongsToItsTask() async throws {
    try await Self.withPool { pool in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<100 {
          group.addTask {
            let divisor: Int64 = number % 9 == 4 ? 0 : 1
            switch await Self.outcome(pool, Int64(number), divisor: divisor) {
            case .success(let values):
              #expect(values.first == .integer(Int64(number)) && divisor == 1)
            case .failure(let error):
              #expect(error.state?.rawValue == "22012" && divisor == 0, "\(number)")
            }
          }
        }
        try await group.waitForAll()
      }
    }
  }

  /// The statement ends on the server, too, and the others are run all the same.
  @Test func aCancelledReadEndsAloneAndAtOnce() async throws {
    try await Self.withPool { pool in
      let clock = ContinuousClock()
      let start = clock.now
      try await withThrowingTaskGroup(of: Void.self) { group in
        // The connections are taken, so that those who come then wait and run together.
        for _ in 0..<2 {
          group.addTask { _ = try await Self.read(pool, 0, sleeping: 0.2) }
        }
        try await Task.sleep(for: .milliseconds(50))
        let sleepers = (0..<6).map { number in
          Task { try await Self.read(pool, Int64(number), sleeping: 30) }
        }
        for number in 0..<60 {
          group.addTask {
            let values = try await Self.read(pool, Int64(number))
            #expect(values.first == .integer(Int64(number)))
          }
        }
        group.addTask {
          try await Task.sleep(for: .milliseconds(400))
          for sleeper in sleepers { sleeper.cancel() }
          for sleeper in sleepers {
            let error = await postgreSQLError { try await sleeper.value }
            #expect(error?.reason == .cancelled)
          }
        }
        try await group.waitForAll()
      }
      #expect(clock.now - start < .seconds(20))
    }
  }

  /// One that is cancelled while another one of its batch runs is not run to its end either.
  @Test func theOthersDoNotWaitForACancelledRead() async throws {
    try await Self.withPool(connectionsMax: 1) { pool in
      let clock = ContinuousClock()
      let start = clock.now
      var tasks: [Task<[PostgreSQLValue], any Error>] = []
      // The first one has the connection; the others wait in this order, and run together.
      for (number, seconds) in [0.3, 0.5, 30, 0].enumerated() {
        tasks.append(Task { try await Self.read(pool, Int64(number), sleeping: seconds) })
        while pool.counts.idle > 0 || pool.counts.waiting < number {
          try await Task.sleep(for: .milliseconds(1))
        }
      }
      _ = try await tasks[0].value
      try await Task.sleep(for: .milliseconds(100))
      tasks[2].cancel()
      let error = await postgreSQLError { try await tasks[2].value }
      #expect(error?.reason == .cancelled)
      for number in [1, 3] {
        let values = try await tasks[number].value
        #expect(values.first == .integer(Int64(number)))
      }
      #expect(clock.now - start < .seconds(20))
    }
  }

  @Test func readsGoOnAfterASessionIsKilled() async throws {
    try await Self.withPool { pool in
      try await TestDatabase.with("SELECT 1") { other in
        let killer = try await PostgreSQLConnection.open(other.options)
        try await withThrowingTaskGroup(of: Int.self) { group in
          for number in 0..<60 {
            group.addTask {
              // The first one of a connection that is killed has the error; those that ran with it
              // are run again.
              switch await Self.outcome(pool, Int64(number), sleeping: 0.005) {
              case .success(let values):
                #expect(values.first == .integer(Int64(number)))
                return 0
              case .failure(let error):
                #expect(error.reason == .connectionLost || error.state?.errorClass == "57")
                return 1
              }
            }
          }
          group.addTask {
            try await Task.sleep(for: .milliseconds(30))
            let sql = """
              SELECT pg_terminate_backend(pid) FROM pg_stat_activity
              WHERE query LIKE '%pg_sleep($3::float8)%' AND pid <> pg_backend_pid()
                AND application_name = $1
              """
            let name = pool.options.parameters["application_name"] ?? ""
            return try await -killer.query(sql, [.text(name)]).count
          }
          let failed = try await group.reduce(into: [Int]()) { $0.append($1) }
          #expect(failed.count { $0 == 1 } <= 2, "more tasks failed than sessions were killed")
        }
        await killer.close()
      }
    }
  }

  /// Nothing is lost or given twice, whenever tasks are cancelled.
  @Test(arguments: 1...TestLength.choose(short: 2, long: 8))
  func cancelledAtAnyTime(_ seed: Int) async throws {
    try await Self.withPool { pool in
      var numbers = SeededGenerator(seed: UInt64(seed))
      let delays = (0..<300).map { _ in Int.random(in: 0...40, using: &numbers) }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (number, delay) in delays.enumerated() {
          let task = Task { await Self.outcome(pool, Int64(number), sleeping: 0.0005) }
          group.addTask {
            if delay < 20 {
              try await Task.sleep(for: .milliseconds(delay))
              task.cancel()
            }
            switch await task.value {
            case .success(let values): #expect(values.first == .integer(Int64(number)))
            case .failure(let error):
              #expect(error.reason == .cancelled && delay < 20, "\(error)")
            }
          }
        }
        try await group.waitForAll()
      }
      let values = try await Self.read(pool, 7)
      #expect(values.first == .integer(7))
    }
  }

  @Test func aClosedPoolAndAFullQueueRefuseReads() async throws {
    try await Self.withPool(waitingMax: 20) { pool in
      let refused = await withTaskGroup(of: PostgreSQLError.Reason?.self) { group in
        for number in 0..<40 {
          group.addTask {
            await postgreSQLError { try await Self.read(pool, Int64(number), sleeping: 0.3) }?
              .reason
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(refused.contains(.poolExhausted) && refused.contains(nil))
      #expect(refused.allSatisfy { $0 == .poolExhausted || $0 == nil })
      await pool.close()
      let error = await postgreSQLError { try await Self.read(pool, 1) }
      #expect(error?.reason == .closed)
    }
  }
}
