import Foundation
import MomentumDiagnostics
import MomentumDiff
import MomentumModelFiles
import MomentumTestSupport
import Testing

@testable import MomentumGit

/// What is read of a commit and of the work tree: links, settings, mapping models, former places, tags.
@Suite(.tags(.processes), .enabled(if: TemporaryRepository.isPossible, "there is no git"))
struct CommitReadingTests {
  private static let bundle = "App/M.xcdatamodeld"

  private func model(_ names: String...) -> String {
    SampleContents.contents(names.map { "<entity name=\"\($0)\"/>" }.joined())
  }

  private func open(_ repository: TemporaryRepository) throws -> GitRepository {
    try GitRepository.containing(path: repository.folder.path)
  }

  private func files(_ repository: TemporaryRepository) throws -> CommitFiles {
    let git = try open(repository)
    return try CommitFiles(git, git.resolve("HEAD"), label: "HEAD:")
  }

  // MARK: - Files and links of a commit

  @Test func aTreeHasWhatItsLinksLeadTo() throws {
    try TemporaryRepository.with { repository in
      try repository.write("a", to: "real/sub/a")
      try repository.write("b", to: "real/b")
      try repository.write("c", to: "other/c")
      try repository.write("d", to: "real2/d")
      try repository.link("App/folder", to: "../real")
      try repository.link("App/chain", to: "folder/./sub")
      try repository.link("App/file", to: "../other/c")
      try repository.link("App/out", to: "../../x")
      try repository.link("App/absolute", to: "/etc/hosts")
      try repository.link("App/loop", to: "loop")
      try repository.write("hosts", to: "App/etc/hosts")
      try repository.write("own", to: "App/own")
      try repository.commit()
      let commit = try files(repository)
      #expect(try commit.tree(of: "App/own").paths == ["App/own"])
      #expect(try commit.tree(of: "App/file").paths == ["App/file", "other/c"])
      #expect(try commit.tree(of: "App/folder").paths == ["App/folder", "real/b", "real/sub/a"])
      #expect(
        try commit.tree(of: "App/chain").paths
          == ["App/chain", "App/folder", "real/b", "real/sub/a"])
      #expect(try commit.tree(of: "App/folder/sub").paths.contains("real/sub/a"))
      #expect(try commit.tree(of: "App/folder/sub/a").paths.contains("real/sub/a"))
      #expect(try commit.tree(of: "App/out").paths == ["App/out"])
      #expect(try commit.tree(of: "App/absolute").paths == ["App/absolute"])
      #expect(try commit.tree(of: "App/loop").paths == ["App/loop"])
      #expect(try commit.tree(of: "real").paths == ["real/b", "real/sub/a"])
      #expect(try commit.tree(of: "rea").paths == [])
      #expect(try commit.tree(of: "").paths.count == 12)
      for (path, isThere) in [
        ("real", true), ("real/sub", true), ("real/b", true), ("rea", false), ("real/c", false),
        ("App/folder", true), ("App/folder/b", false),
      ] { #expect(commit.contains(path) == isThere, "\(path)") }
      #expect(try commit.tree(of: "real").label == "HEAD:")
    }
  }

  /// A chain of 40 links is followed, as on Linux.
  @Test func aLongChainOfLinksEnds() throws {
    try TemporaryRepository.with { repository in
      try repository.write("x", to: "l00")
      for index in 1...41 {
        try repository.link(String(format: "l%02d", index), to: String(format: "l%02d", index - 1))
      }
      try repository.commit()
      let commit = try files(repository)
      #expect(try commit.tree(of: "l39").paths.count == 40)
      #expect(try commit.tree(of: "l41").paths.count == 40)
    }
  }

