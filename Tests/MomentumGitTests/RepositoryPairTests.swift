import Foundation
import MomentumDiff
import MomentumGit
import MomentumTestSupport
import Testing

/// Which model of a commit is which model of today.
@Suite(.tags(.processes), .enabled(if: TemporaryRepository.isPossible, "there is no git"))
struct RepositoryPairTests {
  private static let bundle = "App/M.xcdatamodeld"

  private func write(
    _ repository: TemporaryRepository, _ names: [String], in folder: String
  ) throws {
    let entities = names.map { "<entity name=\"\($0)\"/>" }.joined()
    try repository.write(
      SampleContents.contents(entities), to: "\(folder)/M.xcdatamodeld/M.xcdatamodel/contents")
  }

  /// Half of the smaller model's entities are enough to be the same model, less is another one.
  @Test(arguments: [(["A", "B", "X", "Y"], true), (["A", "X", "Y", "Z"], false)])
  func aMovedModelKeepsHalfOfItsEntities(names: [String], isMoved: Bool) throws {
    try TemporaryRepository.with { repository in
      try write(repository, ["A", "B", "C", "D"], in: "App")
      try repository.commit()
      try repository.remove("App")
      try write(repository, names, in: "Modules")
      let git = try GitRepository.containing(path: repository.folder.path)
      let pairs = try RepositoryReview(git, against: "main").pairs()
      #expect(pairs.count == (isMoved ? 1 : 2), "\(pairs)")
      #expect(
        pairs.contains { $0.old == Self.bundle && $0.new?.contains("/Modules/") == true } == isMoved
      )
    }
  }

  @Test func aModelIsAskedForByItsPathAtACommit() throws {
    try TemporaryRepository.with { repository in
      try write(repository, ["A"], in: "App")
      try repository.commit(tag: "v1.0")
      try repository.git("checkout", "-q", "-b", "edit")
      try write(repository, ["A", "B"], in: "App")
      try repository.commit("an edit")
      try repository.git("checkout", "-q", "main")
      try repository.remove("App")
      let git = try GitRepository.containing(path: repository.folder.path)
      let subject = try RepositoryReview(git, against: "v1.0", at: "edit")
      let pair = try subject.pair(path: repository.path(Self.bundle))
      #expect(pair.old == Self.bundle)
      #expect(pair.new == Self.bundle, "the work tree does not have it, the commit has")
      #expect(!pair.isLeftOut)
      #expect(try subject.review(pair)?.findings().count == 1)
    }
  }
}
