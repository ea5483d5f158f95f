import Foundation

/// A file that is written piece by piece under a temporary name; it gets its own name once it is
/// complete.
///
/// A class, because its deinitializer removes the file if the writing was not finished.
final class NewOutputFile {
  private let path: String
  private let temporaryPath: String
  private let handle: FileHandle
  private var isFinished = false

  init(replacing path: String) throws {
    self.path = path
    temporaryPath = path + ".\(UUID().uuidString).part"
    guard FileManager.default.createFile(atPath: temporaryPath, contents: nil),
      let handle = FileHandle(forWritingAtPath: temporaryPath)
    else { throw CommandFailure("cannot write '\(path)'") }
    self.handle = handle
  }

  deinit {
    // Ignore an error here: the error that ended the writing was reported.
    if !isFinished { try? FileManager.default.removeItem(atPath: temporaryPath) }
  }

  func write(_ text: String) throws {
    do { try handle.write(contentsOf: Data(text.utf8)) } catch {
      throw CommandFailure("cannot write '\(path)'")
    }
  }

  func finish() throws {
    do {
      try handle.synchronize()
      try handle.close()
    } catch { throw CommandFailure("cannot write '\(path)'") }
    guard rename(temporaryPath, path) == 0 else { throw CommandFailure("cannot write '\(path)'") }
    isFinished = true
  }
}
