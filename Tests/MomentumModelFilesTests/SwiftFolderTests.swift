import MomentumDiagnostics
import MomentumTestSupport
import Testing

@testable import MomentumModelFiles

/// Swift sources as a model: which files of a folder are read, under which names, and which of their versions.
@Suite struct SwiftFolderTests {
  private static let order = "import SwiftData\n@Model final class Order { var a: String? }\n"

  private static let versions = """
    import SwiftData
    enum V1: VersionedSchema {
      static let versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { [Order.self] }
      @Model final class Order { var a: String? }
    }
    enum V2: VersionedSchema {
      static let versionIdentifier = Schema.Version(2, 0, 0)
      static var models: [any PersistentModel.Type] { [Order.self] }
      @Model final class Order { var a: String?; var b: String? }
    }
    """

  private func source(_ files: [String: String]) -> ModelFileSource {
    .tree(
      FileTree(
        label: "v1:",
        files: files.sorted { $0.key < $1.key }.map { ($0.key, .file(Array($0.value.utf8))) }))
  }

  private func list(_ path: String, _ files: [String: String]) throws -> ModelListing {
    try ModelFolder(source: source(files)).list(path)
  }

  /// Packages and builds hold copies, so every class would be there twice.
  @Test func sourcesOfAFolderAreReadButNoCopies() throws {
    let read = ["App/A.swift", "App/sub/B.swift", "App/sub/deeper/C.swift", "App/z/Z.swift"]
    let left = [
      "DerivedData", "SourcePackages", "Pods", "Carthage", "node_modules", "build", ".build",
      "App.xcodeproj",
    ].map { "App/\($0)/X.swift" }
    let others = ["App/.hidden.swift", "App/text.txt", "App/sub/B.swift.txt", "Other/Y.swift"]
    var files: [String: String] = [:]
    for path in left + others { files[path] = Self.order }
    for path in read { files[path] = "struct S {}" }
    #expect(try list("App", files).swiftData == nil)
    files["App/sub/B.swift"] = Self.order
    let listing = try list("App", files)
    #expect(listing.swiftData?.paths == read)
    #expect(try list("App/", files).swiftData?.paths == ["App/A.swift"] + read.dropFirst())
    #expect(listing.path == "App" && listing.shownPath == "v1:App")
    #expect(listing.versions.map(\.path) == listing.versions.map { "App@\($0.name)" })
    #expect(listing.versions.count == 1)
    #expect(try list("App/build", files).swiftData?.paths == ["App/build/X.swift"])
    #expect(try list("App/sub/B.swift", files).swiftData?.paths == ["App/sub/B.swift"])
    #expect(try list("App/A.swift", files).swiftData == nil)
    let top = try list("", ["A.swift": Self.order, "b/B.swift": "struct B {}"])
    #expect(top.swiftData?.paths == ["A.swift", "b/B.swift"])
    #expect(try list(".", ["A.swift": Self.order]).swiftData?.paths == ["A.swift"])
  }

  @Test(arguments: [(31, true), (32, false), (33, false)])
  func foldersAreReadThirtyTwoDeep(_ depth: Int, _ isRead: Bool) throws {
    let path = "App" + String(repeating: "/d", count: depth) + "/A.swift"
    #expect((try list("App", [path: Self.order]).swiftData != nil) == isRead)
  }

  @Test(arguments: [
    ("@Model final class A { var a: String? }", true),
    ("@SwiftData.Model final class A { var a: String? }", true),
    ("@Mode final class A { var a: String? }", false),
    ("Model final class A { var a: String? }", false),
    ("final class A { var Model: String? }", false), ("", false), ("@", false), ("@Mode", false),
  ])
  func sourcesHaveModelsByTheMacro(_ text: String, _ isModel: Bool) throws {
    #expect((try list("A.swift", ["A.swift": text]).swiftData != nil) == isModel, "\(text)")
  }

