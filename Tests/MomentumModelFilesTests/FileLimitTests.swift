import Foundation
import MomentumDiagnostics
import MomentumModel
import MomentumPropertyList
import MomentumTestSupport
import Testing

@testable import MomentumModelFiles

/// Limits and refusals of files, on both sides of each; and the copy of a model within a mapping file.
@Suite struct FileLimitTests {
  private func reason(_ body: () throws -> Void) -> String {
    do {
      try body()
      return "done"
    } catch {
      return "\(error)"
    }
  }

  @Test func fortyLinksInOnePathAreFollowed() throws {
    func read(_ links: Int) throws -> [UInt8]? {
      var files: [(path: String, node: FileTree.Node)] = [("l0", .file([7]))]
      for index in 0..<links { files.append(("l\(index + 1)", .link("l\(index)"))) }
      return try FileTree(label: "c:", files: files).read("l\(links)", sizeMax: 1)
    }
    #expect(try read(0) == [7])
    #expect(try read(40) == [7])
    #expect(reason { _ = try read(41) } == "cannot find 'c:l41': a loop of links")
  }

  @Test func aTreeTellsWhatStandsAtAPath() throws {
    let tree = FileTree(
      label: "c:",
      files: [
        ("a/b/f", .file([1, 2, 3])), ("a/e", .file([])), ("big", .oversized), ("sub", .submodule),
        ("gone", .link("nothing")), ("up", .link("..")), ("away", .link("/etc")),
        ("in", .link("a/b")),
      ])
    #expect(tree.paths == ["a/b/f", "a/e", "away", "big", "gone", "in", "sub", "up"])
    for path in ["", "a", "a/b", "a/b/f", "gone"] { #expect(tree.contains(path), "\(path)") }
    for path in ["b", "a/b/f/g", "in/f"] { #expect(!tree.contains(path), "\(path)") }
    #expect(try tree.kind(of: "a/b") == .folder && tree.kind(of: "in") == .folder)
    #expect(try tree.kind(of: "in/f") == .file && tree.kind(of: "big") == .file)
    #expect(try tree.entries(of: "") == ["a", "away", "big", "gone", "in", "sub", "up"])
    #expect(try tree.entries(of: "a") == ["b", "e"])
    #expect(try tree.entries(of: "a/../in/.") == ["f"])
    #expect(try tree.read("a/b/f", sizeMax: 3) == [1, 2, 3])
    #expect(try tree.read("a/b/f", sizeMax: 2) == nil)
    #expect(try tree.read("big", sizeMax: .max) == nil)
    let outside = "it leads out of the repository"
    for (path, text) in [
      ("gone", "cannot find 'c:gone': no such file or folder"),
      ("x", "cannot find 'c:x': no such file or folder"), ("..", "cannot find 'c:..': \(outside)"),
      ("a/../../a", "cannot find 'c:a/../../a': \(outside)"),
      ("up", "cannot find 'c:up': \(outside)"), ("away", "cannot find 'c:away': \(outside)"),
      ("sub", "cannot read 'c:sub': it is a submodule; run the command in that repository"),
    ] {
      #expect(reason { _ = try tree.kind(of: path) } == text)
    }
    #expect(
      reason { _ = try tree.read("a", sizeMax: 9) } == "cannot read 'c:a': it is a folder")
  }

  @Test func aFileOfTheDiskIsReadUpToItsLimit() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("f").path
      try Data([1, 2, 3]).write(to: URL(fileURLWithPath: path))
      let disk = DiskFiles(root: nil)
      #expect(try disk.read(path, sizeMax: 3) == [1, 2, 3])
      #expect(try disk.read(path, sizeMax: 2) == nil)
      #expect(try disk.kind(of: path) == .file && disk.kind(of: folder.path) == .folder)
      #expect(try disk.entries(of: folder.path) == ["f"])
      #expect(DiskFiles.exists(path) && !DiskFiles.exists(path + "g"))
      #expect(reason { _ = try disk.kind(of: "") } == "cannot find '': the path is empty")
      #expect(
        reason { _ = try disk.read(folder.path, sizeMax: 1) }
          == "cannot read '\(folder.path)': it is a folder")
      #expect(
        reason { _ = try disk.kind(of: path + "g") }
          == "cannot find '\(path)g': no such file or folder")
      let inner = folder.appendingPathComponent("inner")
      try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
      let rooted = DiskFiles(root: inner.path)
      #expect(try rooted.kind(of: inner.path) == .folder)
      #expect(
        reason { _ = try rooted.kind(of: path) }
          == "cannot read '\(path)': a link there leads out of the repository")
    }
  }

  // MARK: - The copy of a model

  private func entities(
    _ className: String = "XDPMModel"
  ) throws -> [MappingModelSyntax.KnownEntity] {
    let builder = ArchiveBuilder()
    let car = builder.reserve()
    func property(_ className: String) -> PropertyList { builder.object(className, [:]) }
    builder.fill(
      car, "XDPMEntity",
      [
        "_name": builder.string("Car"),
        "XDBucketForOwnedAttributesstorage": builder.dictionary([
          ("price", property("XDPMAttribute")), ("maker", property("XDPMRelationship")),
          ("model", property("XDPMAttribute")), ("drivers", property("XDPMRelationship")),
          ("cheap", property("XDPMFetchedProperty")),
        ]),
      ])
    let general = builder.object("XDUMLGeneralizationImp", ["_general": car])
    let bus = builder.object(
      "XDPMEntity",
      [
        "_name": builder.string("Bus"),
        "XDBucketForGeneralizationsstorage": builder.array([general]),
      ])
    let package = builder.object(
      "XDModelPackage",
      ["XDBucketForClassesstorage": builder.dictionary([("Car", car), ("Bus", bus)])])
    let bytes = builder.archive(
      root: builder.object(className, ["_xd_rootPackage": package]))
    return EditorModel.entities(of: try KeyedArchive(bytes))
  }

  @Test func theEditorsCopyNamesEntitiesAndProperties() throws {
    let found = try entities()
    #expect(found.map(\.name) == ["Bus", "Car"])
    #expect(found.map(\.parent) == ["Car", nil])
    #expect(found.map(\.attributes) == [[], ["model", "price"]])
    #expect(found.map(\.relationships) == [[], ["drivers", "maker"]])
    #expect(try entities("NSManagedObjectModel").isEmpty)
  }

  // MARK: - Budget

  @Test func aBudgetIsSpentByObjectsOrByBytes() {
    let objects = ArchiveBudget()
    var count = 0
    while objects.take() { count += 1 }
    #expect(count == 1_999_999 && objects.isSpent)
    let bytes = ArchiveBudget()
    #expect(bytes.take(bytes: 0) && !bytes.isSpent)
    #expect(bytes.take(bytes: (64 << 20) - 1) && !bytes.isSpent)
    #expect(!bytes.take(bytes: 1) && bytes.isSpent)
    #expect(!bytes.take(bytes: .max) && bytes.isSpent, "more than is left spends no more than that")
  }
}
