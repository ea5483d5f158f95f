import MomentumPostgreSQL
import MomentumTestSupport
import Testing

/// Sessions and statements that end in the middle: the error is typed, nothing is half
/// done, no task hangs, and the pool recovers.
@Suite(
  .tags(.server, .faults),
  .enabled(if: PostgreSQLServer.isAlone, PostgreSQLServer.aloneReason), .timeLimit(.minutes(3)))
struct FaultTests {
  private static let table = "CREATE TABLE venue (id int8 PRIMARY KEY)"

  @Test func aSessionThatIsEndedIsReplaced() async throws {
    try await TestDatabase.with { database in
      let pool = PostgreSQLPool(database.options)
      // While it is idle.
      let idle = try await pool.withConnection { $0.processID }
      _ = try await database.observer.query(
        "SELECT pg_terminate_backend($1, 10000)", [.integer(Int64(idle))])
      #expect(try await pool.withConnection { $0.processID } != idle)
      // While it runs a statement.
      let task = Task {
        try await pool.withConnection { try await $0.query("SELECT pg_sleep(1000) /* ended */") }
      }
      try await database.waitUntilRuns("/* ended */")
      try await database.observer.execute(
        script: """
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE query LIKE '%/* ended */%' AND pid <> pg_backend_pid()
          """)
      let error = await postgreSQLError { try await task.value }
      #expect(error?.reason == .connectionLost && error?.state == .adminShutdown)
      #expect(try await pool.withConnection { try await $0.query("SELECT 1").count } == 1)
      await pool.close()
    }
  }

  @Test func aStatementTimeoutIsAnErrorOfTheServer() async throws {
    try await TestDatabase.with { database in
      var options = database.options
      options.settings["statement_timeout"] = "20ms"
      let connection = try await PostgreSQLConnection.open(options)
      let error = await postgreSQLError { try await connection.query("SELECT pg_sleep(1000)") }
      #expect(error?.reason == .server && error?.state == .queryCancelled)
      #expect(try await connection.query("SELECT 1").count == 1)
      await connection.close()
    }
  }

  @Test func cancelledTasksLeaveNothing() async throws {
    try await TestDatabase.with(Self.table) { database in
      let pool = PostgreSQLPool(database.options)
      let tasks = (1...40).map { number in
        Task {
          try await pool.transaction { connection in
            _ = try await connection.query(
              "INSERT INTO venue VALUES ($1)", [.integer(Int64(number))])
            _ = try await connection.query("SELECT pg_sleep(1000) /* slow */")
          }
        }
      }
      try await database.waitUntilRuns("/* slow */")
      for task in tasks { task.cancel() }
      for task in tasks {
        let error = await postgreSQLError { try await task.value }
        #expect(error?.reason == .cancelled, "\(String(describing: error))")
      }
      #expect(try await database.count("venue") == 0)
      #expect(try await pool.withConnection { try await $0.query("SELECT 1").count } == 1)
      await pool.close()
    }
  }

  @Test func aCopyWhoseTaskIsCancelledKeepsNoRow() async throws {
    try await TestDatabase.with(Self.table) { database in
      let pool = PostgreSQLPool(database.options)
      let (rows, source) = AsyncStream.makeStream(of: [PostgreSQLValue].self)
      let task = Task {
        try await pool.withConnection {
          try await $0.copy(into: ["venue"], columns: ["id"], rows: rows)
        }
      }
      for id in 1...50_000 { source.yield([.integer(Int64(id))]) }
      try await database.waitUntilRuns("COPY")
      task.cancel()
      #expect(await postgreSQLError { try await task.value }?.reason == .cancelled)
      #expect(try await database.count("venue") == 0)
      #expect(try await pool.withConnection { try await $0.query("SELECT 1").count } == 1)
      await pool.close()
    }
  }
}
