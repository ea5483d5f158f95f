import Foundation
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

  private func model(_ name: String) -> String {
    SampleContents.contents("<entity name=\"\(name)\"/>")
  }
}
