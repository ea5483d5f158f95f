import Foundation

/// One file that a command writes, at once or not at all.
enum OutputFile {
  /// Whether the file's text changed; an equal one is left alone, so that its date stays.
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
