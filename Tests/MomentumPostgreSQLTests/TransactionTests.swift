import MomentumPostgreSQL
import MomentumTestSupport
import Testing

/// Transactions, savepoints, retries, locks and notifications.
@Suite(.tags(.server), .enabled(if: PostgreSQLServer.isAlone, PostgreSQLServer.aloneReason))
struct TransactionTests {
  private struct Stop: Error {}
  private static let table = "CREATE TABLE counter (id int4 PRIMARY KEY, value int4)"

  @Test func aTransactionIsCommittedOrRolledBack() async throws {
    try await TestDatabase.with(Self.table) { database in
      let connection = try await database.connect()
      try await connection.transaction { connection in
        try await connection.query("INSERT INTO counter VALUES (1, 0)")
        await #expect(throws: Stop.self) {
          try await connection.transaction { connection in
            try await connection.query("INSERT INTO counter VALUES (2, 0)")
            throw Stop()
          }
        }
        try await connection.transaction { connection in
          _ = try await connection.query("INSERT INTO counter VALUES (3, 0)")
        }
        // A savepoint also undoes a statement that failed.
        let error = await postgreSQLError {
          try await connection.transaction { connection in
            try await connection.query("INSERT INTO counter VALUES (1, 0)")
          }
        }
        #expect(error?.state == .uniqueViolation)
      }
      #expect(try await database.count("counter") == 2)
      await #expect(throws: Stop.self) {
        try await connection.transaction { connection in
          _ = try await connection.query("DELETE FROM counter")
          throw Stop()
        }
      }
      #expect(try await database.count("counter") == 2)
      await connection.close()
    }
  }

  @Test func aFailureThatWasHiddenIsNotCommitted() async throws {
    try await TestDatabase.with(Self.table) { database in
      let connection = try await database.connect()
      let error = await postgreSQLError {
        try await connection.transaction { connection in
          _ = try await connection.query("INSERT INTO counter VALUES (1, 0)")
          _ = await postgreSQLError { try await connection.query("SELECT 1 / 0") }
        }
      }
      #expect(error?.reason == .rolledBack)
      #expect(try await database.count("counter") == 0)
      await connection.close()
    }
  }

  @Test func optionsReachTheServer() async throws {
    try await TestDatabase.with { database in
      let connection = try await database.connect()
      let options = PostgreSQLTransaction(.serializable, isReadOnly: true, isDeferrable: true)
      let values = try await connection.transaction(options) { connection in
        try await connection.query(
          """
          SELECT current_setting('transaction_isolation'), current_setting('transaction_read_only'),
            current_setting('transaction_deferrable')
          """)[0].values()
      }
      #expect(values == ["serializable", "on", "on"])
      await connection.close()
    }
  }

  @Test func serializationFailuresRunAgainUpToALimit() async throws {
    let script = Self.table + "; INSERT INTO counter VALUES (1, 0)"
    try await TestDatabase.with(script) { database in
      let pool = PostgreSQLPool(database.options)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask {
            let options = PostgreSQLTransaction(.serializable, attemptsMax: 100)
            try await pool.transaction(options) { connection in
              let value = try await connection.query("SELECT value FROM counter")[0].integer(at: 0)
              let next = PostgreSQLValue.integer((value ?? 0) + 1)
              try await connection.query("UPDATE counter SET value = $1", [next])
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(try await database.observer.query("SELECT value FROM counter")[0].integer(at: 0) == 8)
      let attempts = Locked(0)
      let error = await postgreSQLError {
        try await pool.transaction(PostgreSQLTransaction(attemptsMax: 3)) { connection in
          attempts.withLock { $0 += 1 }
          try await connection.execute(
            script: "DO $$ BEGIN RAISE EXCEPTION 'again' USING ERRCODE = '40001'; END $$")
        }
      }
      #expect(error?.state == .serializationFailure)
      #expect(attempts.withLock { $0 } == 3)
      await pool.close()
    }
  }

  @Test func oneSessionHasTheAdvisoryLock() async throws {
    try await TestDatabase.with { database in
      let pool = PostgreSQLPool(database.options)
      let inside = Locked((now: 0, most: 0))
      let name = "migrations of \(database.schema)"
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<4 {
          group.addTask {
            try await pool.withConnection { connection in
              try await connection.withAdvisoryLock(name) { connection in
                inside.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
                _ = try await connection.query("SELECT 1")
                inside.withLock { $0.now -= 1 }
              }
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(inside.withLock { $0.most } == 1)
      await pool.close()
    }
  }

  @Test func notificationsAreASequence() async throws {
    try await TestDatabase.with { database in
      let channel = "a \"b\" 日本語 \(database.schema)".prefix(40)
      let sequence = try await PostgreSQLNotifications.listen(
        database.options, to: [String(channel)])
      for payload in ["1", "it's", ""] {
        _ = try await database.observer.query(
          "SELECT pg_notify($1, $2)", [.text(String(channel)), .text(payload)])
      }
      var payloads: [String] = []
      for try await notification in sequence {
        payloads.append(notification.payload)
        #expect(notification.channel == channel)
        #expect(notification.processID == database.observer.processID)
        if payloads.count == 3 { break }
      }
      #expect(payloads == ["1", "it's", ""])
      let reader = Task { try await sequence.makeAsyncIterator().next() }
      reader.cancel()
      #expect(try await reader.value == nil)
      await sequence.connection.close()
    }
  }
}
