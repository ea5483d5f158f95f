import Foundation
import MomentumTestSupport
import Testing

@testable import MomentumGeneration

/// Generated files on their way to a folder.
@Suite struct OutputFolderTests {
  private static let mark = ProducedFile.mark + "\n"

  private func file(_ path: String, _ text: String = "a") -> ProducedFile {
    ProducedFile(path: path, text: Self.mark + text, mark: ProducedFile.mark)
  }

  @discardableResult
  private func write(
    _ files: [ProducedFile], to folder: Folder, model: String = "Tea"
  ) throws -> OutputPlan {
    try OutputFolder(folder.path).write(files, model: model)
  }

  // MARK: - What changes

  @Test func aRunWithNoChangeTouchesNothing() throws {
    try Folder.with { folder in
      let files = [file("A.swift"), file("Swift/B.swift")]
      #expect(try write(files, to: folder).paths(.write) == ["A.swift", "Swift/B.swift"])
      let before = try folder.marks()
      #expect(try write(files, to: folder).paths(.keep) == ["A.swift", "Swift/B.swift"])
      expectEqual(try folder.marks(), before, "the folder is as it was before")
      #expect(
        try folder.files() == [
          "A.swift": Self.mark + "a", "Swift/": "", "Swift/B.swift": Self.mark + "a",
        ])
    }
  }

  @Test func onlyTheFileThatChangesIsWritten() throws {
    try Folder.with { folder in
      try write([file("A.swift"), file("B.swift")], to: folder)
      let before = try folder.marks()
      try write([file("A.swift"), file("B.swift", "b")], to: folder)
      let after = try folder.marks()
      #expect(after["A.swift"] == before["A.swift"])
      #expect(after["B.swift"] != before["B.swift"])
      #expect(try folder.text("B.swift") == Self.mark + "b")
    }
  }

  @Test func theFolderIsMadeWithItsParents() throws {
    try Folder.with { folder in
      let inner = folder.path + "/a b/é/c/"
      _ = try OutputFolder(inner).write([file("A.swift")], model: "Tea")
      #expect(try folder.text("a b/é/c/A.swift") == Self.mark + "a")
    }
  }

  // MARK: - Xcode's style

  private func xcodeFile(_ property: String) -> ProducedFile {
    ProducedFile(
      path: "Plot+CoreDataProperties.swift",
      text: "//\n//\n\nimport CoreData\n\n\nextension Plot {\n\n    \(property)\n\n}\n",
      isInXcodeStyle: true)
  }

  @Test func aFileOfXcodesIsTakenOverWithItsHeader() throws {
    try Folder.with { folder in
      let (old, new) = ("@NSManaged public var a: String?", "@NSManaged public var b: String?")
      let theirs = xcodeFile(old).text.replacing("//\n//\n", with: "//\n//  By A. Gardener.\n")
      try folder.write(theirs, "Plot+CoreDataProperties.swift")
      let before = try folder.marks()
      #expect(try write([xcodeFile(old)], to: folder).paths(.keep).count == 1)
      let after = try folder.marks()
      let name = "Plot+CoreDataProperties.swift"
      #expect(after[name] == before[name])
      #expect(try write([xcodeFile(new)], to: folder).paths(.write).count == 1)
      #expect(try folder.text(name) == theirs.replacing(old, with: new))
    }
  }

  @Test func aFileThatSomebodyEditedStays() throws {
    try Folder.with { folder in
      let theirs = xcodeFile("var isLarge: Bool { true }").text
      try folder.write(theirs, "Plot+CoreDataProperties.swift")
      let file = xcodeFile("@NSManaged public var a: String?")
      #expect(try write([file], to: folder).paths(.edited) == ["Plot+CoreDataProperties.swift"])
      #expect(try folder.text("Plot+CoreDataProperties.swift") == theirs)
      // It is that person's: without its entity it stays too.
      #expect(try write([], to: folder).steps.isEmpty)
      #expect(try folder.text("Plot+CoreDataProperties.swift") == theirs)
    }
  }

  // MARK: - What is no longer produced

  @Test func whatMomentumMadeIsRemoved() throws {
    try Folder.with { folder in
      try write([file("A.swift"), file("Swift/B.swift")], to: folder)
      let plan = try write([file("A.swift")], to: folder)
      #expect(plan.paths(.remove) == ["Swift/B.swift"])
      #expect(try folder.files().keys.sorted() == ["A.swift", "Swift/"])
    }
  }

  @Test func whatSomebodyEditedStays() throws {
    try Folder.with { folder in
      try write([file("A.swift"), file("B.swift")], to: folder)
      try folder.write(Self.mark + "mine", "B.swift")
      #expect(try write([file("A.swift")], to: folder).paths(.leave) == ["B.swift"])
      #expect(try folder.text("B.swift") == Self.mark + "mine")
      // From then on it is a person's.
      #expect(try write([file("A.swift")], to: folder).paths(.leave) == [])
      #expect(try folder.text("B.swift") == Self.mark + "mine")
    }
  }

  @Test func whatMomentumDidNotMakeStays() throws {
    try Folder.with { folder in
      // It looks generated, and no manifest has it.
      try folder.write(Self.mark + "other", "Other.swift")
      try write([file("A.swift")], to: folder)
      try write([], to: folder)
      #expect(try folder.files() == ["Other.swift": Self.mark + "other"])
    }
  }

  @Test func aLinkOrAFolderInTheOldPlaceStays() throws {
    try Folder.with { folder in
      try folder.write("kept", "outside/A.swift")
      try write([file("A.swift"), file("B.swift"), file("In/C.swift")], to: folder)
      let manager = FileManager.default
      for name in ["A.swift", "B.swift", "In"] {
        try manager.removeItem(atPath: folder.path + "/" + name)
      }
      try manager.createSymbolicLink(
        atPath: folder.path + "/A.swift", withDestinationPath: "outside/A.swift")
      try folder.write("mine", "B.swift/x")
      try folder.write(Self.mark + "a", "outside/C.swift")
      try manager.createSymbolicLink(atPath: folder.path + "/In", withDestinationPath: "outside")
      #expect(try write([], to: folder).paths(.remove) == [])
      #expect(try folder.text("outside/A.swift") == "kept")
      #expect(try folder.text("outside/C.swift") == Self.mark + "a")
      #expect(try folder.text("B.swift/x") == "mine")
    }
  }

  // MARK: - What is written once

  @Test func aPersonsFileIsWrittenOnceAndNeverRemoved() throws {
    try Folder.with { folder in
      func human(_ text: String) -> ProducedFile {
        ProducedFile(path: "Venue.swift", text: text, isWrittenOnce: true)
      }
      try write([human("one"), file("A.swift")], to: folder)
      #expect(try folder.text("Venue.swift") == "one")
      let before = try folder.marks()
      try write([human("two"), file("A.swift")], to: folder)
      expectEqual(try folder.marks(), before, "the folder is as it was before")
      try write([file("A.swift")], to: folder)
      #expect(try folder.text("Venue.swift") == "one")
      // Also where it was a generated file before, and would be one again.
      #expect(throws: OutputFailure.self) { try write([file("Venue.swift")], to: folder) }
      #expect(try folder.text("Venue.swift") == "one")
    }
  }

  // MARK: - What is in the way

  @Test(arguments: ["hand", "link", "folder", "parent", "parentLink"])
  func whatIsInTheWayIsNamedAndNothingIsDone(obstacle: String) throws {
    try Folder.with { folder in
      let manager = FileManager.default
      try folder.write("x", "outside/x")
      switch obstacle {
      case "hand": try folder.write("// mine\n", "In/B.swift")
      case "link":
        try folder.write("", "In/x")
        try manager.createSymbolicLink(
          atPath: folder.path + "/In/B.swift", withDestinationPath: "../outside/x")
      case "folder": try folder.write("", "In/B.swift/x")
      case "parent": try folder.write("", "In")
      case _:
        try manager.createSymbolicLink(
          atPath: folder.path + "/In", withDestinationPath: "outside")
      }
      let before = try folder.contents()
      let failure = #expect(throws: OutputFailure.self) {
        try write([file("A.swift"), file("In/B.swift")], to: folder)
      }
      #expect(failure?.description.contains("In") == true)
      expectEqual(try folder.contents(), before, "the folder is as it was before")
    }
  }

  @Test func anOutputFolderThatIsAFileIsNamed() throws {
    try Folder.with { folder in
      try folder.write("x", "out")
      for path in ["/out", "/out/in"] {
        let failure = #expect(throws: OutputFailure.self) {
          try OutputFolder(folder.path + path).write([file("A.swift")], model: "Tea")
        }
        #expect(failure?.description.contains("/out") == true)
      }
      #expect(try folder.contents() == ["out": "x"])
    }
  }

  @Test(arguments: ["../x", "/x", "a//b", "a/../../x", "", ".", "a\nb", "a\\b"])
  func pathsThatLeaveTheFolderAreRefused(path: String) throws {
    try Folder.with { folder in
      #expect(throws: OutputFailure.self) { try write([file(path)], to: folder) }
      let left = try folder.contents()
      #expect(left.isEmpty)
    }
  }

  @Test func namesThatAFileSystemMayTakeForOneAreRefused() throws {
    try Folder.with { folder in
      for pair in [["a.swift", "A.swift"], ["a.swift", "a.swift"], ["A", "a/x.swift"]] {
        #expect(throws: OutputFailure.self, "\(pair)") {
          try write(pair.map { file($0) }, to: folder)
        }
      }
      let left = try folder.contents()
      #expect(left.isEmpty)
    }
  }

  // MARK: - Several models

  @Test func eachModelHasItsFiles() throws {
    try Folder.with { folder in
      try write([file("A.swift"), file("Shared.swift")], to: folder, model: "One")
      try write([file("B.swift"), file("Shared.swift")], to: folder, model: "Two")
      #expect(throws: OutputFailure.self) {
        try write([file("A.swift", "other")], to: folder, model: "Two")
      }
      try write([], to: folder, model: "One")
      #expect(try folder.files().keys.sorted() == ["B.swift", "Shared.swift"])
      try write([], to: folder, model: "Two")
      // With the last file goes the manifest.
      let left = try folder.contents()
      #expect(left.isEmpty)
    }
  }

  // MARK: - The manifest

  @Test func theManifestIsSortedAndNamesNoMachine() throws {
    try Folder.with { folder in
      let once = ProducedFile(path: "Mine.swift", text: "x", isWrittenOnce: true)
      try write([file("B.swift"), once, file("A.swift")], to: folder)
      let hash = ContentHash(Self.mark + "a").text
      expectText(
        try folder.text(".momentum-manifest.json"),
        """
        {
          "version": 1,
          "models": [
            {
              "model": "Tea",
              "files": [
                {
                  "path": "A.swift",
                  "hash": "\(hash)"
                },
                {
                  "path": "B.swift",
                  "hash": "\(hash)"
                },
                {
                  "path": "Mine.swift",
                  "writtenOnce": true
                }
              ]
            }
          ]
        }

        """)
    }
  }

  @Test(arguments: [
    "", "{", "[]", "null", "{\"version\": 2, \"models\": []}", "{\"version\": 1}",
    "{\"version\": 1, \"models\": [{\"model\": \"Tea\", \"files\": [{\"path\": \"../victim\", \"hash\": \"HASH\"}]}]}",
    "{\"version\": 1, \"models\": [{\"model\": \"Tea\", \"files\": [{\"path\": \"/victim\", \"hash\": \"HASH\"}]}]}",
    "{\"version\": 1, \"models\": [{\"model\": \"Tea\", \"files\": [{\"path\": \"x\", \"hash\": \"0\"}]}]}",
    "{\"version\": 1, \"models\": [{\"model\": \"Tea\", \"files\": [{\"path\": \"x\"}]}]}",
    "{\"version\": 1, \"models\": [], \"more\": 1}",
  ])
  func aManifestThatIsNoneRemovesNothing(text: String) throws {
    try Folder.with { folder in
      try folder.write("v", "victim")
      let manifest = text.replacingOccurrences(of: "HASH", with: ContentHash("v").text)
      try folder.write(manifest, "out/.momentum-manifest.json")
      let before = try folder.contents()
      let failure = #expect(throws: OutputFailure.self) {
        try OutputFolder(folder.path + "/out").write([file("A.swift")], model: "Tea")
      }
      #expect(failure?.description.contains(".momentum-manifest.json:1:") == true)
      expectEqual(try folder.contents(), before, "the folder is as it was before")
    }
  }

  // MARK: - Taking turns

  @Test func twoRunsTakeTurns() throws {
    try Folder.with { folder in
      let disk = Disk()
      let claim = try disk.claim(folder.path, patienceSeconds: 0)
      let failure = #expect(throws: OutputFailure.self) {
        try OutputFolder(folder.path, disk: disk, patienceSeconds: 0)
          .write([file("A.swift")], model: "Tea")
      }
      #expect(failure?.description.contains("another run") == true)
      let left = try folder.contents()
      #expect(left.isEmpty)
      disk.release(claim)
      try write([file("A.swift")], to: folder)
      #expect(try folder.files().keys.sorted() == ["A.swift"])
    }
  }

  @Test func manyRunsAtOnceLeaveOneState() async throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("momentum-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: url) }
    let folder = Folder(url: url)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for run in 0..<8 {
        group.addTask {
          let files = (0..<20).map {
            ProducedFile(
              path: "\(run % 2)-\($0).swift", text: Self.mark + "\(run % 2)", mark: Self.mark)
          }
          _ = try OutputFolder(url.path).write(files, model: "Tea")
        }
      }
      try await group.waitForAll()
    }
    let files = try folder.files()
    let owner = try #require(files.keys.first?.first)
    #expect(files.count == 20)
    #expect(files.allSatisfy { $0.key.first == owner && $0.value == Self.mark + String(owner) })
  }
}
