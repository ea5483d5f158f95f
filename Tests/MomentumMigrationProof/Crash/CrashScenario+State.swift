package import Foundation
import MomentumDifferential
import MomentumMigration
import MomentumMigrator
import MomentumRuntime
import MomentumSQLite

extension CrashScenario {
  /// What a store is after something has happened to it.
  enum Found: Equatable {
    case old
    case new
    /// Neither of the two.
    case broken([String])
  }

  /// What the store of a folder holds. Looks at a copy, since opening a store repairs it.
  func state(of folder: URL, store: String = CrashScenario.storeName) throws -> Found {
    let copy = template.deletingLastPathComponent()
      .appendingPathComponent("look-\(UUID().uuidString)")
    try FileManager.default.copyItem(at: folder, to: copy)
    defer { try? FileManager.default.removeItem(at: copy) }
    let path = copy.appendingPathComponent(store).path
    do {
      let metadata = try StoreMetadata.read(
        from: Connection(path: path, access: .readWrite))
      if source.mismatches(metadata).isEmpty { return try old(path) }
      guard target.mismatches(metadata).isEmpty else { return .broken(["hashes of neither"]) }
      let problems = try ResultCheck(
        path: path, from: old, to: new, target: target, before: before, style: .fresh
      ).problems(expected)
      return problems.isEmpty ? .new : .broken(problems)
    } catch {
      return .broken(["\(error)"])
    }
  }

  private func old(_ path: String) throws -> Found {
    let problems = try ResultCheck(
      path: path, from: old, to: old, target: source, before: before, style: .fresh
    ).problems(ExpectedObjects(graph: before.graph))
    return problems.isEmpty ? .old : .broken(problems)
  }
}

/// Runs `momentum-migration-proof child` in a process of its own.
package struct ProofChild {
  /// What is done to a migration.
  package enum Fault: Sendable, Hashable, CustomStringConvertible {
    case none
    case kill(at: Int)
    /// In the middle of a write.
    case tear(at: Int)
    case killAfter(microseconds: Int)
    case failOnce(at: Int, number: Int32)
    /// All later writes too: a full disk.
    case failFrom(at: Int, number: Int32)
    /// No file can be larger.
    case limit(bytes: Int)
    /// As a user who owns nothing.
    case asNobody
    /// Nothing, but every call is written into `calls` beside the folder.
    case record(hasLinks: Bool)

    package var description: String {
      switch self {
      case .none: "nothing"
      case .kill(let at): "kill at call \(at)"
      case .tear(let at): "kill within call \(at)"
      case .killAfter(let time): "kill after \(time) us"
      case .failOnce(let at, let number): "errno \(number) at call \(at)"
      case .failFrom(let at, let number): "errno \(number) from call \(at) on"
      case .limit(let bytes): "no file over \(bytes) bytes"
      case .asNobody: "as nobody"
      case .record(let hasLinks): hasLinks ? "recorded" : "recorded without hard links"
      }
    }

    /// As the child is told: what, where, with which error.
    var arguments: [String] {
      switch self {
      case .none, .killAfter: ["count", "0", "0"]
      case .kill(let at): ["kill", "\(at)", "0"]
      case .tear(let at): ["tear", "\(at)", "0"]
      case .failOnce(let at, let number): ["once", "\(at)", "\(number)"]
      case .failFrom(let at, let number): ["from", "\(at)", "\(number)"]
      case .limit(let bytes): ["limit", "\(bytes)", "0"]
      case .asNobody: ["nobody", "0", "0"]
      case .record(let hasLinks): ["record", hasLinks ? "1" : "0", "0"]
      }
    }
  }

  package struct Result: Sendable {
    /// `migrated`, `already-current`, or the case of the error: `file`, `busy`; empty where it was killed.
    package var ending = ""
    /// The error's text.
    package var text = ""
    package var calls = 0
    package var signal: Int32 = 0
    package var microseconds = 0
  }

  package let tool: URL

  package init(tool: URL) { self.tool = tool }

  /// - Parameters:
  ///   - work: `create` for a new store instead of a migration.
  ///   - temporary: Where the child's temporary files go.
  func run(
    _ scenario: CrashScenario, in folder: URL, _ fault: Fault, work: String? = nil,
    temporary: URL? = nil
  ) throws -> Result {
    let process = Process()
    process.executableURL = tool
    process.arguments =
      [
        "child", folder.appendingPathComponent(CrashScenario.storeName).path,
        scenario.models[0], scenario.models[1],
        work ?? (scenario.mode.isInPlace ? "in-place" : "copy"),
      ] + fault.arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    let start = ContinuousClock.now
    try process.run()
    if case .killAfter(let microseconds) = fault {
      usleep(UInt32(clamping: microseconds))
      kill(process.processIdentifier, SIGKILL)
    }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    var result = Result()
    let parts = (ContinuousClock.now - start).components
    result.microseconds =
      Int(parts.seconds) * 1_000_000 + Int(parts.attoseconds / 1_000_000_000_000)
    if process.terminationReason == .uncaughtSignal { result.signal = process.terminationStatus }
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
    for line in lines {
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      switch words.first {
      case "calls": result.calls = Int(words.last ?? "") ?? 0
      case "ending":
        let rest = (words.last ?? "").split(separator: " ", maxSplits: 1).map(String.init)
        result.ending = rest.first ?? ""
        result.text = rest.count > 1 ? rest[1] : ""
      case _: break
      }
    }
    return result
  }
}
