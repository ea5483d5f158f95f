import Foundation
import MomentumDiagnostics
import MomentumMigrator
import MomentumRuntime
import MomentumTestSupport
import Testing

/// The versions of bundles, found by their names and by the hashes of a store.
@Suite struct BundleVersionsTests {
  private static let garage = "Tests/Cases/Mapping/Garage.xcdatamodeld"

  private func write(_ text: String, _ path: String, _ folder: URL) throws {
    let url = folder.appendingPathComponent(path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: url, atomically: true, encoding: .utf8)
  }

  private static func model(_ attribute: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
      <entity name="Venue" syncable="YES">\
    <attribute name="\(attribute)" optional="YES" attributeType="String"/></entity>
    </model>
    """
  }

  @Test func aVersionIsFoundByItsName() throws {
    var versions = BundleVersions()
    #expect(versions["Garage"] == nil)
    var diagnostics = Diagnostics()
    try versions.add(bundle: RepositoryFiles.url(Self.garage).path, as: "G", &diagnostics)
    #expect(versions.all.map(\.name) == ["Garage", "Garage 2"])
    #expect(versions.all.map(\.bundle) == ["G", "G"])
    for name in ["Garage", "Garage 2"] {
      let version = try #require(versions[name])
      #expect(version.name == name)
      #expect(version.path.hasSuffix("Garage.xcdatamodeld/\(name).xcdatamodel"))
    }
    #expect(versions["garage"] == nil)
    #expect(versions["Garage 3"] == nil)
    #expect(versions["Garage 2.xcdatamodel"] == nil)
  }

  /// Several versions may have the same hashes, and none has a store without any.
  @Test func versionsAreFoundByHashes() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      for (version, attribute) in [("V 10", "a"), ("V 9", "b"), ("V", "a")] {
        try write(
          Self.model(attribute), "V.xcdatamodeld/\(version).xcdatamodel/contents", folder)
      }
      try write("<model", "V.xcdatamodeld/V 11.xcdatamodel/contents", folder)
      let path = folder.appendingPathComponent("V.xcdatamodeld").path
      var versions = BundleVersions()
      var diagnostics = Diagnostics()
      try versions.add(bundle: path, &diagnostics)
      #expect(versions.all.map(\.name) == ["V", "V 9", "V 10"])
      #expect(versions.all.map(\.bundle) == [path, path, path])
      #expect(versions.unreadable.map(\.name) == ["V 11"])
      #expect(versions.unreadable.allSatisfy { $0.diagnostics.hasErrors })
      #expect(diagnostics.hasErrors)
      #expect(versions["V 11"] == nil)
      let first = try #require(versions["V 10"])
      #expect(versions.matching(first.hashes).map(\.name) == ["V", "V 10"])
      let second = try #require(versions["V 9"])
      #expect(versions.matching(second.hashes).map(\.name) == ["V 9"])
      #expect(versions.matching([:]).isEmpty)
      #expect(versions.matching(["Venue": [1]]).isEmpty)
    }
  }

  /// What is said of a bundle counts where no version is found in it.
  @Test func aBundleWithoutVersionsIsToldOf() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      try write("", "E.xcdatamodeld/note.txt", folder)
      var versions = BundleVersions()
      var diagnostics = Diagnostics()
      try versions.add(bundle: folder.appendingPathComponent("E.xcdatamodeld").path, &diagnostics)
      #expect(versions.all.isEmpty && versions.unreadable.isEmpty)
      #expect(diagnostics.hasErrors)
      // The file that chooses the current version is not needed to find versions.
      try write(Self.model("a"), "V.xcdatamodeld/V.xcdatamodel/contents", folder)
      try write(Self.model("b"), "V.xcdatamodeld/V 2.xcdatamodel/contents", folder)
      try write("<plist", "V.xcdatamodeld/.xccurrentversion", folder)
      var found = Diagnostics()
      try versions.add(bundle: folder.appendingPathComponent("V.xcdatamodeld").path, &found)
      #expect(versions.all.map(\.name) == ["V", "V 2"])
      #expect(found.all.isEmpty)
    }
  }

  /// Of two bundles with a version of the same name, the first one is found.
  @Test func theFirstBundleIsLookedAtFirst() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      try write(Self.model("a"), "B.xcdatamodeld/V.xcdatamodel/contents", folder)
      try write(Self.model("b"), "A.xcdatamodeld/V.xcdatamodel/contents", folder)
      var versions = BundleVersions()
      var diagnostics = Diagnostics()
      for name in ["B", "A"] {
        try versions.add(
          bundle: folder.appendingPathComponent("\(name).xcdatamodeld").path, as: name,
          &diagnostics)
      }
      #expect(versions.all.map(\.bundle) == ["B", "A"])
      #expect(versions["V"]?.bundle == "B")
      #expect(versions.unreadable.isEmpty)
    }
  }
}
