import Foundation
import MomentumTestSupport
import Testing

/// Settings and baselines of SwiftData sources, whose folder can be the root of the repository.
@Suite(.tags(.processes), .enabled(if: TemporaryRepository.isPossible, "there is no git"))
struct SwiftDataSettingsTests {
  private static func source(_ property: String) -> String {
    """
    import SwiftData

    @Model final class Trip {
      var \(property): String = ""
      var stops: [Stop] = []
      init() {}
    }
    @Model final class Stop {
      var trip: Trip?
      init() {}
    }

    """
  }

  /// The two relationships, of which nothing says whether they are inverse to each other.
  private static let undecided = "[swiftdata.undecided-inverse]"
  private static let strict = #"{ "diagnostics": { "swiftdata.undecided-inverse": "error" } }"#
  private static let lenient = #"{ "diagnostics": { "swiftdata.undecided-inverse": "allow" } }"#

  private func with(_ body: (TemporaryRepository) throws -> Void) throws {
    try TemporaryRepository.with { repository in
      try repository.write(Self.source("name"), to: "Sources/Trip.swift")
      try repository.commit()
      try body(repository)
    }
  }

  @Test func settingsOfTheRootCount() throws {
    try with { repository in
      #expect(Run("check", repository.folder.path).status == 0)
      try repository.write(Self.strict, to: ".momentum.json")
      for path in [repository.folder.path, repository.path("Sources")] {
        let run = Run("check", path)
        #expect(run.status == 1, "\(path): \(run.output)")
        #expect(run.output.contains("error: whether"), "\(path): \(run.output)")
      }
    }
  }

  @Test func settingsOfTheRootCountInAComparison() throws {
    try with { repository in
      try repository.write(
        #"{ "diagnostics": { "versions.edited-before-release": "error" } }"#, to: ".momentum.json")
      try repository.write(Self.source("title"), to: "Sources/Trip.swift")
      for path in [repository.folder.path, repository.path("Sources")] {
        let run = Run("check", path, "--against", "HEAD")
        #expect(run.output.contains("error: version 'Schema' was edited"), "\(path): \(run.output)")
      }
    }
  }

  @Test func theNearestSettingsWin() throws {
    try with { repository in
      try repository.write(Self.strict, to: ".momentum.json")
      try repository.write(Self.lenient, to: "Sources/.momentum.json")
      #expect(!Run("check", repository.path("Sources")).output.contains(Self.undecided))
      #expect(Run("check", repository.folder.path).output.contains(Self.undecided))
    }
  }

  @Test func theBaselineIsInTheRepository() throws {
    try with { repository in
      let run = Run("check", repository.folder.path, "--write-baseline")
      #expect(run.status == 0, "\(run.output)")
      let file = repository.path(".momentum-baseline.json")
      let text = try String(contentsOfFile: file, encoding: .utf8)
      #expect(text.contains(#""bundle":".""#), "\(text)")
      let quiet = Run("check", repository.folder.path, "--fail-on", "warning")
      #expect(quiet.status == 0, "\(quiet.output)")
      #expect(quiet.error.contains("1 finding hidden by"), "\(quiet.error)")
    }
  }
}
