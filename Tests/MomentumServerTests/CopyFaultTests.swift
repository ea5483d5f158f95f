import Foundation
import MomentumCompiler
import MomentumDiagnostics
import MomentumModelFiles
import MomentumPostgreSQL
import MomentumRuntime
import MomentumSQL
import MomentumSQLite
import MomentumServer
import MomentumTestSupport
import Testing

/// Copies that are ended at any point go on there, and nothing half done is taken for whole.
@Suite(
  .tags(.server, .faults, .processes),
  .enabled(if: PostgreSQLServer.isAlone, PostgreSQLServer.aloneReason))
struct CopyFaultTests {
  private struct Stop: Error {}
  private let model = RepositoryFiles.url("Models/Newsroom.xcdatamodeld").path

  private func compiled() throws -> CompiledModel {
    var diagnostics = Diagnostics()
    let file = try #require(try ModelBundle.load(path: model, &diagnostics))
    return try CopyTests.compiled(file.contents.text)
  }

  /// Ends the session of a copy when so many rows are done.
  private func ending(
    _ server: ServerCase, after rows: Int
  ) -> @Sendable (CopyProgress) -> Void {
    let isEnded = Locked(false)
    return { progress in
      guard progress.rowsDone >= rows else { return }
      let isFirst = isEnded.withLock { ended in
        defer { ended = true }
        return !ended
      }
      if isFirst { server.endSessions() }
    }
  }

  @Test func aCopyWhoseServerEndsItGoesOn() async throws {
    let compiled = try compiled()
    for rows in stride(from: 3, through: 240, by: TestLength.choose(short: 79, long: 13)) {
      try await ServerCase.with { server in
        let (old, new) = (server.path("old.sqlite"), server.path("new.sqlite"))
        try CopyTests.seed(compiled, at: old, rows: 20)
        var there = CopyToServer(store: old, of: compiled, named: "M", to: server.address)
        there.chunkBytes = 500
        let first = await #expect(throws: ServerError.self) {
          try await there.run(ending(server, after: rows))
        }
        guard case .server(let error, _)? = first else {
          Issue.record("\(rows): \(first.debugDescription)")
          return
        }
        #expect(error.reason == .connectionLost)
        #expect(try await there.run().isResumed)
        var back = CopyFromServer(server.address, of: compiled, toStore: new)
        back.chunkRows = 5
        await #expect(throws: ServerError.self) {
          try await back.run(ending(server, after: rows))
        }
        #expect(!FileManager.default.fileExists(atPath: new))
        #expect(try await back.run().isResumed)
        try StoreDump.expectSame(old, new, "\(rows)")
      }
    }
  }

  @Test func aFileThatWasOnlyBegunIsGoneOnWith() async throws {
    let compiled = try compiled()
    try await ServerCase.with { server in
      let (old, new) = (server.path("old.sqlite"), server.path("new.sqlite"))
      try CopyTests.seed(compiled, at: old)
      _ = try await CopyToServer(store: old, of: compiled, named: "M", to: server.address).run()
      let partial = server.path(".new.sqlite.momentum-copy")
      // The process had ended before the first table, or before the tables of the store.
      try Data().write(to: URL(fileURLWithPath: partial))
      var back = CopyFromServer(server.address, of: compiled, toStore: new)
      back.chunkRows = 5
      await #expect(throws: ServerError.self) { try await back.run(ending(server, after: 0)) }
      do {
        let connection = try Connection(path: partial, access: .readWrite)
        try connection.execute(
          "UPDATE momentum_copy SET first_key = NULL, second_key = NULL, is_done = 0")
        let names = try connection.prepare(
          "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'Z%'")
        var tables: [String] = []
        while try names.step() { tables.append(names.text(at: 0) ?? "") }
        #expect(tables.contains("Z_METADATA"))
        for table in tables { try connection.execute("DROP TABLE \(name: table)") }
      }
      #expect(try await back.run().isResumed)
      try StoreDump.expectSame(old, new)
    }
  }

  @Test func processesThatAreKilledLeaveWhatTheNextOneGoesOnWith() async throws {
    let program = Bundle.main.executableURL?.deletingLastPathComponent()
      .appendingPathComponent("momentum")
    let tool = try #require(program, "no executable")
    let compiled = try compiled()
    try await ServerCase.with { server in
      let (old, new) = (server.path("old.sqlite"), server.path("new.sqlite"))
      try CopyTests.seed(compiled, at: old, rows: TestLength.choose(short: 300, long: 2000))
      for arguments in [
        ["copy", old, server.text, "--model", model], ["copy", server.text, new, "--model", model],
      ] {
        var milliseconds: Int? = 60
        // A process may be ended when its file has its name already.
        while !FileManager.default.fileExists(atPath: new) {
          let status = try await run(tool, arguments, endAfter: milliseconds)
          if status == 0 { break }
          try #require(milliseconds != nil, "status \(status)")
          let longer = (milliseconds ?? 0) + TestLength.choose(short: 300, long: 90)
          milliseconds = longer < 3000 ? longer : nil
        }
      }
      try StoreDump.expectSame(old, new)
    }
  }

  /// Runs a command and kills it after a time, unless it has ended; returns its status.
  private func run(
    _ tool: URL, _ arguments: [String], endAfter milliseconds: Int?
  ) async throws -> Int32 {
    try await onOwnThread {
      let process = Process()
      process.executableURL = tool
      process.arguments = arguments
      process.standardError = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      if let milliseconds {
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds)) {
          kill(process.processIdentifier, SIGKILL)
        }
      }
      process.waitUntilExit()
      return process.terminationStatus
    }
  }

  @Test func aCopyOfAnotherStoreIsRefused() async throws {
    let compiled = try compiled()
    try await ServerCase.with { server in
      let (one, two) = (server.path("one.sqlite"), server.path("two.sqlite"))
      try CopyTests.seed(compiled, at: one)
      try CopyTests.seed(compiled, at: two)
      var first = CopyToServer(store: one, of: compiled, named: "M", to: server.address)
      first.chunkBytes = 500
      await #expect(throws: ServerError.self) {
        try await first.run(ending(server, after: 30))
      }
      let second = CopyToServer(store: two, of: compiled, named: "M", to: server.address)
      await #expect(throws: ServerError.otherCopy(address: server.address.shown)) {
        try await second.run()
      }
      #expect(try await first.run().isResumed)
      await #expect(throws: ServerError.self) { try await second.run() }
      // The same one again only compares.
      #expect(try await first.run().isResumed)
    }
  }

  /// The rows that are compared at the end are those of the server, not those that were sent.
  @Test func aRowThatSomebodyChangesMeanwhileIsFound() async throws {
    let compiled = try compiled()
    try await ServerCase.with { server in
      let old = server.path("old.sqlite")
      try CopyTests.seed(compiled, at: old)
      var copy = CopyToServer(store: old, of: compiled, named: "M", to: server.address)
      copy.chunkBytes = 500
      await #expect(throws: ServerError.self) {
        try await copy.run(ending(server, after: 100))
      }
      let begun = try await server.observer.query(
        "SELECT table_name FROM momentum_copy WHERE first_key > 0 AND second_key IS NULL LIMIT 1")
      let table = try #require(try begun.first?.text(at: 0))
      try await server.observer.execute(
        script: "DELETE FROM \(table) WHERE id = (SELECT min(id) FROM \(table))")
      let error = await #expect(throws: ServerError.self) { try await copy.run() }
      guard case .differs(table: table, _, _)? = error else {
        Issue.record("\(error.debugDescription)")
        return
      }
    }
  }
}
