import Foundation
import MomentumDiagnostics
import MomentumModelFiles
import MomentumTestSupport
import Testing

/// `momentum compile`: what is written, what is refused, and that nothing is half written.
@Suite struct CompileCommandTests {
  private let garage = RepositoryFiles.url("Tests/Cases/Mapping/Garage.xcdatamodeld").path
  private let mapping = RepositoryFiles.url("Tests/Cases/Mapping/Garage.xcmappingmodel").path

  /// The files of a folder; empty if it cannot be read.
  private func names(_ folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder))?.sorted() ?? []
  }

  @Test func aBundleBecomesAFolderWithAllVersions() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let output = folder.appendingPathComponent("Tea.momd").path
      let run = Run("compile", bubbleTea, "--output", output)
      #expect(run.status == 0, "\(run.error)")
      #expect(run.error == "wrote \(output): 2 versions, current 'BubbleTea 2'\n")
      #expect(names(output) == ["BubbleTea 2.mom", "BubbleTea.mom", "VersionInfo.plist"])
      for version in ["BubbleTea", "BubbleTea 2"] {
        #expect(
          Run("hash", output + "@" + version).output
            == Run("hash", bubbleTea + "@" + version).output)
      }
      #expect(Run("hash", output).output == Run("hash", bubbleTea).output)
      let list = try PropertyListSerialization.propertyList(
        from: Data(contentsOf: URL(fileURLWithPath: output + "/VersionInfo.plist")), format: nil)
      let info = try #require(list as? [String: Any])
      #expect(info["NSManagedObjectModel_CurrentVersionName"] as? String == "BubbleTea 2")
      let hashes = try #require(
        info["NSManagedObjectModel_VersionHashes"] as? [String: [String: Data]])
      let text = Run("hash", bubbleTea + "@BubbleTea").output
      for (entity, hash) in try #require(hashes["BubbleTea"]) {
        #expect(text.contains(hash.map { String(format: "%02x", $0) }.joined() + "  \(entity)\n"))
      }
      let sums = info["NSManagedObjectModel_VersionChecksums"] as? [String: String]
      #expect(text.contains("checksum  \(sums?["BubbleTea"] ?? "none")\n"))
    }
  }

  @Test func aFolderIsReplacedAsAWholeAndOnlyWhenItChanges() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let output = folder.appendingPathComponent("Model.momd").path
      #expect(Run("compile", garage, "--output", output).status == 0)
      let again = Run("compile", garage, "--output", output)
      #expect(again.error.hasPrefix("unchanged: \(output)"))
      #expect(Run("compile", bubbleTea, "--output", output).status == 0)
      #expect(names(output) == ["BubbleTea 2.mom", "BubbleTea.mom", "VersionInfo.plist"])
      #expect(names(folder.path) == ["Model.momd"])
    }
  }

  @Test func aFolderWithOtherFilesIsNotTouched() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let output = folder.appendingPathComponent("Model.momd")
      try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
      try Data("mine".utf8).write(to: output.appendingPathComponent("notes.txt"))
      let run = Run("compile", bubbleTea, "--output", output.path)
      #expect(run.status == 74)
      #expect(run.error.contains("it holds 'notes.txt', which is no part of a compiled model"))
      #expect(names(output.path) == ["notes.txt"])
      #expect(names(folder.path) == ["Model.momd"])
    }
  }

  @Test func oneVersionBecomesAFile() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let output = folder.appendingPathComponent("One.mom").path
      #expect(Run("compile", bubbleTea + "@BubbleTea", "--output", output).status == 0)
      #expect(Run("hash", output).output == Run("hash", bubbleTea + "@BubbleTea").output)
      let classes = Run("dump", "model", output).output
      #expect(!classes.contains("\"Shop."))
    }
  }

  @Test func aMappingModelBecomesWhatItsOtherCompilerMakes() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let output = folder.appendingPathComponent("Garage.cdm").path
      let run = Run(
        "compile", mapping, "--from", garage + "@Garage", "--to", garage + "@Garage 2",
        "--output", output)
      #expect(run.status == 0, "\(run.error)")
      var diagnostics = Diagnostics()
      let written = try MappingModelReader.load(path: output, &diagnostics)
      let expected = try MappingModelReader.load(
        path: RepositoryFiles.url("Tests/Cases/Mapping/Garage.cdm").path, &diagnostics)
      guard case .compiled(let one, _)? = written, case .compiled(let two, _)? = expected else {
        Issue.record("a file is no compiled mapping model")
        return
      }
      expectEqual(one, two, "both compilers make one mapping model")
      #expect(diagnostics.isEmpty)
    }
  }

  @Test(arguments: [
    (["--output", "x.zip"], "has to end in .momd, .mom or .cdm"),
    (["--output", "x.cdm"], "is a data model, which is compiled to a .momd or .mom"),
    (["--output", "x.mom", "--from", "a"], "--from and --to belong to a mapping model"),
  ])
  func wrongArgumentsAreExplained(arguments: [String], reason: String) {
    let run = Run(["compile", bubbleTea] + arguments)
    #expect(run.status == 64)
    #expect(run.error.contains(reason), "\(run.error)")
  }

  @Test func aMappingModelNeedsItsTwoVersions() {
    #expect(Run("compile", mapping, "--output", "x.momd").status == 64)
    let run = Run("compile", mapping, "--output", "x.cdm")
    #expect(run.status == 64)
    #expect(run.error.contains("needs --from and --to"))
  }

  @Test func aModelWithErrorsWritesNothing() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let model = folder.appendingPathComponent("contents")
      try Data(
        "<model><entity name=\"A\" parentEntity=\"B\"/></model>".utf8
      ).write(to: model)
      let output = folder.appendingPathComponent("a.mom").path
      let run = Run("compile", model.path, "--output", output)
      #expect(run.status == 65)
      #expect(!FileManager.default.fileExists(atPath: output))
    }
  }
}
