import Foundation
import MomentumPostgreSQL
import MomentumTestSupport
import Testing

/// Servers that end, are killed, or whose disk is full, while tasks write: the errors are typed,
/// what was acknowledged is there, nothing is half done, and the same pool goes on.
@Suite(
  .tags(.server, .faults, .processes, .random),
  .enabled(if: PostgreSQLServer.isAlone, PostgreSQLServer.aloneReason), .timeLimit(.minutes(20)))
struct ServerFaultTests {
  /// How long the server is used, and stopped again and again; the tests' README has a figure.
  private static let loadSeconds =
    ProcessInfo.processInfo.environment["MOMENTUM_LOAD_SECONDS"].flatMap { Double($0) } ?? 0

  @Test(arguments: [OwnServer.Command.halt, .kill])
  func aServerThatEndsAndStartsIsFoundAgain(_ ending: OwnServer.Command) async throws {
    try await OwnServer.with { server in
      let load = try await Load(server)
      let clock = ContinuousClock()
      let end = clock.now + .seconds(Self.loadSeconds)
      var rounds = TestLength.choose(short: 1, long: 4)
      try await load.whileRunning {
        while rounds > 0 || clock.now < end {
          rounds -= 1
          try await load.waitForMore(200)
          // In a long run most of the time is work, and not starts of the server.
          if Self.loadSeconds > 0 { try await Task.sleep(for: .seconds(3)) }
          try await server.run(ending)
          let error = await postgreSQLError { try await load.tryOnce() }
          // A session may outlive the server's first process for a moment.
          #expect(error != nil || ending == .kill)
          try await server.run(.resume)
        }
      }
      try await load.check()
      if Self.loadSeconds > 0 { print("\(ending): \(load.summary)") }
      await load.pool.close()
    }
  }

  @Test(.enabled(if: geteuid() == 0, "only root can make a disk of a small size"))
  func aFullDiskLosesNothing() async throws {
    try await OwnServer.with(megabytes: 160) { server in
      let load = try await Load(server)
      let ballast = server.folder.appendingPathComponent("ballast")
      for _ in 0..<TestLength.choose(short: 1, long: 3) {
        // Leaves room for a few megabytes.
        let free = try FileManager.default.attributesOfFileSystem(forPath: server.folder.path)[
          .systemFreeSize]
        let room = try #require(free as? Int) - (4 << 20)
        try Data(count: max(0, room)).write(to: ballast)
        try await load.untilItFails()
        try FileManager.default.removeItem(at: ballast)
        // Without room for its log the server ends itself.
        try await server.run(.resume)
        try await load.whileRunning { try await load.waitForMore(20) }
        try await load.check()
      }
      #expect(load.states.contains("53100") || load.reasons.contains(.connectionLost))
      await load.pool.close()
    }
  }
}

/// Tasks that write pairs of rows, each pair in a transaction.
private final class Load: Sendable {
  let pool: PostgreSQLPool
  private let acknowledged = Locked<Set<Int64>>([])
  private let next = Locked<Int64>(0)
  private let failures = Locked<[PostgreSQLError.Reason: Int]>([:])
  private let failedStates = Locked<Set<String>>([])

  var reasons: Set<PostgreSQLError.Reason> { Set(failures.withLock { $0.keys }) }
  var states: Set<String> { failedStates.withLock { $0 } }

  var summary: String {
    let failed = failures.withLock { $0 }.map { "\($0.value) \($0.key)" }.sorted()
    return "\(acknowledged.withLock { $0.count }) transactions, failed: \(failed)"
  }

  init(_ server: OwnServer) async throws {
    pool = PostgreSQLPool(server.options)
    try await pool.withConnection { connection in
      _ = try await connection.execute(
        script: "CREATE TABLE pair (id int8 PRIMARY KEY, filling text)")
    }
  }

  /// What a server may answer that is being stopped, or has no room.
  private static let expected: Set<PostgreSQLError.Reason> = [
    .connectionLost, .cannotConnect, .unsettled, .cancelled,
  ]
  private static let expectedStates: Set<String> = ["53100", "57P01", "57P02", "57P03"]

  func tryOnce() async throws {
    let id = next.withLock { number in
      number += 1
      return number
    }
    let filling = String(repeating: "tea ", count: 500)
    try await pool.transaction { connection in
      for key in [id, -id] {
        _ = try await connection.query(
          "INSERT INTO pair VALUES ($1, $2)", [.integer(key), .text(filling)])
      }
    }
    acknowledged.withLock { _ = $0.insert(id) }
  }

  private func failed(_ error: any Error) throws {
    guard let error = error as? PostgreSQLError,
      Self.expected.contains(error.reason)
        || Self.expectedStates.contains(error.state?.rawValue ?? "")
    else { throw error }
    failures.withLock { $0[error.reason, default: 0] += 1 }
    if let state = error.state { failedStates.withLock { _ = $0.insert(state.rawValue) } }
  }

  /// Runs `body` while eight tasks write, past all errors that are expected.
  func whileRunning(_ body: () async throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          while !Task.isCancelled {
            do { try await self.tryOnce() } catch {
              try self.failed(error)
              // Without a server each try fails at once.
              do { try await Task.sleep(for: .milliseconds(5)) } catch { return }
            }
          }
        }
      }
      try await body()
      group.cancelAll()
      try await group.waitForAll()
    }
  }

  func untilItFails() async throws {
    while true {
      do { try await tryOnce() } catch {
        try failed(error)
        return
      }
    }
  }

  func waitForMore(_ count: Int) async throws {
    let before = acknowledged.withLock { $0.count }
    while acknowledged.withLock({ $0.count }) < before + count {
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  func check() async throws {
    let rows = try await pool.withConnection { connection in
      try await connection.query("SELECT id FROM pair").map { try $0.integer(at: 0) }
    }
    let kept = Set(rows.compactMap { $0 })
    let missing = acknowledged.withLock { $0 }.subtracting(kept)
    #expect(missing.isEmpty, "\(missing.count) acknowledged transactions are missing")
    let halves = kept.filter { !kept.contains(-$0) }
    #expect(halves.isEmpty, "\(halves.count) transactions are half there")
  }
}
