import CPostgreSQL
import Foundation
import MomentumPostgreSQL

// Requests to a server on loopback beside their peers', measured by turns in one run:
//
//     PostgreSQLRatios CONNECTION [key|rows|copy|tasks]
//
// The exit code is 1 where a limit is missed. `./postgresql` starts a server for it.

struct Failure: Error {}

/// The best wall-clock time of each rival in seconds; the server's work counts, so processor time would not do.
func race(
  rounds: Int, _ rivals: [() async throws -> Void], isolation: isolated (any Actor)? = #isolation
) async throws -> [Double] {
  var best = [Double](repeating: .infinity, count: rivals.count)
  for _ in 0...rounds {
    for (index, rival) in rivals.enumerated() {
      let start = ContinuousClock.now
      try await rival()
      best[index] = min(best[index], (ContinuousClock.now - start) / .seconds(1))
    }
  }
  return best
}

/// Prints a ratio beside its limit; returns whether the limit is kept.
func line(_ name: String, _ ours: Double, _ peer: String, _ theirs: Double, limit: Double) -> Bool {
  let ratio = ours / theirs
  let verdict = ratio <= limit ? "ok" : "MISSED"
  let figures = String(format: "%.2f ms, %.2f ms: %.2f", ours * 1e3, theirs * 1e3, ratio)
  print("\(name), \(peer): \(figures)  \(verdict), limit \(limit)")
  fflush(nil)
  return ratio <= limit
}

/// Runs a program and returns what it wrote.
func run(_ program: String, _ arguments: [String]) throws -> String {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = [program] + arguments
  let output = Pipe()
  process.standardOutput = output
  process.standardError = FileHandle.nullDevice
  try process.run()
  let data = output.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else { throw Failure() }
  return String(decoding: data, as: UTF8.self)
}

struct Sample: Sendable {
  static let rowCount = 100_000
  static let byKey = "SELECT id, name FROM quake WHERE id = $1"
  static let all = "SELECT id, code, place, depth, magnitude, time FROM quake"

  let connection: String
  let pool: PostgreSQLPool

  init(_ connection: String) async throws {
    self.connection = connection
    pool = PostgreSQLPool(try PostgreSQLOptions(connection))
    try await pool.withConnection { connection in
      _ = try await connection.execute(
        script: """
          DROP TABLE IF EXISTS quake;
          CREATE TABLE quake (id int4 PRIMARY KEY, name text, code text, place text, depth int8,
            magnitude float8, time timestamptz);
          INSERT INTO quake SELECT i, 'quake ' || i, 'us' || i, i || ' km south of a village', i * 7,
            i * 0.25, now() FROM generate_series(1, \(Self.rowCount)) i;
          ANALYZE quake
          """)
    }
  }

  private func peer(_ sql: String) throws -> UnsafeMutableRawPointer {
    guard let peer = cpostgresql_open(connection), cpostgresql_prepare(peer, "peer", sql) == 0
    else {
      throw Failure()
    }
    return peer
  }

  func key() async throws -> Bool {
    let peer = try peer(Self.byKey)
    defer { cpostgresql_close(peer) }
    let times = try await race(
      rounds: 400,
      [
        {
          for key in 1...200 {
            let rows = try await pool.withConnection { connection in
              try await connection.query(Self.byKey, [.integer(Int64(key))])
            }
            guard rows.count == 1 else { throw Failure() }
          }
        },
        { guard cpostgresql_fetch_keys(peer, "peer", 1, 200) == 0 else { throw Failure() } },
      ])
    return line("200 fetches by key", times[0], "PQexecPrepared", times[1], limit: 1.3)
  }

  func rows() async throws -> Bool {
    let peer = try peer(Self.all)
    defer { cpostgresql_close(peer) }
    let times = try await race(
      rounds: 20,
      [
        {
          let values = try await pool.withConnection { connection in
            try await connection.query(Self.all).values()
          }
          guard values.count == 6 * Self.rowCount else { throw Failure() }
        },
        {
          guard cpostgresql_read_values(peer, "peer") == 6 * Self.rowCount else { throw Failure() }
        },
      ])
    return line("100,000 rows as values", times[0], "C over binary results", times[1], limit: 1.2)
  }

