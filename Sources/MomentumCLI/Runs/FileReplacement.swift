import Foundation
import MomentumDiagnostics

/// Writes several files, all or none of them.
///
/// Each new text is first written beside its file. Only when all are there, the files are replaced
/// one after the other; if one cannot be replaced, those before it get their old text again.
struct FileReplacement {
  let files: [FixedFile]
  /// Moves a file over another one; tests pass one that fails.
  var move: (URL, URL) throws -> Void = { source, target in
    guard rename(source.path, target.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  func write() throws {
    // The target of a symbolic link is written, so that the link stays a link.
    let targets = files.map { URL(fileURLWithPath: $0.path).resolvingSymlinksInPath() }
    for (file, target) in zip(files, targets) {
      guard let found = try? Data(contentsOf: target), Array(found) == file.original else {
        throw CommandFailure("'\(file.path)' was changed meanwhile; no file is written")
      }
    }
    var prepared: [URL] = []
    defer { for url in prepared { try? FileManager.default.removeItem(at: url) } }
    for (file, target) in zip(files, targets) {
      prepared.append(try prepare(file, at: target))
    }
    var written = 0
    do {
      for (source, target) in zip(prepared, targets) {
        try move(source, target)
        written += 1
      }
    } catch {
      try restore(Array(zip(files, targets).prefix(written)))
      throw CommandFailure("cannot write '\(files[written].path)'; no file is changed")
    }
  }

  /// The new text in a file beside the target, with the target's permissions.
  private func prepare(_ file: FixedFile, at target: URL) throws -> URL {
    let name = ".\(target.lastPathComponent).momentum-\(UUID().uuidString.prefix(8))"
    let url = target.deletingLastPathComponent().appendingPathComponent(name)
    do {
      try Data(file.fixed).write(to: url)
      let attributes = try FileManager.default.attributesOfItem(atPath: target.path)
      if let mode = attributes[.posixPermissions] {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path)
      }
      return url
    } catch {
      try? FileManager.default.removeItem(at: url)
      throw CommandFailure("cannot write beside '\(file.path)'; no file is changed")
    }
  }

  private func restore(_ written: [(FixedFile, URL)]) throws {
    for (file, target) in written {
      do {
        try Data(file.original).write(to: target, options: .atomic)
      } catch {
        throw CommandFailure("'\(file.path)' is renamed, but other files are not")
      }
    }
  }
}
