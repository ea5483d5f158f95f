import Foundation
import MomentumDiagnostics
import MomentumModelFiles
import MomentumTestSupport
import Testing

@testable import MomentumGit

/// Of a commit only the files of a model are read. So a repository that lacks other contents, as a partial clone
/// does, can be reviewed.
@Suite(.tags(.processes), .enabled(if: TemporaryRepository.isPossible, "there is no git"))
struct DamagedObjectTests {
  private func model(_ name: String) -> String {
    SampleContents.contents("<entity name=\"\(name)\"/>")
  }

  /// Removes the contents of a file from the repository, as if they had never been fetched.
  private func remove(_ path: String, _ repository: TemporaryRepository) throws {
    let id = try repository.git("rev-parse", "HEAD:" + path)
    let object = repository.folder
      .appendingPathComponent(".git/objects/\(id.prefix(2))/\(id.dropFirst(2))")
    try FileManager.default.removeItem(at: object)
  }

  private func fill(_ repository: TemporaryRepository) throws {
    try repository.write(model("A"), to: "App/M.xcdatamodeld/M.xcdatamodel/contents")
    try repository.write("one", to: "App/notes.txt")
    try repository.write(model("Z"), to: "Other/N.xcdatamodeld/N.xcdatamodel/contents")
    try repository.commit(tag: "v1")
    try repository.write(model("B"), to: "App/M.xcdatamodeld/M.xcdatamodel/contents")
    try repository.write("two", to: "App/notes.txt")
    try repository.commit()
  }

  @Test(arguments: ["App/notes.txt", "Other/N.xcdatamodeld/N.xcdatamodel/contents"])
  func aFileOfNoInterestMayBeMissing(_ path: String) throws {
    try TemporaryRepository.with { repository in
      try fill(repository)
      try remove(path, repository)
      let git = try GitRepository.containing(path: repository.folder.path)
      let review = try RepositoryReview(git, against: "v1", at: "HEAD")
      let pair = try #require(
        try review.pairs().first { $0.new == "App/M.xcdatamodeld" })
      var diagnostics = Diagnostics()
      for (atCommit, entity) in [(true, "A"), (false, "B")] {
        let file = try #require(
          try review.currentFile(of: pair, atCommit: atCommit, &diagnostics))
        #expect("\(file.contents)".contains("\"\(entity)\"") || !diagnostics.hasErrors)
      }
      #expect(!diagnostics.hasErrors)
      guard case .tree(let tree) = try review.source(of: pair) else {
        Issue.record("a commit's files are in a tree")
        return
      }
      #expect(tree.paths == ["App/M.xcdatamodeld/M.xcdatamodel/contents"])
    }
  }

  @Test func aFileOfTheModelMustBeThere() throws {
    try TemporaryRepository.with { repository in
      try fill(repository)
      try remove("App/M.xcdatamodeld/M.xcdatamodel/contents", repository)
      let git = try GitRepository.containing(path: repository.folder.path)
      let review = try RepositoryReview(git, against: "v1", at: "HEAD")
      let pair = try #require(try review.pairs().first { $0.new == "App/M.xcdatamodeld" })
      var diagnostics = Diagnostics()
      #expect(try review.currentFile(of: pair, atCommit: false, &diagnostics) == nil)
      #expect(diagnostics.hasErrors)
    }
  }

  /// Links to a folder and into it lead to each file once.
  @Test func aFileThatIsReachedTwiceStandsOnceInTheTree() throws {
    try TemporaryRepository.with { repository in
      try repository.write("a", to: "real/a")
      try repository.link("real/again", to: ".")
      try repository.link("App/one", to: "../real")
      try repository.link("App/two", to: "../real/a")
      try repository.link("App/three", to: "one")
      try repository.commit()
      let git = try GitRepository.containing(path: repository.folder.path)
      let files = try CommitFiles(git, git.resolve("HEAD"), label: "HEAD:")
      #expect(
        try files.tree(of: "App").paths.sorted()
          == ["App/one", "App/three", "App/two", "real/a", "real/again"])
      #expect(try files.tree(of: "real/again/again").paths.contains("real/a"))
    }
  }
}
