import MomentumPostgreSQL
import MomentumTestSupport
import Testing

/// Prepared statements, pipelines and errors of one connection.
@Suite(.tags(.server), .enabled(if: PostgreSQLServer.isAlone, PostgreSQLServer.aloneReason))
struct StatementTests {
  private static let venues =
    "CREATE TABLE venue (id int4 PRIMARY KEY, name text NOT NULL CHECK (name <> ''))"

  @Test func statementsStayPreparedUpToALimit() async throws {
    try await TestDatabase.with { database in
      var options = database.options
      options.statementsMax = 3
      let connection = try await PostgreSQLConnection.open(options)
      for number in [1, 2, 3, 1, 4, 5, 1] { _ = try await connection.query("SELECT \(number)") }
      let kept = try await connection.query(
        "SELECT statement FROM pg_prepared_statements ORDER BY prepare_time")
      let texts = try kept.compactMap { try $0.text(at: 0) }
      #expect(texts.count == 3)
      #expect(texts.contains("SELECT 1") && texts.contains("SELECT 5"))
      await connection.close()
    }
  }

  @Test func aStatementIsPreparedAnewWhenItsTableChanges() async throws {
    try await TestDatabase.with(Self.venues) { database in
      let connection = try await database.connect()
      #expect(try await connection.query("SELECT * FROM venue").columnNames.count == 2)
      try await database.observer.execute(script: "ALTER TABLE venue ADD COLUMN rating int2")
      #expect(try await connection.query("SELECT * FROM venue").columnNames.count == 3)
      try await connection.execute(script: "DEALLOCATE ALL")
      #expect(try await connection.query("SELECT * FROM venue").columnNames.count == 3)
      await connection.close()
    }
  }