  @Test func aSubmoduleAndALargeFileAreNoContents() throws {
    try TemporaryRepository.with { repository in
      try repository.write("small", to: "small")
      try repository.write(String(repeating: "x", count: 70), to: "large")
      try repository.commit()
      let head = try repository.git("rev-parse", "HEAD")
      try repository.git("update-index", "--add", "--cacheinfo", "160000,\(head),module")
      try repository.git("commit", "-q", "-m", "module")
      let git = try open(repository)
      let commit = try git.resolve("HEAD")
      let all = try git.files(at: commit)
      #expect(all.map(\.path) == ["large", "module", "small"])
      #expect(all.map(\.mode) == [.file, .submodule, .file])
      for (limit, count) in [(4, 0), (5, 1), (69, 1), (70, 2)] {
        #expect(try git.contents(of: all.map(\.id), sizeMax: limit).count == count, "\(limit)")
      }
      let tree = try git.tree(of: all, label: "x:")
      #expect(tree.paths == ["large", "module", "small"])
      #expect(throws: ModelFileError.self) { try ModelFileSource.tree(tree).file("module") }
      #expect(try git.ids(of: ["module", "small", "none"], in: [commit])[commit]?.count == 2)
      #expect(try git.ids(of: [], in: [commit]) == [commit: [:]])
      #expect(try git.ids(of: ["small"], in: []) == [:])
    }
  }

  // MARK: - A hook's variables

  /// A hook that checks a push finds the pushed objects in a folder of their own.
  @Test func theObjectsOfAnUnfinishedPushAreRead() throws {
    try TemporaryRepository.with { repository in
      try repository.commit()
      let head = try repository.git("rev-parse", "HEAD")
      let moved = repository.path(".git/elsewhere")
      try FileManager.default.moveItem(atPath: repository.path(".git/objects"), toPath: moved)
      try FileManager.default.createDirectory(
        atPath: repository.path(".git/objects"), withIntermediateDirectories: true)
      var variables = [
        "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "", "GIT_OBJECT_DIRECTORY": moved,
        "GIT_CONFIG_GLOBAL": "/dev/null",
      ]
      func find() throws -> String? {
        try GitRepository(path: repository.folder.path, environment: GitEnvironment(variables))
          .find("main")?.text
      }
      #expect(try find() == nil, "nobody says that the folder is this repository's")
      variables["GIT_DIR"] = "/somewhere/else"
      #expect(try find() == nil, "the folder is another repository's")
      variables["GIT_DIR"] = repository.path(".git")
      #expect(try find() == head)
    }
  }

  // MARK: - Releases

