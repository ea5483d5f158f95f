package import Foundation
package import Testing

/// The repository's own files, and the corpus beside it where there is one.
package enum RepositoryFiles {
  /// The folder of `Package.swift`.
  package static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The folder of corpora that real systems wrote, or `nil` in a clone that stands alone.
  ///
  /// `MOMENTUM_TEST_CORPUS=none` hides it, to see what such a clone notices.
  package static var corpus: URL? {
    if ProcessInfo.processInfo.environment["MOMENTUM_TEST_CORPUS"] == "none" { return nil }
    let url = root.deletingLastPathComponent().appendingPathComponent("shared/corpus")
    return FileManager.default.fileExists(atPath: url.path) ? url : nil
  }

  /// A file or folder of the repository.
  package static func url(_ path: String) -> URL { root.appendingPathComponent(path) }

  /// The text of a file of the repository.
  package static func text(_ path: String) throws -> String {
    try String(contentsOf: url(path), encoding: .utf8)
  }

  /// Whether goldens are to be written anew: `RECORD=1`. A run that records fails.
  package static var isRecording: Bool { ProcessInfo.processInfo.environment["RECORD"] == "1" }

  /// Compares a text with a golden file, or writes the file and fails when recording.
  package static func expectGolden(
    _ actual: String, at path: String,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    if isRecording {
      let file = url(path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try actual.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("recorded \(path)", sourceLocation: sourceLocation)
      return
    }
    let expected = (try? text(path)) ?? ""
    expectText(actual, expected, "\(path)", sourceLocation: sourceLocation)
  }

  /// A new empty folder that `body` may use and that is gone afterwards. No part of its path is a link.
  package static func withTemporaryFolder<Result>(
    _ body: (URL) throws -> Result
  ) throws -> Result {
    let place = FileManager.default.temporaryDirectory
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    // By the C library: a Mac's folder is below `/var`, a link, and Foundation leaves out where it leads.
    let real = realpath(place.path, nil)
    defer { free(real) }
    let folder = (real.map { URL(fileURLWithPath: String(cString: $0)) } ?? place)
      .appendingPathComponent("momentum-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
  }
}
