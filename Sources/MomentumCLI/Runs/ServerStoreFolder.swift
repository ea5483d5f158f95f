import Foundation
import MomentumCompiler
import MomentumServer

/// A copy of a server's tables as a store in a temporary folder, for commands that read stores.
enum ServerStoreFolder {
  /// Copies, calls `body` with the path of the store, and removes the folder.
  static func with(
    copyOf address: ServerAddress, _ compiled: CompiledModel, _ console: Console, isQuiet: Bool,
    _ body: (String) throws -> ExitStatus
  ) throws -> ExitStatus {
    try compiled.requireKnownHashes("copy a store")
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("momentum-export-\(UUID().uuidString)")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch { throw CommandFailure("cannot write '\(folder.path)'") }
    // Left behind, the folder is one among temporary files, which the system removes.
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("copy.sqlite").path
    let progress = TaskProgressLine("reading", console, isQuiet: isQuiet)
    let copy = CopyFromServer(address, of: compiled, toStore: path)
    _ = try ServerRun.wait {
      defer { progress.clear() }
      return try await copy.run { progress.show($0) }
    }
    return try body(path)
  }
}
