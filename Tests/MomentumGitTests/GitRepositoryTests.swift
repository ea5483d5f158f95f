import Foundation
import MomentumModelFiles
import MomentumTestSupport
import Testing

@testable import MomentumGit

@Suite(.tags(.processes), .enabled(if: TemporaryRepository.isPossible, "there is no git"))
struct GitRepositoryTests {
  private func error(_ body: () throws(GitError) -> Void) -> String {
    do throws(GitError) {
      try body()
      return "none"
    } catch {
      return "\(error)"
    }
  }

  @Test func aRepositoryIsFoundFromAnyFolderAndForPathsThatAreGone() throws {
    try TemporaryRepository.with { repository in
      try repository.write("x", to: "App/Sub folder/M.xcdatamodeld/M.xcdatamodel/contents")
      try repository.commit()
      for (path, expected) in [
        ("", ""), ("App", "App/"), ("App/gone/N.xcdatamodeld", "App/gone/N.xcdatamodeld"),
        ("App/Sub folder/M.xcdatamodeld", "App/Sub folder/M.xcdatamodeld"),
        (
          "App/Sub folder/M.xcdatamodeld/M.xcdatamodel/contents",
          "App/Sub folder/M.xcdatamodeld/M.xcdatamodel/contents"
        ),
      ] {
        let found = try GitRepository.containing(path: repository.path(path))
        #expect(found.root == repository.folder.path)
        #expect(found.path == expected)
        #expect(!found.isShallow)
      }
    }
    try RepositoryFiles.withTemporaryFolder { folder in
      #expect(
        error { () throws(GitError) in _ = try GitRepository.containing(path: folder.path) }
          == "'\(folder.path)' is in no git repository")
    }
  }

  @Test func refsAreResolvedAndOtherTextsAreNot() throws {
    try TemporaryRepository.with { repository in
      try repository.commit(tag: "v1")
      try repository.git("tag", "-a", "v2", "-m", "second")
      try repository.git("tag", "-a", "v3", "-m", "third", "v2")
      let git = try GitRepository.containing(path: repository.folder.path)
      let head = try repository.git("rev-parse", "HEAD")
      for ref in ["main", "HEAD", "v1", "v2", "v3", head, String(head.prefix(10)), "HEAD^0"] {
        #expect(try git.resolve(ref).text == head, "\(ref)")
      }
      #expect(
        try git.tags(matching: ["v*"]).map(\.name).sorted() == ["v1", "v2", "v3"])
      #expect(try git.tags(matching: ["v[23]"]).allSatisfy { $0.commit.text == head })
      for ref in ["--all", "nothing", "HEAD:x", "v1..v2", "", "-", "HEAD^{tree}"] {
        #expect(
          error { () throws(GitError) in _ = try git.resolve(ref) }
            == "'\(ref)' names no commit, branch or tag; in a shallow clone fetch it first (git fetch origin)"
        )
      }
    }
  }

  @Test func aBranchOfTheServerIsSuggested() throws {
    try TemporaryRepository.with { repository in
      try repository.commit()
      try repository.git("update-ref", "refs/remotes/origin/trunk", "HEAD")
      let git = try GitRepository.containing(path: repository.folder.path)
      #expect(
        error { () throws(GitError) in _ = try git.resolve("trunk") }
          == "'trunk' names no commit, branch or tag; did you mean 'origin/trunk'?")
    }
  }

  @Test func aShallowCloneIsExplained() throws {
    try TemporaryRepository.with { repository in
      try repository.commit("1")
      try repository.commit("2", tag: "v1")
      try repository.commit("3")
      try RepositoryFiles.withTemporaryFolder { folder in
        try repository.git(
          "clone", "-q", "--depth", "1", "--no-tags", "file://\(repository.folder.path)",
          folder.path)
        let git = try GitRepository.containing(path: folder.path)
        #expect(git.isShallow)
        #expect(
          error { () throws(GitError) in _ = try git.resolve("v1") }.contains(
            "in this shallow clone; fetch all of the history"))
      }
    }
  }

  @Test func contentsOfManyFilesComeWithEveryNameAFileCanHave() throws {
    try TemporaryRepository.with { repository in
      let names = ["a b", "ü/日本", "line\nend", "tab\there", "-x", "quo\"te", "empty"]
      for name in names { try repository.write(name == "empty" ? "" : "in \(name)", to: name) }
      try repository.link("link", to: "a b")
      try repository.commit()
      let git = try GitRepository.containing(path: repository.folder.path)
      let commit = try git.resolve("main")
      let files = try git.files(at: commit)
      #expect(Set(files.map(\.path)) == Set(names + ["link"]))
      let contents = try git.contents(of: files.map(\.id), sizeMax: 1000)
      for file in files {
        let text = contents[file.id].map { String(decoding: $0, as: UTF8.self) }
        switch file.path {
        case "link":
          #expect(file.mode == .link && text == "a b")
        case "empty": #expect(text == "")
        case let name: #expect(text == "in \(name)")
        }
      }
      // Larger files are left where they are.
      let small = try git.contents(of: files.map(\.id), sizeMax: 3)
      #expect(small.count == 2)
      let found = try git.ids(of: names + ["none", "a b/x"], in: [commit])
      #expect(Set(found[commit]?.keys ?? [:].keys) == Set(names))
      #expect(try git.workTreeFiles() == (names + ["link"]).sorted())
    }
  }

  @Test func aBareRepositoryHasNoWorkTreeAndOneAmongFilesIsRefused() throws {
    try TemporaryRepository.with { repository in
      try repository.write("x", to: "a")
      try repository.commit()
      try RepositoryFiles.withTemporaryFolder { folder in
        try repository.git("clone", "-q", "--bare", repository.folder.path, folder.path)
        let git = try GitRepository.containing(path: folder.path)
        #expect(git.root == nil)
        #expect(try git.files(at: try git.resolve("main")).map(\.path) == ["a"])
      }
      try repository.git("clone", "-q", "--bare", repository.folder.path, repository.path("evil"))
      #expect(
        error { () throws(GitError) in
          _ = try GitRepository.containing(path: repository.path("evil/M.xcdatamodeld"))
        }.contains("is a bare repository among the files of another one"))
      let own = try GitRepository.containing(path: repository.path(".git"))
      #expect(try own.find("main") != nil)
    }
  }

  @Test func whatAHookSetsForAnotherRepositoryIsLeftOut() throws {
    try TemporaryRepository.with { one in
      try one.commit("one")
      try TemporaryRepository.with { other in
        try other.commit("other")
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let environment = GitEnvironment([
          "PATH": path, "GIT_DIR": one.path(".git"), "GIT_WORK_TREE": one.folder.path,
          "GIT_INDEX_FILE": one.path(".git/index"), "GIT_TRACE": "1",
          "GIT_CONFIG_GLOBAL": "/dev/null",
        ])
        let git = try GitRepository(path: other.folder.path, environment: environment)
        #expect(git.root == other.folder.path)
        // Where there is no other repository, the named one is meant.
        try RepositoryFiles.withTemporaryFolder { folder in
          let place = folder.path
          let own = GitEnvironment([
            "PATH": path, "GIT_DIR": one.path(".git"), "GIT_WORK_TREE": place,
          ])
          let named = try GitRepository(path: place, environment: own)
          #expect(named.root == place)
          #expect(try named.resolve("main").text == one.git("rev-parse", "main"))
        }
      }
    }
  }

  @Test func withoutGitThatIsSaid() {
    let environment = GitEnvironment(["PATH": "/nowhere:relative:."])
    #expect(
      error { () throws(GitError) in _ = try GitRepository(path: "/", environment: environment) }
        == "git cannot be run; install it, or give two paths instead of a ref")
  }

  @Test func historiesPartAtTheirMergeBase() throws {
    try TemporaryRepository.with { repository in
      try repository.commit("base", tag: "base")
      try repository.git("checkout", "-q", "-b", "side")
      try repository.commit("side")
      try repository.git("checkout", "-q", "main")
      try repository.commit("main")
      let git = try GitRepository.containing(path: repository.folder.path)
      let base = try git.mergeBase(try git.resolve("main"), try git.resolve("side"))
      #expect(try base == git.resolve("base"))
      try repository.git("checkout", "-q", "--orphan", "alone")
      try repository.commit("alone")
      #expect(try git.mergeBase(try git.resolve("main"), try git.resolve("alone")) == nil)
    }
  }
}