  func copy() async throws -> Bool {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("quake-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    let create = "DROP TABLE IF EXISTS copy; CREATE TABLE copy AS TABLE quake WITH NO DATA"
    let columns = ["id", "name", "code", "place", "depth", "magnitude", "time"]
    _ = try run("psql", ["-X", connection, "-c", "\\copy quake TO '\(file)'"])
    let rows = try await pool.withConnection { connection in
      try await connection.query("SELECT * FROM quake").map { try $0.values() }
    }
    let times = try await race(
      rounds: 8,
      [
        {
          try await pool.withConnection { connection in
            _ = try await connection.execute(script: create)
            let source = Rows(rows: rows)
            let count = try await connection.copy(into: ["copy"], columns: columns, rows: source)
            guard count == Self.rowCount else { throw Failure() }
          }
        },
        {
          _ = try run(
            "psql", ["-X", "-q", connection, "-c", create, "-c", "\\copy copy FROM '\(file)'"])
        },
      ])
    return line("import 100,000 rows by COPY", times[0], "psql \\copy", times[1], limit: 1.5)
  }

  /// Numbers as pgbench makes them, in the program: the standard library asks the system for each.
  struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  struct Rows: AsyncSequence, Sendable {
    let rows: [[PostgreSQLValue]]

    struct Iterator: AsyncIteratorProtocol {
      var rows: IndexingIterator<[[PostgreSQLValue]]>

      mutating func next() async -> [PostgreSQLValue]? { rows.next() }
    }

    func makeAsyncIterator() -> Iterator { Iterator(rows: rows.makeIterator()) }
  }

  func tasks() async throws -> Bool {
    let isGood = try await tasks("as reads", limit: 0.8) { key in
      try await pool.read(Self.byKey, [key])
    }
    return try await tasks("each on a connection that it has borrowed", limit: 0) { key in
      try await pool.withConnection { try await $0.query(Self.byKey, [key]) }
    } && isGood
  }

  private func tasks(
    _ name: String, limit: Double,
    _ fetch: @escaping @Sendable (PostgreSQLValue) async throws -> PostgreSQLRows
  ) async throws -> Bool {
    let script = FileManager.default.temporaryDirectory
      .appendingPathComponent("script-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: script) }
    let statement = Self.byKey.replacingOccurrences(of: "$1", with: ":id")
    let text = "\\set id random(1, \(Self.rowCount))\n\(statement);"
    try Data(text.utf8).write(to: URL(fileURLWithPath: script))
    var (ours, theirs) = (0.0, 0.0)
    for _ in 0..<5 {
      let start = ContinuousClock.now
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<64 {
          group.addTask {
            var numbers = Numbers(state: UInt64.random(in: 0 ... .max))
            for _ in 0..<1000 {
              let key = PostgreSQLValue.integer(
                Int64.random(in: 1...Int64(Self.rowCount), using: &numbers))
              guard try await fetch(key).count == 1 else { throw Failure() }
            }
          }
        }
        try await group.waitForAll()
      }
      ours = max(ours, 64_000 / ((ContinuousClock.now - start) / .seconds(1)))
      // A number of transactions: pgbench would end a time by a signal, which is blocked in its parent's threads.
      let options = ["-n", "-M", "prepared", "-c", "8", "-j", "2", "-t", "8000", "-f", script]
      let report = try run("pgbench", options + [connection])
      let rate = report.firstMatch(of: /tps = ([0-9.]+)/).flatMap { Double($0.1) }
      theirs = max(theirs, rate ?? 0)
    }
    let verdict = ours / theirs >= limit ? "ok" : "MISSED"
    let figures = String(format: "%.0f, %.0f: %.2f", ours, theirs, ours / theirs)
    print(
      "fetches a second, 64 tasks over 8 connections, \(name), pgbench with 8 clients: \(figures)"
        + (limit > 0 ? "  \(verdict), limit \(limit)" : ""))
    fflush(nil)
    return ours / theirs >= limit
  }
}

let arguments = Array(CommandLine.arguments.dropFirst())
guard let connection = arguments.first else {
  print("usage: PostgreSQLRatios CONNECTION [key|rows|copy|tasks]")
  exit(64)
}
let part = arguments.dropFirst().first
// As a server's task runs: not on the main actor, to which each call would come back.
let measuring = Task.detached { () -> Bool in
  let sample = try await Sample(connection)
  var isGood = true
  if part == nil || part == "key" { isGood = try await sample.key() && isGood }
  if part == nil || part == "rows" { isGood = try await sample.rows() && isGood }
  if part == nil || part == "copy" { isGood = try await sample.copy() && isGood }
  if part == nil || part == "tasks" { isGood = try await sample.tasks() && isGood }
  await sample.pool.close()
  return isGood
}
exit(try await measuring.value ? 0 : 1)
