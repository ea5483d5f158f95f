import Foundation
import MomentumPostgreSQL
import MomentumTestSupport
import Testing

/// Values in the server's binary form, there and back.
@Suite(.tags(.server), .enabled(if: PostgreSQLServer.isAlone, PostgreSQLServer.aloneReason))
struct ValueRoundTripTests {
  private static let values: [(type: String, values: [PostgreSQLValue])] = [
    ("bool", [true, false, nil]),
    ("int2", [0, -32768, 32767]),
    ("int4", [0, -2_147_483_648, 2_147_483_647]),
    ("int8", [0, .integer(.min), .integer(.max)]),
    ("float4", [0.5, -1.25, .real(Double(Float.greatestFiniteMagnitude))]),
    ("float8", [0.1, -0.0, .real(.infinity), .real(.leastNonzeroMagnitude)]),
    ("text", ["", "a", "'\"$1\\", "日本語 🙂 e\u{301}"]),
    ("text", [.text(String(repeating: "x", count: 100_000))]),
    ("varchar(10)", ["0123456789"]),
    ("bytea", [.bytes([]), .bytes([0, 255, 39, 92])]),
    ("uuid", [.uuid(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 255)))]),
    (
      "timestamptz",
      [
        .timestamp(PostgreSQLTimestamp(microseconds: 1)), .timestamp(.infinity),
        .timestamp(.negativeInfinity), .timestamp(PostgreSQLTimestamp(microseconds: -7)),
      ]
    ),
    ("date", [.date(PostgreSQLDate(days: -1)), .date(.infinity)]),
    (
      "numeric",
      ["0", "-0.00012", "12345.6780", "99999999999999999999999999.5", "NaN", "10000"].compactMap {
        PostgreSQLNumeric($0).map { .numeric($0) }
      }
    ),
    ("int8[]", [.array([]), .array([1, nil, -3])]),
    ("text[]", [.array(["a", "", "{\"b\"}", nil])]),
    ("uuid[]", [.array([.uuid(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)))])]),
  ]

  @Test func valuesComeBackAsTheyWere() async throws {
    try await TestDatabase.with { database in
      let connection = database.observer
      for (type, values) in Self.values {
        for value in values {
          let rows = try await connection.query("SELECT $1::\(type)", [value])
          #expect(try rows[0].value(at: 0) == value, "\(type)")
        }
      }
    }
  }

  /// What was sent in binary form is what the server writes as text.
  @Test func theServerReadsTheSameValues() async throws {
    try await TestDatabase.with { database in
      let connection = database.observer
      func text(_ type: String, _ value: PostgreSQLValue) async throws -> String? {
        try await connection.query("SELECT ($1::\(type))::text", [value])[0].text(at: 0)
      }
      for number in ["-0.00012", "12345.6780", "123456789012345678901234567890.5", "0.0"] {
        let value = try #require(PostgreSQLNumeric(number))
        #expect(try await text("numeric", .numeric(value)) == number)
      }
      let time = PostgreSQLTimestamp(secondsSinceReferenceDate: 0)
      #expect(try await text("timestamp", .timestamp(time)) == "2001-01-01 00:00:00")
      #expect(time.secondsSinceReferenceDate == 0)
      #expect(try await text("date", .date(PostgreSQLDate(days: 366))) == "2001-01-01")
      #expect(try await text("int4[]", .array([1, nil])) == "{1,NULL}")
    }
  }

  @Test func textStandsForTypesThatAreNotWrittenInBinary() async throws {
    let script = "CREATE TYPE mood AS ENUM ('good', 'it''s bad')"
    try await TestDatabase.with(script) { database in
      let connection = database.observer
      let rows = try await connection.query(
        "SELECT ($1::interval)::text, ($2::jsonb)::text, $3::mood::text, ($4::date)::text",
        ["1 day", "{\"a\": 1}", "it's bad", "2024-02-29"])
      #expect(try rows[0].values() == ["1 day", "{\"a\": 1}", "it's bad", "2024-02-29"])
    }
  }

  @Test(arguments: [
    ("int2", PostgreSQLValue.integer(40_000), PostgreSQLError.Reason.valueOutOfRange),
    ("int4", .integer(1 << 40), .valueOutOfRange), ("float4", .real(1e300), .valueOutOfRange),
    ("float8", .integer((1 << 60) + 1), .valueOutOfRange), ("int4", .real(1.5), .valueType),
    ("bool", .integer(1), .valueType), ("uuid", .bytes([1]), .valueType),
  ])
  func aValueThatDoesNotFitIsNotSent(
    _ type: String, _ value: PostgreSQLValue, _ reason: PostgreSQLError.Reason
  ) async throws {
    try await TestDatabase.with { database in
      let error = await postgreSQLError {
        try await database.observer.query("SELECT $1::\(type)", [value])
      }
      #expect(error?.reason == reason)
      let rows = try await database.observer.query("SELECT 1")
      #expect(rows.count == 1)
    }
  }

  @Test func rowsAreReadByColumn() async throws {
    try await TestDatabase.with { database in
      let rows = try await database.observer.query(
        "SELECT i AS id, 'n' || i AS name, i % 2 = 0 FROM generate_series(1, 3) i")
      #expect(rows.columnNames == ["id", "name", "?column?"])
      #expect(try rows.map { try $0.integer(at: 0) } == [1, 2, 3])
      #expect(try rows.map { try $0.text(at: 1) } == ["n1", "n2", "n3"])
      #expect(try rows[1].bool(at: 2) == true)
      #expect(try rows.values().count == 9)
      #expect(rows[0].withBytes(at: 1) { $0.count } == 2)
      #expect(await postgreSQLError { try rows[0].text(at: 0) }?.reason == .valueType)
    }
  }
}
