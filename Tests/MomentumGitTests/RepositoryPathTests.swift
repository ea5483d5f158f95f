import Foundation
import MomentumModelFiles
import MomentumTestSupport
import Testing

@testable import MomentumGit

/// Paths of files, of models and of mapping models, relative to a repository and to the present folder.
@Suite struct RepositoryPathTests {
  // MARK: - Paths

  @Test func aPathIsSplitAtTheFolderThatIsThere() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let base = folder.path
      let bundle = folder.appendingPathComponent("App/M.xcdatamodeld/M.xcdatamodel")
      try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
      try Data().write(to: folder.appendingPathComponent("App/file"))
      for (path, below, rest) in [
        ("", "", ""), ("/App", "/App", ""), ("/App/gone", "/App", "gone"),
        ("/App/gone/x", "/App", "gone/x"), ("/App/file", "/App", "file"),
        ("/App/file/x", "/App", "file/x"),
        ("/App/M.xcdatamodeld", "/App", "M.xcdatamodeld"),
        ("/App/M.xcdatamodeld/M.xcdatamodel", "/App", "M.xcdatamodeld/M.xcdatamodel"),
        ("/App/Lone.xcdatamodel/contents", "/App", "Lone.xcdatamodel/contents"),
        ("/none/M.xcdatamodeld/x", "", "none/M.xcdatamodeld/x"),
      ] {
        let (found, left) = RepositoryPath.split(base + path)
        #expect(found == base + below && left == rest, "'\(path)': \(found) and \(left)")
      }
    }
    let (top, rest) = RepositoryPath.split("/M.xcdatamodeld")
    #expect(top == "/" && rest == "M.xcdatamodeld")
    let (here, none) = RepositoryPath.split("")
    #expect(here == FileManager.default.currentDirectoryPath && none == "")
  }

  @Test(arguments: [
    ("App/M", "App", true), ("App", "App", false), ("Apple/M", "App", false), ("App/M", "", true),
    ("M", ".", true), ("App/Sub/M", "App/Sub", true), ("App/M", "App/Sub", false),
    (nil, "", false), (nil, "App", false), (nil, ".", false), ("App/M", "App/", true),
    ("Apple/M", "App/", false), ("App", "App/", false),
  ])
  func aPathIsBelowAFolderByWholeNames(_ path: String?, _ folder: String, _ isBelow: Bool) {
    #expect(RepositoryPath.is(path, below: folder) == isBelow)
  }

  @Test(arguments: [
    ("a/b/c", "x", "a/b/x"), ("c", "x", "x"), ("/c", "x", "/x"), ("a/", "x", "a/x"),
  ])
  func aFileBesideAnotherIsInItsFolder(_ path: String, _ name: String, _ expected: String) {
    #expect(RepositoryPath.beside(path, name) == expected)
  }

  @Test func parentsAndFoldersLeaveOutTheLastName() throws {
    #expect(RepositoryPath.parent(of: "/a/b") == "/a")
    #expect(RepositoryPath.parent(of: "/a") == "/")
    try RepositoryFiles.withTemporaryFolder { folder in
      let real = folder.appendingPathComponent("real")
      try FileManager.default.createDirectory(at: real, withIntermediateDirectories: true)
      try Data().write(to: real.appendingPathComponent("file"))
      let link = folder.appendingPathComponent("link")
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: real)
      #expect(RepositoryPath.absoluteFolder(of: link.path + "/file") == real.path)
      #expect(RepositoryPath.areSame(link.path, real.path))
      #expect(RepositoryPath.areSame(real.path, real.path))
      #expect(!RepositoryPath.areSame(folder.path, real.path))
      let dead = folder.appendingPathComponent("dead")
      try FileManager.default.createSymbolicLink(
        at: dead, withDestinationURL: folder.appendingPathComponent("nowhere"))
      #expect(RepositoryPath.exists("dead", in: folder.path))
      #expect(RepositoryPath.exists("real/file", in: folder.path))
      #expect(!RepositoryPath.exists("nowhere", in: folder.path))
      #expect(!RepositoryPath.exists("real/file", in: nil))
    }
  }

  /// What a user would type, seen from the folder in which the tests run and those above it.
  @Test func aPathIsShownFromThePresentFolder() throws {
    let here = FileManager.default.currentDirectoryPath
    let names = here.split(separator: "/").map(String.init)
    let name = try #require(names.last)
    #expect(RepositoryPath.shown("a/b", in: here) == "a/b")
    #expect(RepositoryPath.shown("a/b", in: here + "/") == "a/b")
    #expect(RepositoryPath.shown("a/b", in: here + "/sub") == here + "/sub/a/b")
    #expect(RepositoryPath.shown("a/b", in: here + "x") == here + "x/a/b")
    let above = "/" + names.dropLast().joined(separator: "/")
    #expect(RepositoryPath.shown("a/b", in: above) == "../a/b")
    #expect(RepositoryPath.shown("\(name)/b", in: above) == "b")
    #expect(RepositoryPath.shown("\(name)/b/c", in: above) == "b/c")
    // The folder itself is no file of it.
    #expect(RepositoryPath.shown(name, in: above) == "../\(name)")
    if names.count > 1 {
      let top = "/" + names.dropLast(2).joined(separator: "/")
      let first = names[names.count - 2]
      #expect(RepositoryPath.shown("a", in: top) == "../../a")
      #expect(RepositoryPath.shown("\(first)/a", in: top) == "../a")
      #expect(RepositoryPath.shown("\(first)/\(name)/a", in: top) == "a")
      #expect(RepositoryPath.shown("x/\(name)/a", in: top) == "../../x/\(name)/a")
    }
  }

  @Test func gitFindsTheNearestRepositoryByItself() throws {
    let here = FileManager.default.currentDirectoryPath
    var nearest = URL(fileURLWithPath: here)
    while nearest.path != "/",
      !FileManager.default.fileExists(atPath: nearest.appendingPathComponent(".git").path)
    {
      nearest.deleteLastPathComponent()
    }
    #expect(RepositoryPath.gitFolder(of: nearest.path) == nil)
    #expect(RepositoryPath.gitFolder(of: here + "/sub/other") == "sub/other")
    #expect(RepositoryPath.gitFolder(of: "/somewhere/else") == "/somewhere/else")
    #expect(RepositoryPath.gitFolder(of: here + "x") == here + "x")
  }

  // MARK: - Models

  @Test(arguments: [
    ("M.xcdatamodeld", true), ("M.xcdatamodel", true), (".xcdatamodel", true), ("M.xcdata", false),
    ("M.xcdatamodeld2", false), ("xcdatamodel", false),
  ])
  func aModelIsKnownByTheEndOfItsName(_ name: String, _ isModel: Bool) {
    #expect(ModelPlaces.isModel(name) == isModel)
  }

  @Test(arguments: [
    ("App/M.xcdatamodeld/M.xcdatamodel/contents", "App/M.xcdatamodeld"),
    ("M.xcdatamodeld/.xccurrentversion", "M.xcdatamodeld"),
    ("Lone.xcdatamodel/contents", "Lone.xcdatamodel"),
    ("A.xcdatamodeld/B.xcdatamodeld/C.xcdatamodel/contents", "A.xcdatamodeld"),
    ("App/M.xcdatamodeld", nil), ("App/M.xcdatamodeldx/a", nil), ("App/a.swift", nil),
    ("", nil), (".xcdatamodel/a", ".xcdatamodel"), (".xcdatamodel", nil),
    ("x/M.xcdatamodel.swift", nil),
  ])
  func aFileBelongsToTheOutermostModel(_ path: String, _ bundle: String?) {
    #expect(ModelPlaces.bundle(of: path) == bundle)
  }

  private func file(_ path: String, _ digit: Character, _ mode: GitFileMode = .file) throws
    -> GitFile
  {
    GitFile(
      path: path, mode: mode, id: try #require(GitObjectID(String(repeating: digit, count: 40))))
  }

  @Test func filesAreGroupedByModelAndContentsArePicked() throws {
    let files = [
      try file("B.xcdatamodeld/1.xcdatamodel/contents", "1"),
      try file("B.xcdatamodeld/.xccurrentversion", "2"), try file("main.swift", "3"),
      try file("A.xcdatamodel/contents", "4"),
      try file("A.xcdatamodel/link/contents", "5", .link),
      try file("B.xcdatamodeld/2.xcdatamodel/contents", "6"), try file("contents", "7"),
    ]
    let groups = ModelPlaces.grouped(files)
    #expect(groups.map(\.bundle) == ["A.xcdatamodel", "B.xcdatamodeld"])
    #expect(groups.map { $0.files.map(\.id.text.first) } == [["4", "5"], ["1", "2", "6"]])
    #expect(
      ModelPlaces.contents(files).map { String($0.text.prefix(1)) }.sorted() == ["1", "4", "6"])
  }

  @Test(arguments: [
    ("1", "App/M.xcdatamodeld", "App/M.xcdatamodeld/1.xcdatamodel/contents"),
    ("M", "App/M.xcdatamodel", "App/M.xcdatamodel/contents"),
  ])
  func aVersionsFileStandsInItsFolder(_ version: String, _ bundle: String, _ path: String) {
    #expect(ReleasedForms.contents(of: version, in: bundle) == path)
  }

  // MARK: - Mapping models

  @Test func mappingModelsAreFoldersOfXcodeAndCompiledFiles() {
    #expect(
      MappingModels.places([
        "a/A.xcmappingmodel/xcmapping.xml", "b.cdm", "b.cdm/x", "c.xcmappingmodel",
        "d.xcmappingmodel/other.xml", "xcmapping.xml", "e/.cdm",
      ]) == ["a/A.xcmappingmodel", "b.cdm", "e/.cdm"])
    #expect(MappingModels.file(of: "a/A.xcmappingmodel") == "a/A.xcmappingmodel/xcmapping.xml")
    #expect(MappingModels.file(of: "a/b.cdm") == "a/b.cdm")
    #expect(MappingModels.name(of: "a/A.xcmappingmodel/xcmapping.xml") == "A.xcmappingmodel")
    #expect(MappingModels.name(of: "a/b.cdm") == "b.cdm")
    #expect(MappingModels.name(of: "A.xcmappingmodel/B.cdm") == "B.cdm")
    #expect(MappingModels.name(of: "a/b.xml") == nil)
  }
}
