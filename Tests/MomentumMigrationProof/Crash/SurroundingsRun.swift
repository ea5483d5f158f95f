package import Foundation
import MomentumSQL
import MomentumSQLite

/// Migrations in surroundings that do not let them: a full disk, a folder that cannot be written to, others
/// at work, a damaged file. The store stays as it was, and the error says why.
package struct SurroundingsRun {
  package enum Surroundings: String, Sendable, Hashable, CaseIterable {
    /// A file system of its own that is too small for what comes; needs the right to mount one.
    case smallDisk = "a disk that fills up"
    case fileSizeLimit = "a limit to the size of files"
    /// As a user who may read the store, but not write to its folder.
    case readOnlyFolder = "a folder that is read only"
    case lockedStore = "a store that another process has locked"
    case openStore = "a store with a log that another process has open"
    case corruptPage = "a damaged page"
    case truncatedFile = "a file without its end"
  }

  /// Words of which the error's case is to be one.
  private static func endings(_ surroundings: Surroundings) -> [String] {
    switch surroundings {
    case .smallDisk, .fileSizeLimit, .readOnlyFolder: ["store", "file"]
    case .lockedStore, .openStore: ["busy"]
    case .corruptPage, .truncatedFile: ["store", "verification"]
    }
  }

  let scenario: CrashScenario
  let child: ProofChild
  let folder: URL

  package init(_ scenario: CrashScenario, tool: URL, in folder: URL) {
    self.scenario = scenario
    child = ProofChild(tool: tool)
    self.folder = folder
  }

  /// Whether it can be tried on this machine and in this mode.
  package func canRun(_ surroundings: Surroundings) -> Bool {
    switch surroundings {
    case .smallDisk, .readOnlyFolder: getuid() == 0
    case .openStore: scenario.mode.hasLog
    // The log may hold a good copy of the page.
    case .corruptPage, .truncatedFile: !scenario.mode.hasLog
    case .fileSizeLimit, .lockedStore: true
    }
  }

  /// - Returns: What is wrong; `nil` where the surroundings could not be made.
  package func problems(_ surroundings: Surroundings) throws -> [String]? {
    let own = folder.appendingPathComponent("surroundings-\(UUID().uuidString)")
    let stores = own.appendingPathComponent("stores")
    try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: own) }
    if surroundings == .smallDisk { return try onSmallDisk(stores) }
    try FileManager.default.copyItem(at: scenario.template, to: stores)
    return try problems(surroundings, stores)
  }

  private func problems(_ surroundings: Surroundings, _ stores: URL) throws -> [String] {
    let path = stores.appendingPathComponent(CrashScenario.storeName).path
    switch surroundings {
    case .smallDisk: return []
    case .fileSizeLimit:
      let size = try FileState(path).largest
      return try refused(surroundings, stores, .limit(bytes: max(4096, size * 3 / 4)))
        + finishes(stores)
    case .readOnlyFolder:
      for part in [stores, stores.deletingLastPathComponent()] { chmod(part.path, 0o555) }
      defer {
        for part in [stores, stores.deletingLastPathComponent()] { chmod(part.path, 0o755) }
      }
      return try refused(surroundings, stores, .asNobody)
    case .lockedStore, .openStore:
      return try besideAnother(surroundings, stores, path) + finishes(stores)
    case .corruptPage:
      try damage(path) { bytes in
        for index in stride(from: bytes.count / 2 & ~4095, to: bytes.count - 4096, by: 4096) {
          bytes.replaceSubrange(index..<index + 64, with: [UInt8](repeating: 0xEE, count: 64))
        }
      }
      return try refused(surroundings, stores, .none, isReadable: false)
    case .truncatedFile:
      try damage(path) { $0 = $0.prefix($0.count / 2) }
      return try refused(surroundings, stores, .none, isReadable: false)
    }
  }

  private func damage(_ path: String, _ change: (inout Data) -> Void) throws {
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    change(&bytes)
    try bytes.write(to: URL(fileURLWithPath: path))
  }

  /// Runs a migration that has to fail and leave every byte as it was.
  private func refused(
    _ surroundings: Surroundings, _ stores: URL, _ fault: ProofChild.Fault, isReadable: Bool = true
  ) throws -> [String] {
    let path = stores.appendingPathComponent(CrashScenario.storeName).path
    let bytes = try FileState(path)
    let result = try child.run(scenario, in: stores, fault)
    guard result.signal == 0 else { return ["the process died of signal \(result.signal)"] }
    guard Self.endings(surroundings).contains(result.ending) else {
      return ["ended as '\(result.ending)': \(result.text)"]
    }
    // What a COMMIT could not finish stands in the log as pages that nobody reads.
    let isSame = try FileState(path) == bytes || scenario.mode.isInPlace && scenario.mode.hasLog
    guard isSame else { return ["\(result.text): the store's bytes changed"] }
    guard isReadable else { return [] }
    let found = try scenario.state(of: stores)
    return found == .old ? [] : ["the store is \(found)"]
  }

  private func finishes(_ stores: URL) throws -> [String] {
    let second = try child.run(scenario, in: stores, .none)
    let found = try scenario.state(of: stores)
    return second.ending == "migrated" && found == .new
      ? [] : ["a second run ended as '\(second.ending)' (\(second.text)) with the store \(found)"]
  }

  private func besideAnother(
    _ surroundings: Surroundings, _ stores: URL, _ path: String
  ) throws -> [String] {
    // Reading a file drops all locks that the process has on it, so the bytes are read before and after.
    let bytes = try FileState(path)
    let other = try Connection(path: path, access: .readWrite)
    try other.execute(sql: surroundings == .lockedStore ? "BEGIN IMMEDIATE" : "BEGIN")
    _ = try other.firstValue("SELECT COUNT(*) FROM Z_PRIMARYKEY")
    let result = try child.run(scenario, in: stores, .none)
    guard Self.endings(surroundings).contains(result.ending) else {
      return ["ended as '\(result.ending)': \(result.text)"]
    }
    try other.execute("COMMIT")
    let isSame = try FileState(path) == bytes
    return isSame ? [] : ["\(result.text): the store's bytes changed"]
  }

  // MARK: - A small disk

  private func onSmallDisk(_ stores: URL) throws -> [String]? {
    let size = try FileManager.default.contentsOfDirectory(
      at: scenario.template, includingPropertiesForKeys: nil
    ).map { try Data(contentsOf: $0).count }.reduce(0, +)
    try FileManager.default.createDirectory(at: stores, withIntermediateDirectories: true)
    let small = (size + size / 3) / 4096 * 4096
    guard mount(["-t", "tmpfs", "-o", "size=\(small)", "tmpfs", stores.path]) else { return nil }
    defer { _ = run("umount", ["-l", stores.path]) }
    let inner = stores.appendingPathComponent("stores")
    try FileManager.default.copyItem(at: scenario.template, to: inner)
    var problems = try refused(.smallDisk, inner, .none)
    guard mount(["-o", "remount,size=\(size * 8)", stores.path]) else { return problems }
    problems += try finishes(inner)
    return problems
  }

  private func mount(_ arguments: [String]) -> Bool { run("mount", arguments) }

  private func run(_ name: String, _ arguments: [String]) -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [name] + arguments
    process.standardError = FileHandle.nullDevice
    do { try process.run() } catch { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