  /// A server without ICU says only that the collation does not exist.
  @Test func aMissingCollationOfICUIsExplained() async throws {
    try await TestDatabase.with { database in
      let unknown = try #require(
        await postgreSQLError {
          try await database.observer.query("SELECT 'a' < 'b' COLLATE \"zz-ZZ-x-icu\"")
        })
      #expect(unknown.state == .undefinedObject)
      #expect("\(unknown)".contains("needs a server that was built with ICU"), "\(unknown)")
      let other = try #require(
        await postgreSQLError {
          try await database.observer.query("SELECT 'a' < 'b' COLLATE \"zz-ZZ\"")
        })
      #expect(other.state == .undefinedObject && !"\(other)".contains("ICU"), "\(other)")
    }
  }

  /// PostgreSQL 18 has a state of its own for ON DELETE RESTRICT.
  @Test func aRefusedDeletionIsAViolationOfAForeignKey() async throws {
    try await TestDatabase.with(
      """
      CREATE TABLE tea (id int4 PRIMARY KEY);
      CREATE TABLE cup (tea int4 REFERENCES tea ON DELETE RESTRICT, other int4 REFERENCES tea);
      INSERT INTO tea VALUES (1), (2); INSERT INTO cup VALUES (1, 2)
      """
    ) { database in
      for key in [1, 2] {
        let error = try #require(
          await postgreSQLError {
            try await database.observer.query("DELETE FROM tea WHERE id = \(key)")
          })
        #expect(error.state?.isForeignKeyViolation == true, "\(error)")
        #expect(error.names.table == "cup" && error.names.constraint?.hasSuffix("_fkey") == true)
      }
      #expect(SQLState(rawValue: "23001").isForeignKeyViolation)
      #expect(!SQLState.uniqueViolation.isForeignKeyViolation)
    }
  }

  @Test func errorsHaveStateAndNamesAndNoValues() async throws {
    try await TestDatabase.with(Self.venues) { database in
      let connection = database.observer
      let insert = "INSERT INTO venue VALUES ($1, $2)"
      _ = try await connection.query(insert, [77_001, "secret"])
      let twice = try #require(
        await postgreSQLError { try await connection.query(insert, [77_001, "secret"]) })
      #expect(twice.state == .uniqueViolation)
      #expect(twice.names.constraint == "venue_pkey" && twice.names.table == "venue")
      let check = try #require(
        await postgreSQLError { try await connection.query(insert, [77_002, ""]) })
      #expect(check.state == .checkViolation && check.names.constraint == "venue_name_check")
      let null = try #require(
        await postgreSQLError { try await connection.query(insert, [77_003, nil]) })
      #expect(null.state == .notNullViolation && null.names.column == "name")
      let cast = try #require(
        await postgreSQLError { try await connection.query("SELECT $1::text::int4", ["secret"]) })
      #expect(cast.state?.rawValue == "22P02")
      for error in [twice, check, null, cast] {
        #expect(!"\(error)".contains("secret") && !"\(error)".contains("7700"), "\(error)")
      }
    }
  }

  @Test func detailIsKeptOnlyIfItIsAskedFor() async throws {
    try await TestDatabase.with(Self.venues) { database in
      var options = database.options
      options.keepsDetail = true
      let connection = try await PostgreSQLConnection.open(options)
      let insert = "INSERT INTO venue VALUES (1, 'a')"
      try await connection.execute(script: insert)
      let error = await postgreSQLError { try await connection.execute(script: insert) }
      #expect(error?.detail == "Key (id)=(1) already exists.")
      await connection.close()
    }
  }

  @Test func aPipelineIsAllOrNothing() async throws {
    try await TestDatabase.with(Self.venues) { database in
      let connection = try await database.connect()
      let insert = "INSERT INTO venue VALUES ($1, $2)"
      let requests = (1...1000).map {
        PostgreSQLRequest(insert, [.integer($0), .text("venue \($0)")])
      }
      let counts = try await connection.pipeline(requests).map(\.affectedCount)
      #expect(counts == Array(repeating: 1, count: 1000))
      let error = await postgreSQLError {
        try await connection.pipeline([
          PostgreSQLRequest(insert, [2001, "a"]), PostgreSQLRequest(insert, [1, "b"]),
          PostgreSQLRequest(insert, [2002, "c"]),
        ])
      }
      #expect(error?.state == .uniqueViolation)
      #expect(try await database.count("venue") == 1000)
      #expect(try await connection.query("SELECT 1").count == 1)
      await connection.close()
    }
  }

  @Test func noticesArePassedOn() async throws {
    try await TestDatabase.with { database in
      let notices = Locked<[PostgreSQLNotice]>([])
      var options = database.options
      options.onNotice = { notice in notices.withLock { $0.append(notice) } }
      let connection = try await PostgreSQLConnection.open(options)
      try await connection.execute(script: "DROP TABLE IF EXISTS missing")
      let received = notices.withLock { $0 }
      #expect(received.map(\.severity) == ["NOTICE"])
      #expect(received.first?.message.contains("missing") == true)
      await connection.close()
    }
  }

  @Test(arguments: ["a\"b", "$1", "日本語", "a'b; DROP TABLE x --", "A b", "🙂\\", "select"])
  func everyNameCanBeQuoted(_ name: String) async throws {
    try await TestDatabase.with { database in
      let quoted = try #require(PostgreSQLName.quoted(name))
      let connection = database.observer
      try await connection.execute(script: "CREATE TABLE \(quoted) (\(quoted) text)")
      let rows = AsyncStream { continuation in
        continuation.yield([PostgreSQLValue.text(name)])
        continuation.finish()
      }
      #expect(
        try await connection.copy(
          into: [database.schema, name], columns: [name], rows: rows) == 1)
      let read = try await connection.query("SELECT \(quoted) FROM \(quoted)")
      #expect(try read[0].text(at: 0) == name)
      #expect(read.columnNames == [name])
      var options = database.options
      options.parameters["application_name"] = name
      options.settings["momentum.name"] = name
      let other = try await PostgreSQLConnection.open(options)
      let setting = try await other.query("SELECT current_setting('momentum.name')")
      #expect(try setting[0].text(at: 0) == name)
      await other.close()
    }
  }

  @Test func aNameWithNULOrNoneIsRefused() async throws {
    #expect(PostgreSQLName.quoted("a\0b") == nil && PostgreSQLName.quoted("") == nil)
    try await TestDatabase.with { database in
      let error = await postgreSQLError { try await database.observer.query("SELECT 1\0; DROP") }
      #expect(error?.reason == .zeroByte)
      let value = await postgreSQLError {
        try await database.observer.query("SELECT $1::text", ["a\0b"])
      }
      #expect(value?.state?.rawValue == "22021")
    }
  }

  @Test func requestsOfSeveralTasksRunOneAfterAnother() async throws {
    try await TestDatabase.with { database in
      let connection = try await database.connect()
      let sum = try await withThrowingTaskGroup(of: Int64.self) { group in
        for number in 1...50 {
          group.addTask {
            let rows = try await connection.query("SELECT $1::int8", [.integer(Int64(number))])
            return try rows[0].integer(at: 0) ?? 0
          }
        }
        return try await group.reduce(0, +)
      }
      #expect(sum == 1275)
      await connection.close()
      #expect(await postgreSQLError { try await connection.query("SELECT 1") }?.reason == .closed)
    }
  }

  @Test func socketsAreAlsoWaitedForWithDispatch() async throws {
    try await TestDatabase.with { database in
      let connection = try await PostgreSQLConnection.open(
        database.options, events: SocketEvents(.dispatch))
      let sql = "SELECT i FROM generate_series(1, 100000) i"
      #expect(try await connection.query(sql).count == 100_000)
      let text = String(repeating: "x", count: 10_000_000)
      let rows = try await connection.query("SELECT $1::text", [.text(text)])
      #expect(try rows[0].text(at: 0) == text)
      await connection.close()
    }
  }
}
