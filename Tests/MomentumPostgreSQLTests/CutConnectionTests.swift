import MomentumPostgreSQL
import MomentumTestSupport
import Testing

/// A connection that is cut after each message of the protocol, one after another.
@Suite(
  .tags(.server, .faults), .enabled(if: PostgreSQLServer.isAlone, PostgreSQLServer.aloneReason),
  .timeLimit(.minutes(5)))
struct CutConnectionTests {
  /// What a client may do, as one step that is done or not.
  private static let steps:
    KeyValuePairs<String, @Sendable (PostgreSQLConnection) async throws -> Void> = [
      "statement": { connection in
        _ = try await connection.query("INSERT INTO venue VALUES ($1), ($2)", [1, 2])
      },
      "transaction": { connection in
        try await connection.transaction { connection in
          _ = try await connection.query("INSERT INTO venue VALUES ($1)", [1])
          _ = try await connection.query("INSERT INTO venue VALUES ($1)", [2])
        }
      },
      "pipeline": { connection in
        _ = try await connection.pipeline(
          [1, 2].map { PostgreSQLRequest("INSERT INTO venue VALUES ($1)", [$0]) })
      },
      "copy": { connection in
        let rows = AsyncStream { continuation in
          for id in [1, 2] { continuation.yield([PostgreSQLValue.integer(Int64(id))]) }
          continuation.finish()
        }
        _ = try await connection.copy(into: ["venue"], columns: ["id"], rows: rows)
      },
    ]

  @Test func aCutIsATypedErrorAndNothingIsHalfDone() async throws {
    for (name, step) in Self.steps {
      try await TestDatabase.with("CREATE TABLE venue (id int8)") { database in
        var cut = 0
        var isDone = false
        while !isDone {
          isDone = try await Self.run(step, name, cutAfter: cut, database)
          cut += 1
        }
        #expect(cut > 15, "the proxy cut nothing")
      }
    }
  }

  /// An answer whose parts come one after another wakes its waiter again and again; none may be
  /// missed, whatever libpq has read by then.
  @Test(arguments: [1, 7, 1000])
  func whatComesInPiecesIsWhole(_ pieceBytes: Int) async throws {
    try await TestDatabase.with("CREATE TABLE venue (id int8, name text)") { database in
      let target = try #require(database.options.parameters["port"].flatMap { Int($0) })
      let proxy = try #require(CuttingProxy(to: target, pieceBytes: pieceBytes))
      var options = database.options
      options.parameters["port"] = String(proxy.port)
      options.parameters["sslmode"] = "disable"
      options.parameters["gssencmode"] = "disable"
      let connection = try await PostgreSQLConnection.open(options)
      let count: Int64 = pieceBytes == 1000 ? 20_000 : 500
      let fill = "INSERT INTO venue SELECT i, 'venue ' || i FROM generate_series(1, $1) i"
      _ = try await connection.query(fill, [.integer(count)])
      let ids = try await connection.query("SELECT id, name FROM venue ORDER BY id").map { row in
        try row.values().first
      }
      #expect(ids == (1...count).map { .integer($0) })
      let requests = (1...20).map { (id: Int64) in
        PostgreSQLRequest("SELECT name FROM venue WHERE id = $1", [.integer(id)])
      }
      let names = try await connection.pipeline(requests).map { try $0.first?.values() }
      #expect(names == (1...20).map { [.text("venue \($0)")] })
      let error = await postgreSQLError { try await connection.query("SELECT 1 / $1", [0]) }
      #expect(error?.state?.rawValue == "22012")
      await connection.close()
    }
  }

  /// Returns whether the step ended before the cut.
  private static func run(
    _ step: @Sendable (PostgreSQLConnection) async throws -> Void, _ name: String,
    cutAfter cut: Int, _ database: TestDatabase
  ) async throws -> Bool {
    let target = try #require(database.options.parameters["port"].flatMap { Int($0) })
    let proxy = try #require(CuttingProxy(to: target, cutAfter: cut))
    var options = database.options
    options.parameters["port"] = String(proxy.port)
    options.parameters["application_name"] = database.schema
    options.parameters["sslmode"] = "disable"
    options.parameters["gssencmode"] = "disable"
    var limits = PoolOptions()
    limits.connectionsMax = 1
    let pool = PostgreSQLPool(options, limits)
    var failure: PostgreSQLError?
    do { try await pool.withConnection { try await step($0) } } catch let error as PostgreSQLError {
      failure = error
    }
    #expect(pool.counts.waiting == 0)
    let wasDone = failure == nil
    if let failure {
      let expected: [PostgreSQLError.Reason] = [.connectionLost, .cannotConnect, .unsettled]
      #expect(expected.contains(failure.reason), "\(name), cut after \(cut): \(failure)")
      // The connection is not lent again.
      #expect(pool.counts.all == 0, "\(name), cut after \(cut)")
    }
    await pool.close()
    try await waitUntilNoSession(database)
    let count = try await database.count("venue") ?? -1
    #expect(count == 2 || count == 0, "\(name), cut after \(cut): \(count) rows")
    if wasDone { #expect(count == 2) }
    _ = try await database.observer.query("DELETE FROM venue")
    return wasDone && proxy.passedCount < cut
  }

  /// A session whose client is gone ends its statement first, which may be a COMMIT.
  private static func waitUntilNoSession(
    _ database: TestDatabase
  ) async throws {
    let sql = "SELECT count(*) FROM pg_stat_activity WHERE application_name = $1"
    while try await database.observer.query(sql, [.text(database.schema)])[0].integer(at: 0) != 0 {
      try await Task.sleep(for: .milliseconds(5))
    }
  }
}
