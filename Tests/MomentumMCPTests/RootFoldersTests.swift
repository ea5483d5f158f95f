import Foundation
import MomentumMCP
import MomentumTestSupport
import Testing

/// Which paths may be read.
@Suite struct RootFoldersTests {
  private static func outcome(_ roots: RootFolders, _ path: String) -> String {
    do throws(RootFolders.Refusal) {
      let real = try roots.resolve(path)
      try roots.checkLinks(in: real)
      return real
    } catch {
      return error.text
    }
  }

  /// A root with a model, a folder beside it with a secret, and links between them.
  private static func withFolders(_ body: (URL, RootFolders) throws -> Void) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      // The folder for temporary files is a link on some systems.
      let top = folder.resolvingSymlinksInPath()
      let files = FileManager.default
      for name in ["root/Shop.xcdatamodel", "root/Linked.xcdatamodel", "root/Sources", "outside"] {
        try files.createDirectory(
          at: top.appendingPathComponent(name), withIntermediateDirectories: true)
      }
      for name in ["root/Shop.xcdatamodel/contents", "outside/secret", "rootless"] {
        try Data("x".utf8).write(to: top.appendingPathComponent(name))
      }
      let links = [
        ("root/out", "outside"), ("root/secret", "outside/secret"), ("root/in", "root/Sources"),
        ("root/Linked.xcdatamodel/contents", "outside/secret"),
        ("root/Sources/Model.swift", "outside/secret"), ("way-in", "root"),
      ]
      for (link, target) in links {
        try files.createSymbolicLink(
          atPath: top.appendingPathComponent(link).path,
          withDestinationPath: top.appendingPathComponent(target).path)
      }
      try body(top, try RootFolders([top.appendingPathComponent("root").path]))
    }
  }

  @Test func pathsInTheRootBecomeRealPaths() throws {
    try Self.withFolders { top, roots in
      let model = top.path + "/root/Shop.xcdatamodel"
      let paths = [
        "Shop.xcdatamodel", "./Sources/../Shop.xcdatamodel", model,
        top.path + "/way-in/Shop.xcdatamodel", "Shop.xcdatamodel/",
      ]
      for path in paths { #expect(Self.outcome(roots, path) == model) }
    }
  }

  @Test func pathsOutsideAreRefusedWhetherTheyExistOrNot() throws {
    try Self.withFolders { top, roots in
      let paths = [
        "../outside/secret", "/etc/passwd", "/", "..", top.path + "/outside", "../nothing",
        "/nothing/at/all", top.path + "/rootless", "out", "out/secret", "secret", "out/nothing",
      ]
      for path in paths {
        #expect(
          Self.outcome(roots, path)
            == "'\(path)' is outside of the folders that may be read: '\(top.path)/root'")
      }
    }
  }

  @Test func linksInsideOfWhatIsReadAreRefused() throws {
    try Self.withFolders { top, roots in
      let end = "is a link to a place outside of the folders that may be read"
      let contents = top.path + "/root/Linked.xcdatamodel/contents"
      #expect(Self.outcome(roots, "Linked.xcdatamodel") == "'\(contents)' \(end)")
      let source = top.path + "/root/Sources/Model.swift"
      #expect(Self.outcome(roots, "in") == "'\(source)' \(end)")
      #expect(Self.outcome(roots, ".").hasSuffix(end))
      // A link in the root to another folder in it shows what that has.
      try FileManager.default.removeItem(atPath: source)
      try FileManager.default.createSymbolicLink(
        atPath: top.path + "/root/Sources/Inner", withDestinationPath: top.path + "/root/Shared")
      try FileManager.default.createDirectory(
        atPath: top.path + "/root/Shared", withIntermediateDirectories: true)
      #expect(Self.outcome(roots, "Sources") == top.path + "/root/Sources")
      try FileManager.default.createSymbolicLink(
        atPath: top.path + "/root/Shared/More", withDestinationPath: top.path + "/outside")
      let more = top.path + "/root/Sources/Inner/More"
      #expect(Self.outcome(roots, "Sources") == "'\(more)' \(end)")
      try FileManager.default.createSymbolicLink(
        atPath: top.path + "/root/.momentum.json",
        withDestinationPath: top.path + "/outside/secret")
      #expect(Self.outcome(roots, "Shop.xcdatamodel") == "'.momentum.json' \(end)")
    }
  }

  @Test func whatDoesNotExistInTheRootIsSaidSo() throws {
    try Self.withFolders { _, roots in
      #expect(Self.outcome(roots, "Nothing.xcdatamodel") == "'Nothing.xcdatamodel' does not exist")
      #expect(Self.outcome(roots, "") == "a path cannot be empty")
      #expect(Self.outcome(roots, "a\0b") == "a path cannot be empty")
    }
  }

  @Test func aRootIsAFolder() throws {
    try Self.withFolders { top, _ in
      #expect(throws: RootFolders.Refusal("'\(top.path)/rootless' is no folder")) {
        try RootFolders([top.path + "/rootless"])
      }
      #expect(throws: RootFolders.Refusal("'\(top.path)/nothing' is no folder")) {
        try RootFolders([top.path + "/nothing"])
      }
    }
  }
}