  /// A version has no file of its own: its path is that of the sources and its name.
  @Test func aVersionIsNamedBehindItsSources() throws {
    let files = ["App/M.swift": Self.versions, "App/x@V1/N.swift": Self.order]
    let whole = try list("App", files)
    #expect(whole.versions.map(\.name) == ["V1", "V2"] && whole.requested == nil)
    let one = try list("App@V2", files)
    #expect(one.versions.map(\.path) == ["App@V2"] && one.requested == nil)
    #expect(one.path == "App" && one.shownPath == "v1:App")
    let file = try list("App/M.swift@V1", files)
    #expect(file.versions.map(\.path) == ["App/M.swift@V1"])
    #expect(file.path == "App/M.swift" && file.shownPath == "v1:App/M.swift")
    let none = try list("App@V3", files)
    #expect(none.versions.map(\.name) == ["V1", "V2"] && none.requested == "V3")
    // A folder whose name has the sign is that folder.
    #expect(try list("App/x@V1", files).versions.map(\.name) != ["V1"])
    #expect(try list("App/x@V1", files).path == "App/x@V1")
    for path in ["App@", "None@V1"] {
      #expect(throws: ModelFileError.self, "\(path)") { try list(path, files) }
    }
  }

  @Test func aVersionIsLoadedAsContentsWithTheSourcesInItsFindings() throws {
    let files = ["App/M.swift": Self.versions]
    var diagnostics = Diagnostics()
    let loaded = try #require(
      try ModelBundle.load(path: "App@V2", in: source(files), &diagnostics))
    #expect(loaded.versionName == "V2" && diagnostics.isEmpty)
    #expect(loaded.contents.text.contains("name=\"b\""))
    let newest = try #require(try ModelBundle.load(path: "App", in: source(files), &diagnostics))
    #expect(newest.versionName == "V2")
    let first = try #require(
      try ModelBundle.load(path: "App", version: "V1", in: source(files), &diagnostics))
    #expect(first.versionName == "V1" && !first.contents.text.contains("name=\"b\""))
    let unknown = try ModelBundle.load(path: "App@V3", in: source(files), &diagnostics)
    #expect(unknown == nil)
    #expect(diagnostics.all.map(\.id) == ["bundle.unknown-version"])
    #expect(diagnostics.all.allSatisfy { $0.location?.path.hasPrefix("v1:App") == true })
  }

  // MARK: - Limits

  /// Sources are read in the order of their paths, up to a number of bytes of all together.
  @Test func sourcesAreReadUpToALimit() throws {
    let model = Self.order
    let plain = "struct S {}"
    let files = source(["App/A.swift": plain, "App/B.swift": model, "App/C.swift": model])
    let all = plain.utf8.count + model.utf8.count
    for (bytesMax, hasModels) in [(all - 1, false), (all, true), (all + 1, true)] {
      let folder = try SwiftDataFolder("App", in: files, bytesMax: bytesMax)
      #expect((folder != nil) == hasModels, "\(bytesMax)")
    }
    #expect(try SwiftDataFolder("App", in: files)?.paths.count == 3)
    #expect(SwiftDataFolder.bytesMax == 268_435_456)
  }

  /// A walk has so many files at most, and looks at so many files and folders.
  @Test(arguments: [
    (4, 100, ["A/1.swift", "A/2.swift", "B.swift", "C.swift"]),
    (3, 100, ["A/1.swift", "A/2.swift", "B.swift"]), (1, 100, ["A/1.swift"]), (0, 100, []),
    (9, 6, ["A/1.swift", "A/2.swift", "B.swift", "C.swift"]),
    (9, 5, ["A/1.swift", "A/2.swift", "B.swift", "C.swift"]),
    (9, 4, ["A/1.swift", "A/2.swift", "B.swift"]), (9, 3, ["A/1.swift", "A/2.swift"]),
    (9, 1, []),
  ])
  func aWalkHasAnEnd(filesMax: Int, entriesMax: Int, expected: [String]) throws {
    var walk = SwiftFileWalk(
      source: source(["A/1.swift": "", "A/2.swift": "", "B.swift": "", "C.swift": "", "d": ""]))
    #expect(walk.filesMax == 20_000 && walk.entriesMax == FolderWalk.entriesMax)
    walk.filesMax = filesMax
    walk.entriesMax = entriesMax
    try walk.visit("", depth: 0)
    #expect(walk.files == expected)
  }
}
