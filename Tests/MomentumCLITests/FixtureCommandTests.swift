import Foundation
import MomentumTestSupport
import Testing

@Suite struct FixtureCommandTests {
  private func withFolder(_ body: (String) throws -> Void) throws {
    try RepositoryFiles.withTemporaryFolder { try body($0.path) }
  }

  @Test func frozenStoresAreNamedByFixtures() throws {
    try withFolder { folder in
      let frozen = Run("freeze", bubbleTea, "--output", folder)
      expectText(
        frozen.output,
        "\(folder)/BubbleTea.sqlite: written, 40 rows\n\(folder)/BubbleTea 2.sqlite: written, 40 rows\n"
      )
      #expect(frozen.status == 0)
      let found = Run("fixtures", folder, "--models", bubbleTea)
      expectText(
        found.output,
        """
        \(folder)/BubbleTea 2.sqlite: version 'BubbleTea 2', 40 rows, framework 1526
        \(folder)/BubbleTea.sqlite: version 'BubbleTea', 40 rows, framework 1526

        """)
      expectText(found.error, "2 stores; 2 of 2 versions have one\n")
      #expect(found.status == 0)
    }
  }

  @Test func findingsChangeTheStatus() throws {
    try withFolder { folder in
      #expect(Run("freeze", bubbleTea, "-o", folder, "--versions", "BubbleTea").status == 0)
      let name = folder + "/BubbleTea"
      try FileManager.default.moveItem(atPath: name + ".sqlite", toPath: name + " 2.sqlite")
      let found = Run("fixtures", folder, "--models", bubbleTea, "--format", "json")
      #expect(found.status == 1)
      #expect(found.output.contains("\"fixture.disagreeing-name\""))
      #expect(found.output.contains("\"fixture.version-without-fixture\""))
      let allowed = Run(
        "fixtures", folder, "--models", bubbleTea, "--allow-missing", "--format", "json")
      #expect(!allowed.output.contains("\"fixture.version-without-fixture\""))
      #expect(
        Run("fixtures", folder, "--models", bubbleTea, "--fail-on", "error").status == 0)
      #expect(Run("fixtures", folder, "--models", folder + "/no.xcdatamodeld").status == 74)
      #expect(Run("fixtures", folder + "/nowhere", "--models", bubbleTea).status == 74)
    }
  }

  @Test func aCheckWritesNothingAndFails() throws {
    try withFolder { folder in
      let run = Run("freeze", bubbleTea, "-o", folder, "--check")
      #expect(run.status == 1)
      expectText(
        run.output,
        "\(folder)/BubbleTea.sqlite: missing, 40 rows\n\(folder)/BubbleTea 2.sqlite: missing, 40 rows\n"
      )
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(names.isEmpty)
    }
  }

  @Test func aTestFileOfSomebodyElseStays() throws {
    try withFolder { folder in
      let tests = folder + "/MigrationTests.swift"
      let made = Run("freeze", bubbleTea, "-o", folder + "/f", "--tests", tests)
      #expect(made.status == 0, "\(made.error)")
      let text = try String(contentsOfFile: tests, encoding: .utf8)
      #expect(text.contains("@Suite struct BubbleTeaMigrationTests {"))
      #expect(text.contains("\"BubbleTea 2\","))
      try "// mine\n".write(toFile: tests, atomically: true, encoding: .utf8)
      #expect(Run("freeze", bubbleTea, "-o", folder + "/f", "--tests", tests).status == 74)
      #expect(try String(contentsOfFile: tests, encoding: .utf8) == "// mine\n")
    }
  }

  @Test func anUnknownVersionIsSaid() throws {
    try withFolder { folder in
      let run = Run("freeze", bubbleTea, "-o", folder, "--versions", "BubbleTae")
      #expect(run.status == 65)
      #expect(run.error.contains("has no version 'BubbleTae'; did you mean 'BubbleTea'?"))
    }
  }

  @Test func releasedVersionsAreThoseOfTags() throws {
    try withFolder { folder in
      let bundle = folder + "/Tea.xcdatamodeld"
      try FileManager.default.copyItem(atPath: bubbleTea, toPath: bundle)
      let second = bundle + "/BubbleTea 2.xcdatamodel"
      try FileManager.default.moveItem(atPath: second, toPath: folder + "/kept")
      try git(folder, "init", "-q")
      try git(folder, "add", "Tea.xcdatamodeld")
      try git(folder, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "one")
      try git(folder, "tag", "v1")
      try FileManager.default.moveItem(atPath: folder + "/kept", toPath: second)
      let run = Run("freeze", bundle, "-o", folder + "/f", "--released", "v*")
      expectText(run.output, "\(folder)/f/BubbleTea.sqlite: written, 40 rows\n")
      let none = Run("freeze", bundle, "-o", folder + "/f", "--released", "w*")
      #expect(none.status == 65 && none.error.contains("matches 'w*'"))
    }
  }

  private func git(_ folder: String, _ arguments: String...) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["git", "-C", folder] + arguments
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }
}
