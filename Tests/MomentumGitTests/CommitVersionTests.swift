import Foundation
import MomentumDiff
import MomentumGit
import MomentumTestSupport
import Testing

/// Versions of a model at the commit that a review compares with.
@Suite(.tags(.processes), .enabled(if: TemporaryRepository.isPossible, "there is no git"))
struct CommitVersionTests {
  private static let bundle = "App/M.xcdatamodeld"

  private func model(_ names: String...) -> String {
    SampleContents.contents(names.map { "<entity name=\"\($0)\"/>" }.joined())
  }

  private func open(_ repository: TemporaryRepository) throws -> GitRepository {
    try GitRepository.containing(path: repository.folder.path)
  }

  /// A strict review takes the commit itself for a release, by the name that is right in commands.
  @Test func theCommitOfAStrictReviewIsARelease() throws {
    try TemporaryRepository.with { repository in
      let path = "\(Self.bundle)/M.xcdatamodel/contents"
      try repository.write(model("A"), to: path)
      try repository.commit("one", tag: "v1")
      try repository.git("checkout", "-q", "-b", "side")
      try repository.commit("two")
      try repository.git("checkout", "-q", "main")
      try repository.write(model("A", "B"), to: path)
      try repository.commit("three")
      try repository.write(model("A", "B", "C"), to: path)
      let git = try open(repository)
      for (ref, name) in [("main", "main"), ("side", try git.resolve("v1").short), ("v1", "v1")] {
        let review = try RepositoryReview(git, against: ref)
        let pair = try #require(try review.pairs().first)
        for (patterns, tags) in [([], []), (["v*"], ["v1"]), (["none*"], [])]
          as [([String], [String])]
        {
          let plain = try #require(try review.review(pair, released: patterns))
          #expect((plain.released["M"] ?? []).map(\.tag) == tags, "\(ref) \(patterns)")
          let strict = try #require(try review.review(pair, released: patterns, isStrict: true))
          #expect((strict.released["M"] ?? []).map(\.tag) == tags + [name], "\(ref) \(patterns)")
        }
      }
    }
  }

  /// What a commit has cannot be repaired any more, so its bad links are versions without a form.
  @Test func aVersionBehindABadLinkOfTheCommitIsUnreadable() throws {
    try TemporaryRepository.with { repository in
      for version in ["M", "N"] {
        try repository.write(model(version), to: "\(Self.bundle)/\(version).xcdatamodel/contents")
      }
      for name in ["Out.xcdatamodel", "Away.xcdatamodel", "M.xcdatamodel/layout", "notes"] {
        try repository.link("\(Self.bundle)/\(name)", to: "/etc/hostname")
      }
      try repository.link("App/Other.xcdatamodel", to: "/etc/hostname")
      try repository.commit()
      for name in ["Out.xcdatamodel", "Away.xcdatamodel"] {
        try repository.remove("\(Self.bundle)/\(name)")
      }
      try repository.write(model("M", "M2"), to: "\(Self.bundle)/M.xcdatamodel/contents")
      let review = try RepositoryReview(open(repository), against: "main")
      let pair = try #require(try review.pairs().first { $0.old == Self.bundle })
      let versions = try #require(try review.review(pair)?.old?.versions)
      #expect(versions.map(\.name) == ["M", "N", "Away", "Out"])
      #expect(versions.map { $0.form != nil } == [true, true, false, false])
      #expect(
        versions.map(\.path)
          == versions.map { "main:\(Self.bundle)/\($0.name).xcdatamodel/contents" })
    }
  }
}
