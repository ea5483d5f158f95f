import Foundation
import MomentumTestSupport
import Testing

@Suite(.tags(.processes)) struct FixtureCommandTests {
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

  @Test func aFolderOfModelsIsLookedThrough() throws {
    try withFolder { folder in
      let fileManager = FileManager.default
      let stores = folder + "/stores"
      #expect(Run("freeze", bubbleTea, "-o", stores).status == 0)
      try fileManager.createDirectory(
        atPath: folder + "/App/Models", withIntermediateDirectories: true)
      try fileManager.copyItem(atPath: bubbleTea, toPath: folder + "/App/Models/Tea.xcdatamodeld")
      let bundles = Run("fixtures", stores, "--models", folder + "/App")
      #expect(bundles.status == 0, "\(bundles.output)")
      #expect(bundles.error == "2 stores; 2 of 2 versions have one\n")
      // Versions that somebody kept as files; other XML is passed over, a broken model is not.
      let files = folder + "/files"
      try fileManager.createDirectory(atPath: files, withIntermediateDirectories: true)
      for name in ["BubbleTea", "BubbleTea 2"] {
        try fileManager.copyItem(
          atPath: "\(bubbleTea)/\(name).xcdatamodel/contents", toPath: "\(files)/\(name).xml")
      }
      try Data("<!-- <model> --><other/>".utf8).write(
        to: URL(fileURLWithPath: files + "/other.xml"))
      let loose = Run("fixtures", stores, "--models", files)
      expectText(loose.output, bundles.output)
      #expect(loose.status == 0)
      try Data("<?xml version=\"1.0\"?>\n<model><entity".utf8).write(
        to: URL(fileURLWithPath: files + "/Broken.xml"))
      #expect(Run("fixtures", stores, "--models", files).status == 65)
      let none = Run("fixtures", stores, "--models", stores)
      #expect(none.status == 65)
      #expect(none.error.contains("has neither bundles nor .xml files"))
      let one = Run("fixtures", stores, "--models", bubbleTea + "@BubbleTea")
      #expect(one.error.hasSuffix("1 of 1 version has one\n"), "\(one.error)")
      #expect(one.status == 1)
      #expect(Run("fixtures", stores, "--models", bubbleTea + "@Tee").status == 65)
    }
  }

  @Test func aManifestThatCannotBeReadIsBadInput() throws {
    try withFolder { folder in
      let manifest = folder + "/frozen.json"
      for text in ["{", "[]", "{\"format\": 2}", "{\"format\": 1, \"versions\": [{}]}"] {
        try Data(text.utf8).write(to: URL(fileURLWithPath: manifest))
        let run = Run("freeze", bubbleTea, "-o", folder)
        #expect(run.status == 65, "\(text)")
        #expect(run.error.contains("frozen.json' is written anew with --force"), "\(run.error)")
        #expect(try fileNames(folder) == ["frozen.json"])
      }
      let anew = Run("freeze", bubbleTea, "-o", folder, "--force")
      #expect(anew.status == 0, "\(anew.error)")
      #expect(try String(contentsOfFile: manifest, encoding: .utf8).contains("\"checksum\""))
      #expect(Run("freeze", bubbleTea, "-o", folder, "--check").status == 0)
    }
  }

  private func fileNames(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  @Test func aVersionBehindTheBundleIsFrozenAlone() throws {
    try withFolder { folder in
      let run = Run("freeze", bubbleTea + "@BubbleTea 2", "-o", folder)
      expectText(run.output, "\(folder)/BubbleTea 2.sqlite: written, 40 rows\n")
      #expect(Run("freeze", bubbleTea + "@Tee", "-o", folder).status == 65)
      for options in [["--versions", "BubbleTea"], ["--released", "v*"]] {
        #expect(Run(["freeze", bubbleTea + "@BubbleTea", "-o", folder] + options).status == 64)
      }
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

  @Test func anUnreadableVersionKeepsNoOtherOneFromBeingFrozen() throws {
    try withFolder { folder in
      let bundle = folder + "/Tea.xcdatamodeld"
      try FileManager.default.copyItem(atPath: bubbleTea, toPath: bundle)
      #expect(Run("freeze", bundle, "-o", folder + "/f").status == 0)
      let frozen = FileManager.default.contents(atPath: folder + "/f/BubbleTea 2.sqlite")
      try FileManager.default.removeItem(atPath: folder + "/f/BubbleTea.sqlite")
      try "<model><entity".write(
        toFile: bundle + "/BubbleTea 2.xcdatamodel/contents", atomically: true, encoding: .utf8)
      let run = Run("freeze", bundle, "-o", folder + "/f")
      #expect(run.status == 65)
      expectText(run.output, "\(folder)/f/BubbleTea.sqlite: written, 40 rows\n")
      #expect(
        run.error.contains("version 'BubbleTea 2' is not frozen: it has errors"), "\(run.error)")
      #expect(run.error.contains("[xml."), "\(run.error)")
      #expect(!run.error.contains("freeze.missing-version"))
      #expect(FileManager.default.contents(atPath: folder + "/f/BubbleTea 2.sqlite") == frozen)
      // The other versions alone are fine, and this one alone is not.
      #expect(Run("freeze", bundle, "-o", folder + "/f", "--versions", "BubbleTea").status == 0)
      #expect(Run("freeze", bundle + "@BubbleTea 2", "-o", folder + "/f").status == 65)
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
