import Foundation
import MomentumModelFiles
import MomentumTestSupport
import Testing

/// Which folders are searched for models, and which folder a model belongs to.
@Suite struct ModelSearchTests {
  private static let files = [
    "App/M.xcdatamodeld/M.xcdatamodel/contents", "App/M.xcdatamodeld/.xccurrentversion",
    "App/Lone.xcdatamodel/contents", "App/Map.xcmappingmodel/xcmapping.xml",
    "Built/M.momd/M 2.mom", "Bare/contents", "Old/elements", "Versions/.xccurrentversion",
    "Loose/M.mom", "Loose.omo", "Sources/A.swift", "mom/readme", "xcontents/x.contents",
  ]

  private func with(_ body: (_ root: String) throws -> Void) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      // The folder of the system may itself be reached by a link.
      let root = ModelSearch.bundle(of: folder.path).path
      for path in Self.files {
        let file = URL(fileURLWithPath: root + "/" + path)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data().write(to: file)
      }
      try body(root)
    }
  }

  /// A folder is searched unless it is a model, by its name or by what is in it.
  @Test func foldersThatAreNoModelAreSearched() throws {
    try with { root in
      for path in ["", "App", "App/", "App/.", "Built", "Sources", "mom", "xcontents"] {
        #expect(ModelSearch.isSearched(root + "/" + path), "\(path)")
      }
      for path in [
        "App/M.xcdatamodeld", "App/M.xcdatamodeld/", "App/M.xcdatamodeld/M.xcdatamodel",
        "App/Map.xcmappingmodel", "Built/M.momd", "Bare", "Old", "Versions", "Loose", "Loose.omo",
        "Sources/A.swift", "Bare/contents", "None",
      ] {
        #expect(!ModelSearch.isSearched(root + "/" + path), "\(path)")
      }
    }
  }

  /// A version and its file belong to the outermost folder of the model.
  @Test func aVersionBelongsToItsBundle() throws {
    try with { root in
      try FileManager.default.createSymbolicLink(
        atPath: root + "/link", withDestinationPath: "App/M.xcdatamodeld")
      for (path, bundle, settings) in [
        ("App/M.xcdatamodeld", "/App/M.xcdatamodeld", "/App"),
        ("App/M.xcdatamodeld/", "/App/M.xcdatamodeld", "/App"),
        ("App/M.xcdatamodeld/M.xcdatamodel", "/App/M.xcdatamodeld", "/App"),
        ("App/M.xcdatamodeld/M.xcdatamodel/contents", "/App/M.xcdatamodeld", "/App"),
        ("link/M.xcdatamodel/contents", "/App/M.xcdatamodeld", "/App"),
        ("App/Lone.xcdatamodel/contents", "/App/Lone.xcdatamodel", "/App"),
        ("App/Map.xcmappingmodel", "/App/Map.xcmappingmodel", "/App"),
        ("Built/M.momd/M 2.mom", "/Built/M.momd", "/Built"),
        ("Bare/contents", "/Bare/contents", "/Bare"),
        ("Bare", "/Bare", ""), ("Sources", "/Sources", "/Sources"), ("", "", ""),
        ("Sources/A.swift", "/Sources/A.swift", "/Sources"),
      ] {
        #expect(ModelSearch.bundle(of: root + "/" + path).path == root + bundle, "\(path)")
        #expect(
          ModelSearch.settingsFolder(of: root + "/" + path).path == root + settings, "\(path)")
      }
    }
  }
}
