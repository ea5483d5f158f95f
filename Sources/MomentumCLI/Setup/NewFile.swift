import Foundation

/// A file that did not exist before: it is written whole or not at all, and never over another one.
enum NewFile {
  /// Writes the file; makes the folders above it.
  ///
  /// Throws if something has the name meanwhile, such as a file that another run has just written.
  static func write(_ text: String, to path: String) throws {
    let target = URL(fileURLWithPath: path)
    let folder = target.deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch { throw CommandFailure("cannot make the folder of '\(path)'") }
    let name = ".\(target.lastPathComponent).momentum-\(UUID().uuidString.prefix(8))"
    let temporary = folder.appendingPathComponent(name)
    defer { unlink(temporary.path) }
    do { try Data(text.utf8).write(to: temporary) } catch {
      throw CommandFailure("cannot write '\(path)'")
    }
    // `link` fails if the name is taken; `rename` would replace the file that has it.
    guard link(temporary.path, target.path) != 0 else { return }
    if errno == EEXIST { throw CommandFailure("'\(path)' exists now; it is left as it is") }
    try move(temporary.path, target.path, path)
  }

  /// For file systems without hard links, such as those of memory cards: another process could
  /// write the file between the two calls.
  private static func move(_ source: String, _ target: String, _ path: String) throws {
    var status = stat()
    guard lstat(target, &status) != 0, rename(source, target) == 0 else {
      throw CommandFailure("cannot write '\(path)'")
    }
  }
}
