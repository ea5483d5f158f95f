import MomentumModelFiles
import MomentumTestSupport
import Testing

@testable import MomentumGit

/// Which added model is which deleted one: by name and file, by name and entities, by a file, by a version's
/// name and entities, in this order.
@Suite struct MovedBundleTests {
  /// By version, the names of entities; a bundle has one version by each name.
  private typealias Versions = [String: [String]]

  private func sources(_ gone: [String: Versions], _ added: [String: Versions]) throws
    -> [String: String]
  {
    func tree(_ bundles: [String: Versions]) -> FileTree {
      var files: [(path: String, node: FileTree.Node)] = []
      for (path, versions) in bundles {
        for (name, entities) in versions {
          let text = entities.map { "<entity name=\"\($0)\"/>" }.joined()
          let contents = entities == ["?"] ? "no model" : SampleContents.contents(text)
          files.append(
            ("\(path)/\(name).xcdatamodel/contents", .file(Array(contents.utf8))))
        }
      }
      return FileTree(label: "", files: files)
    }
    let (old, new) = (tree(gone), tree(added))
    return try MovedBundles(gone: gone.keys.sorted(), added: added.keys.sorted()).sources {
      path, isGone in BundleReader(source: .tree(isGone ? old : new), path: path)
    }
  }

  private let m = "App/M.xcdatamodeld"
  private let moved = "Kit/M.xcdatamodeld"
  private let renamed = "App/N.xcdatamodeld"

  @Test func aSideWithoutModelsHasNoMove() throws {
    #expect(try sources([:], [moved: ["M": ["A"]]]) == [:])
    #expect(try sources([m: ["M": ["A"]]], [:]) == [:])
  }

  @Test func aFileInCommonMakesOneModelUnderAnyName() throws {
    #expect(try sources([m: ["M": ["A"]]], [moved: ["M": ["A"]]]) == [moved: m])
    #expect(try sources([m: ["M": ["A"]]], [renamed: ["X": ["A"]]]) == [renamed: m])
    #expect(
      try sources([m: ["1": ["A"], "2": ["B"]]], [renamed: ["9": ["B"], "8": ["Z"]]])
        == [renamed: m])
  }

  @Test func aNameAloneIsNoEvidence() throws {
    #expect(try sources([m: ["M": ["A"]]], [moved: ["M": ["Z"]]]) == [:])
    #expect(try sources([m: ["M": ["A", "B"]]], [moved: ["X": ["A", "C"]]]) == [moved: m])
  }

  @Test func anEditedModelUnderAnotherNameIsKnownByAVersion() throws {
    #expect(
      try sources([m: ["V1": ["A", "B"]]], [renamed: ["V1": ["A", "B", "C"]]]) == [renamed: m])
    #expect(try sources([m: ["V1": ["A", "B"]]], [renamed: ["V2": ["A", "B", "C"]]]) == [:])
    #expect(try sources([m: ["V1": ["A", "B"]]], [renamed: ["V1": ["X", "Y"]]]) == [:])
  }

  @Test func theStrongerEvidenceIsTakenFirst() throws {
    // Both have the file; only one has the name too.
    #expect(
      try sources([m: ["M": ["A"]]], [moved: ["M": ["A"]], renamed: ["N": ["A"]]]) == [moved: m])
    // Name and entities go before a file.
    let gone: [String: Versions] = [m: ["1": ["A"], "2": ["B"]]]
    #expect(
      try sources(gone, [renamed: ["2": ["B"]], moved: ["7": ["A", "B", "C"]]]) == [moved: m])
    // A file goes before a version's name.
    #expect(
      try sources(
        gone, ["App/K.xcdatamodeld": ["1": ["A", "Z"]], renamed: ["9": ["B"]]]) == [renamed: m])
  }

  @Test func eachDeletedModelIsTakenOnce() throws {
    let other = "App/O.xcdatamodeld"
    #expect(
      try sources([m: ["M": ["A"]], other: ["M": ["A"]]], [renamed: ["M": ["A"]]]) == [renamed: m])
    #expect(
      try sources(
        [m: ["M": ["A"]], other: ["M": ["A"]]],
        [renamed: ["M": ["A"]], "X.xcdatamodeld": ["M": ["A"]]])
        == [renamed: m, "X.xcdatamodeld": other])
  }

  private static let pairs: [([String]?, [String]?, Bool)] = [
    (["A"], ["A"], true), (["A"], ["B"], false), ([], [], true), ([], ["A"], false),
    (["A", "B"], ["A", "C"], true), (["A", "B", "C"], ["A", "X", "Y"], false),
    (["A", "B", "C"], ["A", "B", "X"], true), (["A"], ["A", "B", "C", "D", "E"], true),
    (["A", "B", "C"], ["A", "X"], true), (nil, ["A"], true), (nil, nil, true),
  ]

  @Test(arguments: pairs)
  func halfOfTheSmallerModelsEntitiesAreEnough(
    _ one: [String]?, _ other: [String]?, _ isRelated: Bool
  ) {
    #expect(MovedBundles.areRelated(one.map { Set($0) }, other.map { Set($0) }) == isRelated)
    #expect(MovedBundles.areRelated(other.map { Set($0) }, one.map { Set($0) }) == isRelated)
  }

  @Test func aModelThatCannotBeReadIsRelatedToAnyOfItsName() throws {
    #expect(try sources([m: ["M": ["?"]]], [moved: ["X": ["A"]]]) == [moved: m])
    #expect(try sources([m: ["M": ["?"]]], [renamed: ["X": ["A"]]]) == [:])
  }
}

/// When the files of a bundle are the same at a commit and now.
@Suite struct BundleFileTests {
  private func files(_ current: String?, _ versions: [(String, String)]) throws
    -> BundleReader.Files
  {
    var nodes = versions.map { name, text in
      (
        path: "M.xcdatamodeld/\(name).xcdatamodel/contents",
        node: FileTree.Node.file(Array(text.utf8))
      )
    }
    if let current {
      nodes.append(
        (
          path: "M.xcdatamodeld/.xccurrentversion",
          node: .file(Array(SampleContents.currentVersion(current).utf8))
        ))
    }
    return try BundleReader(
      source: .tree(FileTree(label: "", files: nodes)), path: "M.xcdatamodeld"
    ).files()
  }

  @Test func equalBundlesHaveTheSameVersionsBytesAndCurrentVersion() throws {
    let base = try files("A", [("A", "1"), ("B", "2")])
    #expect(base.versions.map(\.name) == ["A", "B"])
    #expect(base.currentVersion == "A")
    #expect(base.isEqual(to: try files("A", [("A", "1"), ("B", "2")])))
    for other in [
      try files("B", [("A", "1"), ("B", "2")]), try files("A", [("A", "1"), ("B", "3")]),
      try files("A", [("A", "0"), ("B", "2")]), try files("A", [("A", "1")]),
      try files("A", [("A", "1"), ("C", "2")]),
      try files("A", [("A", "1"), ("B", "2"), ("C", "3")]),
    ] {
      #expect(
        !base.isEqual(to: other), "\(other.currentVersion ?? "") \(other.versions.map(\.name))")
      #expect(!other.isEqual(to: base))
    }
  }
}
