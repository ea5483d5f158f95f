import Foundation
import MomentumDiagnostics
import MomentumTestSupport
import Testing

@testable import MomentumCLI

/// Several files are written together, or none.
@Suite(.tags(.processes)) struct FileReplacementTests {
  private static func files(_ repository: TemporaryRepository) throws -> [FixedFile] {
    try ["a", "b", "c"].map { name in
      try repository.write("old \(name)", to: name)
      return FixedFile(
        path: repository.path(name), original: Array("old \(name)".utf8),
        fixed: Array("new \(name)".utf8), count: 1)
    }
  }

  private static func texts(_ repository: TemporaryRepository) throws -> [String] {
    try ["a", "b", "c"].map { try String(contentsOfFile: repository.path($0), encoding: .utf8) }
  }

  @Test func allFilesAreWritten() throws {
    try TemporaryRepository.with { repository in
      try FileReplacement(files: Self.files(repository)).write()
      #expect(try Self.texts(repository) == ["new a", "new b", "new c"])
    }
  }

  @Test(arguments: 0..<3)
  func aFileThatCannotBeWrittenLeavesAllAsTheyWere(_ failing: Int) throws {
    try TemporaryRepository.with { repository in
      let files = try Self.files(repository)
      let replacement = FileReplacement(files: files) { source, target in
        if target.lastPathComponent == ["a", "b", "c"][failing] {
          throw CocoaError(.fileWriteUnknown)
        }
        try Data(contentsOf: source).write(to: target)
      }
      #expect(throws: CommandFailure.self) { try replacement.write() }
      #expect(try Self.texts(repository) == ["old a", "old b", "old c"])
      let left = try FileManager.default.contentsOfDirectory(atPath: repository.path(""))
      #expect(!left.contains { $0.contains(".momentum-") })
    }
  }

  @Test func aFileThatChangedMeanwhileStopsTheWriting() throws {
    try TemporaryRepository.with { repository in
      let files = try Self.files(repository)
      try repository.write("other", to: "c")
      #expect(throws: CommandFailure.self) { try FileReplacement(files: files).write() }
      #expect(try Self.texts(repository) == ["old a", "old b", "other"])
    }
  }
}
