package import Foundation
package import MomentumCompiler
import MomentumDifferential
import MomentumRuntime
import MomentumSQL
import MomentumSQLite

/// The power fails during a migration, or while a store is made: a killed process loses nothing that the
/// kernel has, so what a disk may hold is worked out from the calls that the process made.
package struct PowerLossRun {
  package struct Report: Sendable {
    package var calls = 0
    /// Different contents of the disk.
    package var states = 0
    /// Those of them that whoever opens the store can tell apart.
    package var opened = 0
    package var old = 0
    package var new = 0
    /// The calls in words: `sync .store.sqlite.momentum-new`.
    package var story: [String] = []
    package var failures: [String] = []

    package init() {}

    package var text: String {
      "\(calls) calls, \(states) states of the disk, \(opened) opened: \(old) old, \(new) new; "
        + "\(failures.count) failures"
    }
  }

  let scenario: CrashScenario
  let child: ProofChild
  let folder: URL

  /// - Parameter folder: Exists, and is the scenario's alone.
  package init(_ scenario: CrashScenario, tool: URL, in folder: URL) {
    self.scenario = scenario
    child = ProofChild(tool: tool)
    self.folder = folder
  }

  /// Makes a store, as the child does it.
  package static func create(_ path: String, _ model: CompiledModel) throws {
    try model.createStore(at: path)
  }

  // MARK: - Migrations

  /// - Parameter hasLinks: Whether the file system has hard links; without them the backup is a copy.
  package func migration(
    samples: Int, seed: UInt64, hasLinks: Bool = true, failuresMax: Int = 3
  ) throws -> Report {
    try withFolder { own in
      let store = own.appendingPathComponent("stores")
      try FileManager.default.copyItem(at: scenario.template, to: store)
      let calls = try record(in: store, hasLinks: hasLinks, ending: "migrated")
      return try report(calls, own, samples, seed, failuresMax) { state, copy, report in
        switch try scenario.state(of: copy) {
        case .old where state.isAtEnd:
          return "says that it migrated, and the store is the old one"
        case .old: report.old += 1
        case .new: report.new += 1
        case .broken(let what): return "a third state: \(what.prefix(3))"
        }
        let backup = CrashScenario.storeName + ".bak"
        guard state.isAtEnd, state.files[backup] != nil else { return nil }
        let kept = try scenario.state(of: copy, store: backup)
        return kept == .old ? nil : "the backup is \(kept)"
      }
    }
  }

  // MARK: - New stores

  /// A new store is there as a whole or not at all.
  package func creation(
    samples: Int, seed: UInt64, hasLinks: Bool = true, failuresMax: Int = 3
  ) throws -> Report {
    try withFolder { own in
      let store = own.appendingPathComponent("stores")
      try FileManager.default.createDirectory(at: store, withIntermediateDirectories: true)
      let calls = try record(in: store, hasLinks: hasLinks, ending: "created", work: "create")
      return try report(calls, own, samples, seed, failuresMax) { state, copy, report in
        // Without hard links the name is taken by an empty file first, which is no store to anybody.
        guard let bytes = state.files[CrashScenario.storeName], hasLinks || !bytes.isEmpty else {
          report.old += 1
          return state.isAtEnd ? "says that the store is made, and there is none" : nil
        }
        report.new += 1
        return try problem(ofNewStore: copy)
      }
    }
  }

  /// Writes a file without a sync of its own and gives it its name, as what makes stores does at its end.
  package static func publish(_ path: String) throws {
    let temporary = path + ".new"
    let descriptor = open(temporary, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw ProofStore.Failure(description: "no \(temporary)") }
    let bytes = [UInt8](repeating: 7, count: 100)
    let written = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
    close(descriptor)
    guard written == bytes.count else { throw ProofStore.Failure(description: "no bytes") }
    try NewFile.publish(temporary, as: path)
  }

  /// The calls of ``publish(_:)`` in words.
  package func publication(hasLinks: Bool) throws -> [String] {
    try withFolder { own in
      let store = own.appendingPathComponent("stores")
      try FileManager.default.createDirectory(at: store, withIntermediateDirectories: true)
      return try record(in: store, hasLinks: hasLinks, ending: "published", work: "publish").story()
    }
  }

  private func problem(ofNewStore folder: URL) throws -> String? {
    let path = folder.appendingPathComponent(CrashScenario.storeName).path
    do {
      let connection = try Connection(path: path, access: .readWrite)
      let metadata = try StoreMetadata.read(from: connection)
      guard scenario.source.mismatches(metadata).isEmpty else { return "half a store: its hashes" }
      let found = try connection.firstValue("PRAGMA integrity_check")
      return found == .text("ok") ? nil : "half a store: \(String(describing: found))"
    } catch { return "half a store: \(error)" }
  }

  // MARK: - Running

  private func withFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let own = folder.appendingPathComponent("power-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: own) }
    return try body(own)
  }

  private func record(
    in store: URL, hasLinks: Bool, ending: String, work: String? = nil
  ) throws -> FileCalls {
    var calls = try FileCalls(before: store)
    let result = try child.run(scenario, in: store, .record(hasLinks: hasLinks), work: work)
    guard result.ending == ending else {
      throw ProofStore.Failure(description: "a run that is recorded: \(result)")
    }
    try calls.read(store.deletingLastPathComponent().appendingPathComponent("calls"))
    return calls
  }

  private func report(
    _ calls: FileCalls, _ own: URL, _ samples: Int, _ seed: UInt64, _ failuresMax: Int,
    _ problem: (DiskStates.State, URL, inout Report) throws -> String?
  ) throws -> Report {
    var report = Report()
    report.calls = calls.calls.count
    report.story = calls.story()
    let copy = own.appendingPathComponent("copy")
    // What a run leaves beside the store under a name of its own is nothing to whoever opens the store.
    var seen: Set<Int> = []
    try DiskStates(recorded: calls).visit(samples: samples, seed: seed) { state in
      report.states += 1
      let visible = state.files.filter { !$0.key.hasPrefix(".") }
      guard seen.insert(DiskStates.digest(visible)).inserted || state.isAtEnd else { return true }
      try write(state.files, to: copy)
      report.opened += 1
      if let text = try problem(state, copy, &report) {
        report.failures.append("\(scenario.mode), \(state.description): \(text)")
      }
      return report.failures.count < failuresMax
    }
    return report
  }

  private func write(_ files: DiskStates.Files, to folder: URL) throws {
    try? FileManager.default.removeItem(at: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, bytes) in files {
      try Data(bytes).write(to: folder.appendingPathComponent(name))
    }
  }
}
