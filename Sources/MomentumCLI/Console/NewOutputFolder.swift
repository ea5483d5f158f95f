import Foundation

/// A folder whose files are written one after another under a temporary name; it gets its own name
/// once all files are complete.
///
/// A class, because its deinitializer removes a folder that was not finished.
final class NewOutputFolder {
  private let path: String
  private let temporaryPath: String
  private var name: String?
  private var handle: FileHandle?
  private var pending = ""
  private var isFinished = false

  init(_ path: String) throws {
    // Remove a slash at the end: with it, the temporary folder would be created inside the new
    // folder.
    self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    temporaryPath = self.path + ".\(UUID().uuidString).part"
    try NewOutputFolder.checkIsFree(self.path)
    do {
      try FileManager.default.createDirectory(
        atPath: temporaryPath, withIntermediateDirectories: false)
    } catch { throw CommandFailure("cannot make a folder '\(self.path)'") }
  }

  deinit {
    // Ignore an error here: the error that ended the writing was reported.
    if !isFinished { try? FileManager.default.removeItem(atPath: temporaryPath) }
  }

  private static func checkIsFree(_ path: String) throws {
    guard FileManager.default.fileExists(atPath: path) else { return }
    let files = try? FileManager.default.contentsOfDirectory(atPath: path)
    guard files?.isEmpty == true else {
      throw CommandFailure("'\(path)' exists, and a folder of CSV files is written as a new one")
    }
  }

  /// Appends to a file. The text of one file has to be written before the next file begins.
  func write(_ file: String, _ text: String) throws {
    if file != name { try open(file) }
    pending += text
    // Collect lines: a write for each line would cost more than reading it.
    if pending.utf8.count > 60_000 { try flush() }
  }

  private func open(_ file: String) throws {
    try close()
    // The file is named after an entity, and a model may name an entity '../x'.
    guard !file.contains("/"), !file.utf8.contains(0) else {
      throw CommandFailure("the entity of '\(file)' has a name that no file can have")
    }
    let place = temporaryPath + "/" + file
    // If the file system ignores case, a file of the same name could exist and would be replaced.
    guard !FileManager.default.fileExists(atPath: place),
      FileManager.default.createFile(atPath: place, contents: nil),
      let handle = FileHandle(forWritingAtPath: place)
    else { throw CommandFailure("cannot write '\(path)/\(file)'") }
    self.handle = handle
    name = file
  }

  private func flush() throws {
    do { try handle?.write(contentsOf: Data(pending.utf8)) } catch {
      throw CommandFailure("cannot write '\(path)/\(name ?? "")'")
    }
    pending = ""
  }

  private func close() throws {
    try flush()
    do {
      try handle?.synchronize()
      try handle?.close()
    } catch { throw CommandFailure("cannot write '\(path)/\(name ?? "")'") }
    handle = nil
  }

  func finish() throws {
    try close()
    try NewOutputFolder.checkIsFree(path)
    guard rename(temporaryPath, path) == 0 else { throw CommandFailure("cannot write '\(path)'") }
    isFinished = true
  }
}
