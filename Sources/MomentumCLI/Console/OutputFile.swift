import Foundation

/// A single output file, which is written whole or not at all.
enum OutputFile {
  /// - Returns: Whether the file's text changed; an unchanged file is not written, so that its date
  ///   stays.
  static func write(_ text: String, to path: String) throws -> Bool {
    let data = Data(text.utf8)
    if FileManager.default.contents(atPath: path) == data { return false }
    do {
      try data.write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw CommandFailure("cannot write '\(path)'")
    }
    return true
  }
}
