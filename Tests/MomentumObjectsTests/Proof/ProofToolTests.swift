// On Linux alone: a program's own `open` or `pwrite` comes before the C library's there (`CallFaults`).
#if os(Linux)
  import Foundation
  import MomentumObjects
  import MomentumObjectsProof
  import MomentumTestSupport
  import Testing

  /// Processes that are killed, refused a call, or get in each other's way, while they save. The long
  /// runs are the modes of `momentum-objects-proof`.
  @Suite(.serialized, .tags(.faults, .random, .processes)) struct ProofToolTests {
    /// The tool lies beside the tests, which are built together.
    private func withTool<Result>(_ body: (URL, URL) throws -> Result) throws -> Result {
      let folder = try #require(Bundle.main.executableURL).deletingLastPathComponent()
      let tool = folder.appendingPathComponent("momentum-objects-proof")
      try #require(FileManager.default.isExecutableFile(atPath: tool.path))
      return try RepositoryFiles.withTemporaryFolder { try body(tool, $0) }
    }

    @Test(arguments: ProgramStore.Kind.allCases.filter { $0 != .memory })
    func aKilledSaveLeavesTheOldStateOrTheNew(kind: ProgramStore.Kind) throws {
      try withTool { tool, folder in
        let report = try SaveKills(kind, tool: tool, steps: 60, in: folder).run(
          TestLength.choose(short: 6, long: 60), seed: 1,
          seeds: TestLength.choose(short: 1, long: 3))
        #expect(report.failures.isEmpty, "\(report.failures.joined(separator: "\n"))")
        #expect(report.killed > 0, "\(report.text)")
      }
    }

    @Test("A program that saves only once is killed like others")
    func oneSave() throws {
      try withTool { tool, folder in
        // The only save is that at the end.
        let report = try SaveKills(.sqlite, tool: tool, steps: 2, in: folder).run(
          3, seed: 4, seeds: 1)
        #expect(report.trials == 3 && report.failures.isEmpty, "\(report.text)")
      }
    }

    @Test("Two processes write one store, and no confirmed change is lost")
    func writers() throws {
      try withTool { tool, folder in
        let counters = try SharedCounters(processes: 2, threads: 4, in: folder)
        let report = try counters.run(tool: tool, seconds: TestLength.choose(short: 1, long: 10))
        #expect(report.failures.isEmpty, "\(report.failures.joined(separator: "\n"))")
        #expect(report.writes > 0 && report.entries > 0, "\(report.text)")
      }
    }

    @Test("SR-104: a lock that is kept too long is error 134090, and no confirmed change is lost")
    func busyWriters() throws {
      try withTool { tool, folder in
        let counters = try SharedCounters(processes: 2, threads: 4, timeout: 0.001, in: folder)
        let report = try counters.run(tool: tool, seconds: TestLength.choose(short: 1, long: 10))
        #expect(report.failures.isEmpty, "\(report.failures.joined(separator: "\n"))")
        #expect(report.writes > 0 && report.busy > 0, "\(report.text)")
      }
    }

    @Test("SR scenario 53, SR-248: the save of a second process is told in the first one")
    func remoteChange() throws {
      try withTool { tool, folder in
        let path = folder.appendingPathComponent("people.sqlite").path
        let (coordinator, store) = try OtherProcess.open(path, postsRemoteChanges: true)
        let told = DispatchSemaphore(value: 0)
        let tokens = Tokens()
        let observation = coordinator.observeRemoteChanges { _, token in
          tokens.add(token)
          told.signal()
        }
        defer { observation.cancel() }
        try OtherProcess(tool: tool, store: path).save("Ann")
        #expect(told.wait(timeout: .now() + 60) == .success, "no notice")
        #expect(try tokens.last == coordinator.currentHistoryToken())
        let context = ObjectContext(coordinator)
        let found = try context.fetchHistory(after: .token(nil))
        #expect(found.map(\.author) == ["other"])
        try ObjectContext.mergeRemoteChanges(
          try #require(found.first).mergedChanges, into: [context])
        let people = try context.fetch(ObjectRequest("Person"))
        #expect(try people.map { try $0.value(forKey: "name") } == [.string("Ann")])
        coordinator.remove(store)
      }
    }

    @Test("SR scenario 50, SR-272: an archived token means the same in a second process")
    func token() throws {
      try withTool { tool, folder in
        let path = folder.appendingPathComponent("people.sqlite").path
        let (coordinator, store) = try OtherProcess.open(path)
        let other = OtherProcess(tool: tool, store: path)
        try other.save("Ann")
        let token = try JSONEncoder().encode(try coordinator.currentHistoryToken())
        try other.save("Bob")
        try other.save("Cid")
        #expect(try other.transactions(after: token) == ["2", "3"])
        coordinator.remove(store)
      }
    }

    @Test(arguments: [ProgramStore.Kind.journal, .xml, .binary], HostileStores.Damage.allCases)
    func aDamagedStoreIsAnErrorWithAType(
      kind: ProgramStore.Kind, damage: HostileStores.Damage
    ) throws {
      // Only a database has cells.
      guard damage != .cells || kind == .journal else { return }
      try withTool { tool, folder in
        let (text, failures) = try HostileRun(tool: tool, in: folder).run(
          kind, damage, count: TestLength.choose(short: 12, long: 400), seed: 1)
        #expect(failures.isEmpty, "\(failures.joined(separator: "\n"))")
        #expect(text.contains("damaged stores"), "\(text)")
      }
    }

    @Test("A call for the store's files that fails leaves the store and the context as they were")
    func calls() throws {
      try withTool { tool, _ in
        let process = Process()
        process.executableURL = tool
        process.arguments = [
          "calls", "--count", "1", "--steps", TestLength.choose(short: "25", long: "100"),
          "--kind", "journal",
        ]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(String(decoding: data, as: UTF8.self))")
      }
    }
  }

  /// The tokens that an observer was told, on a thread of the store.
  private final class Tokens: @unchecked Sendable {
    // `@unchecked`: the list is read and written under the lock only.
    private let lock = NSLock()
    private var all: [HistoryToken?] = []

    func add(_ token: HistoryToken?) { lock.withLock { all.append(token) } }

    var last: HistoryToken? { lock.withLock { all.last ?? nil } }
  }
#endif
