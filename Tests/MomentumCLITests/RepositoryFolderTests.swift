import Foundation
import MomentumCLI
import MomentumTestSupport
import Testing

private let runsInTheRepository =
  FileManager.default.fileExists(atPath: RepositoryFiles.url(".git").path)
  && RepositoryFolder()?.path(fromRoot: RepositoryFiles.url("Models").path) == "Models"

/// Paths for programs that show findings beside the files of a repository.
@Suite(.tags(.processes)) struct RepositoryFolderTests {
  @Test func pathsBeginAtTheFolderWithTheRepository() throws {
    try RepositoryFiles.withTemporaryFolder { top in
      let root = top.path
      let fileManager = FileManager.default
      for folder in ["/r/.git", "/r/App/Deep", "/r/Sub"] {
        try fileManager.createDirectory(atPath: root + folder, withIntermediateDirectories: true)
      }
      // A submodule has a file.
      #expect(fileManager.createFile(atPath: root + "/r/Sub/.git", contents: nil))
      let app = try #require(RepositoryFolder(above: root + "/r/App"))
      for (path, wanted) in [
        ("M.xcdatamodeld/contents", "App/M.xcdatamodeld/contents"), ("./M", "App/M"),
        ("../Other/M", "Other/M"), ("Deep/../M", "App/M"), (root + "/r/Other/M", "Other/M"),
        ("../../M", "../../M"), ("/elsewhere/M", "/elsewhere/M"), ("..", ".."), ("", ""),
        ("<predicate>", "<predicate>"), (root + "/rest/M", root + "/rest/M"),
      ] {
        #expect(app.path(fromRoot: path) == wanted, "\(path)")
      }
      let deep = try #require(RepositoryFolder(above: root + "/r/App/Deep"))
      #expect(deep.path(fromRoot: "../M") == "App/M")
      let sub = try #require(RepositoryFolder(above: root + "/r/Sub"))
      #expect(sub.path(fromRoot: "M") == "M")
      #expect(sub.path(fromRoot: "../App/M") == "../App/M")
      // Another name of the same folder.
      try fileManager.createSymbolicLink(
        atPath: root + "/link", withDestinationPath: root + "/r/App")
      #expect(fileManager.createFile(atPath: root + "/r/App/M", contents: nil))
      #expect(app.path(fromRoot: root + "/link/M") == "App/M")
    }
  }

  /// The tests run in the folder of this repository.
  @Test(.enabled(if: runsInTheRepository, "the tests run in another folder"))
  func pathsOfModelsInTheRepositoryAreFromItsRoot() throws {
    let here = URL(fileURLWithPath: FileManager.default.currentDirectoryPath).lastPathComponent
    let old = RepositoryFiles.url("Models/Staff.xcdatamodeld").path
    let new = "Models/BubbleTea.xcdatamodeld"
    for model in [RepositoryFiles.url(new).path, "../\(here)/\(new)", "./\(new)"] {
      for (format, part) in [
        ("github", " file=\(new)/"), ("gitlab", "\"path\": \"\(new)/"),
        ("sarif", "\"uri\": \"\(new)/"),
      ] {
        let run = Run("diff", old, model, "--format", format, "--fail-on", "never")
        #expect(run.status == 0)
        #expect(run.output.contains(part), "\(format): \(run.output.prefix(400))")
        #expect(!run.output.contains(RepositoryFiles.url("Models").path), "\(format)")
      }
    }
  }

  /// A model in a folder that is in no repository, and one in another repository, keep the paths that were
  /// given; paths of commits are from the root already.
  @Test(.enabled(if: TemporaryRepository.isPossible, "there is no git"))
  func pathsOutsideAndInCommitsStay() throws {
    try TemporaryRepository.with { repository in
      let bundle = "App/Shop.xcdatamodeld"
      func write(_ attributes: String...) throws {
        try repository.write(
          SampleContents.venue(attributes.map { SampleContents.attribute($0) }.joined()),
          to: "\(bundle)/Shop.xcdatamodel/contents")
      }
      try write("a", "b")
      try repository.commit(tag: "v1")
      try write("a")
      let now = Run("diff", repository.path(bundle), "--against", "main", "--format", "github")
      #expect(now.output.contains("file=\(repository.path(bundle))/"), "\(now.output)")
      try repository.git("checkout", "-q", "-b", "feature")
      try repository.commit()
      let commit = Run(
        "diff", repository.path(bundle), "--against", "main", "--at", "feature", "--format",
        "github")
      #expect(commit.output.contains("file=App/Shop.xcdatamodeld/"), "\(commit.output)")
    }
  }
}