  @Test func releasesAreTagsOfCommitsInTheirOrderAndNames() throws {
    try TemporaryRepository.with { repository in
      try repository.write("x", to: "file")
      try repository.commit("one", tag: "v2")
      try repository.git("tag", "-a", "v1", "-m", "later by date")
      try repository.git("tag", "v-tree", "HEAD^{tree}")
      try repository.git("tag", "-a", "v-nested", "-m", "of a tag", "v1")
      try repository.commit("two")
      try repository.git("branch", "stable")
      let git = try open(repository)
      let first = try git.resolve("v2")
      #expect(Set(try git.tags(matching: ["v*"]).map(\.name)) == ["v2", "v1", "v-nested"])
      #expect(try git.tags(matching: ["v*"]).allSatisfy { $0.commit == first })
      #expect(try git.tags(matching: []).isEmpty)
      #expect(try git.tags(matching: ["x*", "v2"]).map(\.name) == ["v2"])
      let review = try RepositoryReview(git, against: "v2")
      #expect(
        try review.releases(matching: ["v2", "stable", "none", "st*", "HEAD"]).map(\.name)
          == ["v2", "stable", "HEAD"])
      #expect(try review.releases(matching: ["v[2]"]).map(\.commit) == [first])
    }
  }

  /// A name of both is the tag, which is compared itself; of a branch the commit where the histories parted.
  @Test func aTagComesBeforeABranchOfItsName() throws {
    try TemporaryRepository.with { repository in
      try repository.write("x", to: "file")
      try repository.commit("one")
      try repository.git("checkout", "-q", "-b", "side")
      try repository.commit("two", tag: "v1")
      try repository.commit("three")
      try repository.git("branch", "v1")
      try repository.git("checkout", "-q", "main")
      let git = try open(repository)
      let (base, tag) = (try git.resolve("main"), try git.resolve("refs/tags/v1"))
      for (ref, commit, isBase) in [
        ("v1", tag, false), ("refs/tags/v1", tag, false), ("refs/heads/v1", base, true),
        ("side", base, true), (tag.text, base, true), ("main", base, false),
      ] {
        let review = try RepositoryReview(git, against: ref)
        #expect(review.commit == commit && review.isMergeBase == isBase, "\(ref)")
        #expect(review.label == (isBase ? base.short : ref) + ":", "\(ref)")
        #expect(!review.isUnrelated, "\(ref)")
      }
    }
  }

  /// A bundle of the same name with other bytes is this one where half of the entities are the same.
  @Test(arguments: [(["A", "B", "Z"], true), (["X", "Y", "Z"], false)])
  func aFormerPlaceIsFoundByNameAndEntities(_ names: [String], _ isFound: Bool) throws {
    try TemporaryRepository.with { repository in
      let contents = names.map { "<entity name=\"\($0)\"/>" }.joined()
      try repository.write(
        SampleContents.contents(contents), to: "Old/M.xcdatamodeld/M.xcdatamodel/contents")
      try repository.commit(tag: "v1")
      try repository.remove("Old")
      try repository.write(model("A", "B"), to: "\(Self.bundle)/M.xcdatamodel/contents")
      try repository.commit()
      try repository.git("branch", "base")
      try repository.write(model("A", "B", "C"), to: "\(Self.bundle)/M.xcdatamodel/contents")
      let review = try RepositoryReview(open(repository), against: "base")
      let pair = try #require(try review.pairs().first)
      let found = try #require(try review.review(pair)).released["M"] ?? []
      #expect(found.map(\.tag) == (isFound ? ["v1"] : []))
      #expect(found.map(\.path) == (isFound ? ["Old/M.xcdatamodeld/M.xcdatamodel/contents"] : []))
    }
  }

  // MARK: - Pairs by path

  @Test func aPairIsFoundByAnyPathInItsBundle() throws {
    try TemporaryRepository.with { repository in
      try repository.write(model("A"), to: "\(Self.bundle)/M.xcdatamodel/contents")
      try repository.write(model("B"), to: "Kit/N.xcdatamodeld/N.xcdatamodel/contents")
      try repository.commit()
      try repository.write(model("A", "C"), to: "\(Self.bundle)/M.xcdatamodel/contents")
      let review = try RepositoryReview(open(repository), against: "main")
      for path in [
        Self.bundle, Self.bundle + "/", Self.bundle + "//", Self.bundle + "/M.xcdatamodel",
        Self.bundle + "/M.xcdatamodel/contents",
      ] {
        let pair = try review.pair(path: repository.folder.path + "/" + path)
        #expect(pair.old == Self.bundle && pair.newInRepository == Self.bundle, "\(path)")
        #expect(pair.new == repository.path(Self.bundle), "\(path): \(pair.new ?? "")")
        #expect(!pair.isLeftOut)
      }
      let none = try review.pair(path: repository.path("App/None.xcdatamodeld"))
      #expect(none.old == nil && none.new == nil)
      #expect(try review.pairs(below: repository.path("App")).map(\.old) == [Self.bundle])
      #expect(try review.pairs(below: repository.path("Kit")).count == 1)
      #expect(try review.pairs(below: repository.path("Ap")).isEmpty)
      #expect(try review.pairs(below: repository.folder.path).count == 2)
      try repository.git("mv", "App", "Moved")
      let moved = try RepositoryReview(open(repository), against: "main")
      let pair = try moved.pair(path: repository.path("Moved/M.xcdatamodeld"))
      #expect(pair.old == Self.bundle && pair.newInRepository == "Moved/M.xcdatamodeld")
      try repository.remove("Kit")
      let gone = try RepositoryReview(open(repository), against: "main")
      #expect(
        try gone.pairs(below: repository.path("Kit")).map(\.old) == ["Kit/N.xcdatamodeld"])
    }
  }

  // MARK: - Settings

  @Test func settingsAreTheNearestAboveAModel() throws {
    try TemporaryRepository.with { repository in
      let name = CheckConfiguration.fileName
      try repository.write(model("A"), to: "A/B/\("M.xcdatamodeld")/M.xcdatamodel/contents")
      try repository.write(model("B"), to: "N.xcdatamodeld/N.xcdatamodel/contents")
      try repository.commit()
      func find(_ bundle: String, at head: String?) throws -> (path: String, text: String?) {
        let review = try RepositoryReview(open(repository), against: "main", at: head)
        let pair = try #require(try review.pairs().first { $0.old == bundle })
        let found = try review.file(named: name, beside: pair)
        return (found.path, found.file?.text)
      }
      let (low, high) = ("A/B/M.xcdatamodeld", "N.xcdatamodeld")
      #expect(try find(low, at: "HEAD") == ("A/B/\(name)", nil))
      #expect(try find(high, at: "HEAD") == (name, nil))
      #expect(try find(low, at: nil) == (repository.path("A/B/\(name)"), nil))
      for place in ["", "A/", "A/B/"] {
        try repository.write(place, to: place + name)
        #expect(try find(low, at: nil) == (repository.path(place + name), place))
        try repository.commit()
        #expect(try find(low, at: "HEAD") == (place + name, place))
        #expect(try find(high, at: "HEAD") == (name, ""))
      }
      let review = try RepositoryReview(open(repository), against: "main")
      let none = try review.file(named: name, beside: RepositoryReview.Pair())
      #expect(none.path == name && none.file == nil)
    }
  }

  @Test func settingsThatASparseCheckoutLeavesOutAreRead() throws {
    try TemporaryRepository.with { repository in
      let name = CheckConfiguration.fileName
      try repository.write(model("A"), to: "App/Sub/M.xcdatamodeld/M.xcdatamodel/contents")
      try repository.write("{}", to: "App/\(name)")
      try repository.write("x", to: "Other/file")
      try repository.commit()
      try repository.git("sparse-checkout", "set", "--no-cone", "/Other/")
      let review = try RepositoryReview(open(repository), against: "main")
      let pair = try #require(try review.pairs().first)
      #expect(pair.isLeftOut && pair.new == "App/Sub/M.xcdatamodeld")
      let found = try review.file(named: name, beside: pair)
      #expect(found.path == "App/\(name)" && found.file?.text == "{}")
      #expect(try open(repository).filesLeftOut().count == 2)
      #expect(try SparseTree.filesLeftOut(of: open(repository)).count == 2)
    }
  }

  // MARK: - Mapping models

  private func mapping(_ attributes: [String]) -> String {
    SampleContents.mapping(of: "A", attributes, in: Self.bundle, from: "M", to: "M 2")
  }

  @Test func mappingModelsAreFoundNowAndAtTheCommit() throws {
    try TemporaryRepository.with { repository in
      let file = ".xcmappingmodel/xcmapping.xml"
      try repository.write(mapping(["a"]), to: "App/Same\(file)")
      try repository.write(mapping(["b"]), to: "App/Edited\(file)")
      try repository.write(mapping(["c"]), to: "Old/Moved\(file)")
      try repository.write(mapping(["d"]), to: "Old/Named\(file)")
      try repository.write(mapping(["e"]), to: "App/Twice\(file)")
      try repository.write(mapping(["f"]), to: "Old/Twice\(file)")
      try repository.write("no mapping", to: "App/Bad\(file)")
      try repository.commit()
      try repository.write(mapping(["b", "b2"]), to: "App/Edited\(file)")
      try repository.git("mv", "Old/Moved.xcmappingmodel", "App/Other.xcmappingmodel")
      try repository.remove("Old/Named.xcmappingmodel")
      try repository.write(mapping(["d", "d2"]), to: "App/Named\(file)")
      try repository.remove("Old/Twice.xcmappingmodel")
      try repository.remove("App/Twice.xcmappingmodel")
      try repository.write(mapping(["g"]), to: "New/Twice\(file)")
      try repository.write(mapping(["h"]), to: "App/Added\(file)")
      let review = try RepositoryReview(open(repository), against: "main")
      func lines(_ list: [RepositoryReview.Mapping]) -> [String] {
        list.map { one in
          let path = one.path.replacing(repository.folder.path + "/", with: "")
          let name = path.replacing(".xcmappingmodel", with: "")
          return "\(name)\(one.old == nil ? " new" : "")\(one.isChanged ? " changed" : "")"
        }
      }
      #expect(
        lines(try review.mappings()) == [
          "App/Added new changed", "App/Bad", "App/Edited changed", "App/Named changed",
          "App/Other", "App/Same", "New/Twice new changed",
        ])
      #expect(
        lines(try review.mappings(below: repository.path("New"))) == ["New/Twice new changed"])
      let git = try open(repository)
      #expect(
        try MappingModels(git).all().map {
          $0.path.replacing(repository.folder.path + "/", with: "")
        } == [
          "App/Added.xcmappingmodel", "App/Edited.xcmappingmodel", "App/Named.xcmappingmodel",
          "App/Other.xcmappingmodel", "App/Same.xcmappingmodel", "New/Twice.xcmappingmodel",
        ])
      #expect(
        try MappingModels(git, at: files(repository)).all().map(\.path) == [
          "App/Edited.xcmappingmodel", "App/Same.xcmappingmodel", "App/Twice.xcmappingmodel",
          "Old/Moved.xcmappingmodel", "Old/Named.xcmappingmodel", "Old/Twice.xcmappingmodel",
        ])
      try repository.commit()
      // A commit's own files count, not those of the work tree.
      try repository.remove("App/Same.xcmappingmodel")
      try repository.write(mapping(["l"]), to: "App/Later\(file)")
      let both = try RepositoryReview(open(repository), against: "HEAD~1", at: "HEAD")
      #expect(
        lines(try both.mappings()) == [
          "App/Added new changed", "App/Bad", "App/Edited changed", "App/Named changed",
          "App/Other", "App/Same", "New/Twice new changed",
        ])
      #expect(both.label.hasSuffix(":"))
    }
  }

  // MARK: - Bundles of a pair

  @Test func aBundleIsReadOnEitherSide() throws {
    try TemporaryRepository.with { repository in
      try repository.write(model("A"), to: "\(Self.bundle)/M.xcdatamodel/contents")
      try repository.write(
        SampleContents.currentVersion("M"), to: "\(Self.bundle)/.xccurrentversion")
      try repository.commit()
      try repository.write(model("A", "B"), to: "\(Self.bundle)/M 2.xcdatamodel/contents")
      let review = try RepositoryReview(open(repository), against: "main")
      let pair = try #require(try review.pairs().first)
      let before = try #require(try review.bundle(of: pair, atCommit: true))
      let now = try #require(try review.bundle(of: pair, atCommit: false))
      #expect(before.versions.map(\.name) == ["M"] && before.path == Self.bundle)
      #expect(now.versions.map(\.name) == ["M", "M 2"] && now.path == repository.path(Self.bundle))
      #expect(before.currentVersion == "M" && now.currentVersion == "M")
      #expect(before.versions[0].path == "main:\(Self.bundle)/M.xcdatamodel/contents")
      var ignored = Diagnostics()
      let old = try review.currentFile(of: pair, atCommit: true, &ignored)
      let new = try review.currentFile(of: pair, atCommit: false, &ignored)
      #expect(old?.contents.text == model("A") && new?.contents.text == model("A"))
      let gone = RepositoryReview.Pair(old: Self.bundle, new: nil)
      #expect(try review.bundle(of: gone, atCommit: false) == nil)
      #expect(try review.currentFile(of: gone, atCommit: false, &ignored) == nil)
      #expect(try review.bundle(of: .init(old: nil, new: "x"), atCommit: true) == nil)
      let same = try RepositoryReview(open(repository), against: "main", at: "main")
      #expect(try same.review(try #require(try same.pairs().first)) == nil)
    }
  }
}
