import Foundation
import MomentumCodegen

/// Generated files on their way to a folder: written only where their text changes, each at once or not
/// at all.
struct OutputFolder {
  let path: String
  private(set) var writtenCount = 0
  private(set) var keptCount = 0

  /// Makes the folder where it does not exist.
  init(_ path: String) throws {
    self.path = path
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw CommandFailure("cannot make the folder '\(path)'")
    }
  }

  /// Swift files; one that somebody wrote by hand is refused.
  mutating func write(_ files: [GeneratedFile]) throws {
    let actions = try files.map { file in
      let action = GeneratedOutput.action(existing: try existing(file.name), new: file.text)
      if action == .refuse {
        throw CommandFailure(
          "'\(place(file.name))' was not generated, so it is left alone; move it away or choose another folder"
        )
      }
      return action
    }
    // Nothing is written before it is known that everything may be.
    for (file, action) in zip(files, actions) {
      if action == .write { try put(file.text, file.name) } else { keptCount += 1 }
    }
  }

  /// A text of another kind.
  mutating func write(_ text: String, as name: String) throws {
    if try existing(name) == text { keptCount += 1 } else { try put(text, name) }
  }

  private func place(_ name: String) -> String { path + "/" + name }

  private func existing(_ name: String) throws -> String? {
    guard FileManager.default.fileExists(atPath: place(name)) else { return nil }
    return String(decoding: try InputFile.read(place(name)), as: UTF8.self)
  }

  private mutating func put(_ text: String, _ name: String) throws {
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: place(name)), options: .atomic)
    } catch {
      throw CommandFailure("cannot write '\(place(name))'")
    }
    writtenCount += 1
  }
}
