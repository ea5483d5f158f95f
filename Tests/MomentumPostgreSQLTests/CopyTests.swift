import MomentumPostgreSQL
import MomentumTestSupport
import Testing

/// COPY in and out.
@Suite(.tags(.server), .enabled(if: PostgreSQLServer.isAlone, PostgreSQLServer.aloneReason))
struct CopyTests {
  private static let table = "CREATE TABLE venue (id int8 PRIMARY KEY, name text, rating float8)"

  private struct Rows: AsyncSequence, Sendable {
    struct Stop: Error {}

    let count: Int
    var failsAt: Int?

    struct Iterator: AsyncIteratorProtocol {
      let rows: Rows
      var position = 0

      mutating func next() async throws -> [PostgreSQLValue]? {
        if position == rows.failsAt { throw Stop() }
        guard position < rows.count else { return nil }
        position += 1
        return [.integer(Int64(position)), .text("venue \(position)"), nil]
      }
    }

    func makeAsyncIterator() -> Iterator { Iterator(rows: self) }
  }

  private static let columns = ["id", "name", "rating"]

  @Test func rowsGoInAndComeOut() async throws {
    try await TestDatabase.with(Self.table) { database in
      let connection = try await database.connect()
      let rows = Rows(count: 20_000)
      let copied = try await connection.copy(into: ["venue"], columns: Self.columns, rows: rows)
      #expect(copied == 20_000)
      let sum = try await connection.copyRows(of: "SELECT * FROM venue") { rows in
        var sum: Int64 = 0
        for try await row in rows {
          if case .integer(let id) = row[0], row[1] == .text("venue \(id)"), row[2] == nil {
            sum += id
          }
        }
        return sum
      }
      #expect(sum == 200_010_000)
      await connection.close()
    }
  }

  @Test func textGoesInAndComesOut() async throws {
    try await TestDatabase.with(Self.table) { database in
      let connection = try await database.connect()
      let chunks = AsyncStream { continuation in
        for chunk in ["1,a,0.5\n2,\"", "b, c\"", ",\n"] { continuation.yield(Array(chunk.utf8)) }
        continuation.finish()
      }
      #expect(
        try await connection.copy(in: "COPY venue FROM STDIN (FORMAT csv)", from: chunks) == 2)
      let text = try await connection.copy(out: "COPY venue TO STDOUT") { chunks in
        var bytes: [UInt8] = []
        for try await chunk in chunks { bytes += chunk }
        return String(decoding: bytes, as: UTF8.self)
      }
      #expect(text == "1\ta\t0.5\n2\tb, c\t\\N\n")
      await connection.close()
    }
  }

  @Test func noRowIsKeptIfTheSequenceThrows() async throws {
    try await TestDatabase.with(Self.table) { database in
      let connection = try await database.connect()
      let rows = Rows(count: 20_000, failsAt: 15_000)
      await #expect(throws: Rows.Stop.self) {
        try await connection.copy(into: ["venue"], columns: Self.columns, rows: rows)
      }
      #expect(try await database.count("venue") == 0)
      #expect(try await connection.query("SELECT 1").count == 1)
      await connection.close()
    }
  }

  @Test func aRefusedRowEndsTheCopy() async throws {
    try await TestDatabase.with(Self.table + "; INSERT INTO venue VALUES (7)") { database in
      let connection = try await database.connect()
      let rows = Rows(count: 20_000)
      let error = await postgreSQLError {
        try await connection.copy(into: ["venue"], columns: Self.columns, rows: rows)
      }
      #expect(error?.state == .uniqueViolation)
      #expect(try await database.count("venue") == 1)
      let wrong = AsyncStream { continuation in
        continuation.yield([PostgreSQLValue.integer(1)])
        continuation.finish()
      }
      let few = await postgreSQLError {
        try await connection.copy(into: ["venue"], columns: Self.columns, rows: wrong)
      }
      #expect(few?.reason == .valueCount)
      #expect(try await connection.query("SELECT 1").count == 1)
      await connection.close()
    }
  }

  @Test func aReaderMayStopAtAnyRow() async throws {
    try await TestDatabase.with { database in
      let connection = try await database.connect()
      let sql = "SELECT i FROM generate_series(1, 100000000) i"
      let first = try await connection.copyRows(of: sql) { rows in
        for try await row in rows { return row }
        return []
      }
      #expect(first == [1])
      #expect(try await connection.query("SELECT 1").count == 1)
      await connection.close()
    }
  }

  @Test func aStatementInsideOfACopyIsRefused() async throws {
    try await TestDatabase.with { database in
      let connection = try await database.connect()
      try await connection.copyRows(of: "SELECT 1") { rows in
        let error = await postgreSQLError { try await connection.query("SELECT 1") }
        #expect(error?.reason == .copyUnderWay)
        for try await _ in rows {}
      }
      await connection.close()
    }
  }

  @Test func copyAsAnotherStatementDoesNotHang() async throws {
    try await TestDatabase.with(Self.table) { database in
      let connection = try await database.connect()
      for sql in ["COPY venue FROM STDIN", "COPY venue TO STDOUT", "COPY (SELECT 1) TO STDOUT"] {
        #expect(await postgreSQLError { try await connection.execute(script: sql) } != nil)
        #expect(await postgreSQLError { try await connection.query(sql) } != nil)
        #expect(try await connection.query("SELECT 1").count == 1)
      }
      let chunks = AsyncStream<[UInt8]> { $0.finish() }
      for sql in ["SELECT 1", "COPY venue TO STDOUT", "COPY missing FROM STDIN"] {
        #expect(await postgreSQLError { try await connection.copy(in: sql, from: chunks) } != nil)
        #expect(try await connection.query("SELECT 1").count == 1)
      }
      await connection.close()
    }
  }
}
