import Foundation
import MomentumCodegen

extension [GeneratedFile] {
  /// All files as one text.
  var joinedText: String {
    String(map { "=== \($0.name)\n\($0.text)" }.joined(separator: "\n").dropLast())
  }

  /// Writes the files and answers their names.
  func write(to folder: URL, prefix: String = "") throws -> [String] {
    try map { file in
      let name = prefix + file.name
      try file.text.write(
        to: folder.appendingPathComponent(name), atomically: false, encoding: .utf8)
      return name
    }
  }
}
