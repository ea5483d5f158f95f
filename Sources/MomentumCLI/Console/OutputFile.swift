import Foundation

/// A single output file, which is written whole or not at all.
enum OutputFile {
  /// - Returns: Whether the file's text changed; an unchanged file is not written, so that its date
  ///   stays.
  static func write(_ text: String, to path: String) throws -> Bool {
    try write(Array(text.utf8), to: path)
  }

  /// - Returns: Whether the file's bytes changed.
  static func write(_ bytes: [UInt8], to path: String) throws -> Bool {
    let data = Data(bytes)
    if FileManager.default.contents(atPath: path) == data { return false }
    do {
      try data.write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw CommandFailure("cannot write '\(path)'")
    }
    return true
  }
}
