import Foundation
import MomentumDiagnostics
import MomentumModelFiles
import MomentumTestSupport
import Testing

@testable import MomentumGit

/// Models of which a sparse checkout leaves out some files.
@Suite(.tags(.processes), .enabled(if: TemporaryRepository.isPossible, "there is no git"))
struct SparseTreeTests {
  /// In a bundle that is left out in part, a link of the work tree is a link as it is in a commit.
  @Test func aLinkInASparseCheckoutStaysALink() throws {
    let bundle = "App/M.xcdatamodeld"
    try TemporaryRepository.with { repository in
      try repository.write(model("A"), to: "\(bundle)/M.xcdatamodel/contents")
      try repository.write(model("B"), to: "\(bundle)/M 2.xcdatamodel/contents")
      try repository.link("\(bundle)/M 3.xcdatamodel", to: "M.xcdatamodel")
      try repository.commit()
      try repository.git(
        "sparse-checkout", "set", "--no-cone", "/*", "!/\(bundle)/M 2.xcdatamodel/")
      let git = try GitRepository.containing(path: repository.folder.path)
      let leftOut = try SparseTree.filesLeftOut(of: git)
      #expect(leftOut.map(\.path) == ["\(bundle)/M 2.xcdatamodel/contents"])
      let tree = try SparseTree(repository: git, leftOut: leftOut).tree(of: bundle)
      #expect(
        tree
          == FileTree(
            label: "",
            files: [
              ("\(bundle)/M.xcdatamodel/contents", .file(Array(model("A").utf8))),
              ("\(bundle)/M 2.xcdatamodel/contents", .file(Array(model("B").utf8))),
              ("\(bundle)/M 3.xcdatamodel", .link("M.xcdatamodel")),
            ]))
    }
  }

  /// Only models and the settings beside them are read, and a file that is there is read there.
  @Test func filesOfNoModelAndFilesOfTheDiskAreNotLeftOut() throws {
    let bundle = "App/M.xcdatamodeld"
    try TemporaryRepository.with { repository in
      let settings = CheckConfiguration.fileName
      let all = [
        "\(bundle)/M.xcdatamodel/contents", "App/\(settings)", settings, "App/x\(settings)",
        "App/notes.txt", "App/M.xcdatamodeld2/contents",
      ]
      for path in all { try repository.write("in \(path)", to: path) }
      try repository.commit()
      let git = try GitRepository.containing(path: repository.folder.path)
      #expect(try SparseTree.filesLeftOut(of: git) == [])
      for path in all {
        try repository.git("update-index", "--skip-worktree", path)
        #expect(try SparseTree.filesLeftOut(of: git) == [], "\(path) is there")
      }
      for path in all { try repository.remove(path) }
      let leftOut = try SparseTree.filesLeftOut(of: git)
      #expect(
        leftOut.map(\.path).sorted()
          == ["\(bundle)/M.xcdatamodel/contents", "App/\(settings)", settings].sorted())
    }
  }

  /// The tree of a bundle has no file of its neighbours.
  @Test func aTreeHasTheFilesAtAndBelowItsPath() throws {
    try TemporaryRepository.with { repository in
      let files = ["App/M/a", "App/M/sub/b", "App/M2/c", "App/d", "e"]
      for path in files { try repository.write("in \(path)", to: path) }
      try repository.commit()
      let git = try GitRepository.containing(path: repository.folder.path)
      var out: [String] = []
      for more in [[], ["App/M/a", "e"], ["App/M/sub/b", "App/M2/c", "App/d"]] {
        for path in more {
          try repository.git("update-index", "--skip-worktree", path)
          try repository.remove(path)
        }
        out = (out + more).sorted()
        let leftOut = try git.filesLeftOut()
        #expect(leftOut.map(\.path) == out)
        for (path, expected) in [
          ("App/M", ["App/M/a", "App/M/sub/b"]), ("App/M2", ["App/M2/c"]), ("App/d", ["App/d"]),
          ("App/M/sub/b", ["App/M/sub/b"]), ("App", Array(files.dropLast())), ("Ap", []),
        ] {
          let tree = try SparseTree(repository: git, leftOut: leftOut).tree(of: path)
          #expect(
            tree
              == FileTree(
                label: "", files: expected.map { ($0, .file(Array("in \($0)".utf8))) }),
            "\(path) without \(out)")
        }
      }
    }
  }

  /// A bundle that moved and is left out keeps its former path.
  @Test func aMovedBundleMayBeLeftOut() throws {
    try TemporaryRepository.with { repository in
      try repository.write(model("A"), to: "App/M.xcdatamodeld/M.xcdatamodel/contents")
      try repository.write("x", to: "Other/file")
      try repository.commit()
      try repository.git("checkout", "-q", "-b", "move")
      try repository.git("mv", "App", "Moved")
      try repository.commit("moved")
      func pair() throws -> RepositoryReview.Pair {
        let git = try GitRepository.containing(path: repository.folder.path)
        return try RepositoryReview(git, against: "main")
          .pair(path: repository.path("Moved/M.xcdatamodeld"))
      }
      let (old, now) = ("App/M.xcdatamodeld", "Moved/M.xcdatamodeld")
      #expect(
        try pair()
          == RepositoryReview.Pair(
            old: old, new: repository.path(now), newInRepository: now, isLeftOut: false))
      try repository.git("sparse-checkout", "set", "Other")
      #expect(
        try pair()
          == RepositoryReview.Pair(old: old, new: now, newInRepository: now, isLeftOut: true))
    }
  }

  private func model(_ name: String) -> String {
    SampleContents.contents("<entity name=\"\(name)\"/>")
  }
}
