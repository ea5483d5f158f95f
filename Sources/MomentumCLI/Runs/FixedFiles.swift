import Foundation
import MomentumDiagnostics

/// Writes the repairs that findings offer into the checked files: `contents` files, and sources for
/// `scan`.
enum FixedFiles {
  /// Writes each file whole or not at all. A file whose bytes differ from the checked ones is not
  /// written: the text of a compiled model, for example, is in no file.
  static func write(_ findings: Diagnostics) throws -> [FixedFile] {
    try findings.applyingFixIts().filter { file in
      let url = URL(fileURLWithPath: file.path)
      guard file.fixed != file.original, let found = try? Data(contentsOf: url),
        Array(found) == file.original
      else { return false }
      do {
        // Write to the target of a symbolic link, so that the link stays a link and the target
        // keeps its permissions: an atomic write to the link would replace the link.
        try Data(file.fixed).write(to: url.resolvingSymlinksInPath(), options: .atomic)
      } catch {
        throw CommandFailure("cannot write '\(file.path)'")
      }
      return true
    }
  }
}
