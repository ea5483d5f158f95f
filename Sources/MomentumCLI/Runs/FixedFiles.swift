import Foundation
import MomentumDiagnostics

/// Repairs on their way into `contents` files.
enum FixedFiles {
  /// Writes each file at once or not at all. A file that holds other bytes than were checked is left alone:
  /// the text of a compiled model stands in no file.
  static func write(_ findings: Diagnostics) throws -> [FixedFile] {
    try findings.applyingFixIts().filter { file in
      let url = URL(fileURLWithPath: file.path)
      guard file.fixed != file.original, let found = try? Data(contentsOf: url),
        Array(found) == file.original
      else { return false }
      do {
        // Write to the target of a symbolic link: an atomic write to the link would replace the
        // link.
        try Data(file.fixed).write(to: url.resolvingSymlinksInPath(), options: .atomic)
      } catch {
        throw CommandFailure("cannot write '\(file.path)'")
      }
      return true
    }
  }
}
