import Foundation
import MomentumPostgreSQL
import MomentumTestSupport
import Testing

/// Servers, sessions and connections that end in the middle: the error is typed, nothing is half
/// done, no task hangs, and the pool recovers.
@Suite(
  .tags(.server, .faults, .processes),
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

  @Test func aServerThatIsStoppedAndStartedIsFoundAgain() async throws {
    try await Self.withServer { folder, connection in
      let pool = PostgreSQLPool(try PostgreSQLOptions(connection))
      try await pool.withConnection { connection in
        _ = try await connection.execute(script: Self.table)
      }
      let acknowledged = Locked<Set<Int64>>([])
      try await withThrowingTaskGroup(of: Void.self) { group in
        for task in 0..<8 {
          group.addTask { try await Self.load(pool, task, acknowledged) }
        }
        for _ in 0..<TestLength.choose(short: 1, long: 4) {
          let before = acknowledged.withLock { $0.count }
          while acknowledged.withLock({ $0.count }) < before + 200 {
            try await Task.sleep(for: .milliseconds(5))
          }
          try await Self.script("halt", folder)
          let error = await postgreSQLError { try await pool.withConnection { _ in } }
          #expect(error != nil)
          try await Self.script("resume", folder)
        }
        group.cancelAll()
        try await group.waitForAll()
      }
      let kept = try await pool.withConnection { connection in
        try await connection.query("SELECT id FROM venue").map { try $0.integer(at: 0) }
      }
      let missing = acknowledged.withLock { $0 }.subtracting(kept.compactMap { $0 })
      #expect(missing.isEmpty, "\(missing.count) acknowledged rows are missing")
      await pool.close()
    }
  }

  /// Inserts rows until the task is cancelled, past all errors that a stopped server may cause.
  private static func load(
    _ pool: PostgreSQLPool, _ task: Int, _ acknowledged: Locked<Set<Int64>>
  ) async throws {
    var id = Int64(task)
    while !Task.isCancelled {
      id += 8
      do {
        try await pool.transaction { connection in
          _ = try await connection.query("INSERT INTO venue VALUES ($1)", [.integer(id)])
        }
        acknowledged.withLock { _ = $0.insert(id) }
      } catch let error as PostgreSQLError {
        let expected: [PostgreSQLError.Reason] = [
          .connectionLost, .cannotConnect, .unsettled, .cancelled,
        ]
        if !expected.contains(error.reason) { throw error }
      }
    }
  }

  private static func withServer(
    _ body: (URL, String) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("momentum-server-\(UUID().uuidString)")
    let connection = try await script("start", folder)
    do { try await body(folder, connection) } catch {
      try await script("stop", folder)
      throw error
    }
    try await script("stop", folder)
  }

  /// Runs the script on a thread of its own: the tests' pool has as many as there are processors.
  @discardableResult
  private static func script(_ command: String, _ folder: URL) async throws -> String {
    let output = try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(with: Result { try run(command, folder) })
      }
    }
    try #require(output.status == 0, "\(command): \(output.text)")
    return output.text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private static func run(_ command: String, _ folder: URL) throws -> (text: String, status: Int32)
  {
    let process = Process()
    process.executableURL = RepositoryFiles.url(".ci/postgresql")
    process.arguments = [command, folder.path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (String(decoding: data, as: UTF8.self), process.terminationStatus)
  }
}
