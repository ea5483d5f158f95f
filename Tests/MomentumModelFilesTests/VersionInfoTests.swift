import MomentumDiagnostics
import MomentumPropertyList
import MomentumTestSupport
import Testing

@testable import MomentumModelFiles

/// What a compiled folder says of its versions, and where a bundle names its current one.
@Suite struct VersionInfoTests {
  private static let bytes = Array("x".utf8)

  private func source(_ files: [String: [UInt8]]) -> ModelFileSource {
    .tree(
      FileTree(
        label: "c:", files: files.sorted { $0.key < $1.key }.map { ($0.key, .file($0.value)) }))
  }

  private func info(_ members: [String: PropertyList]) -> [UInt8] {
    BinaryPropertyListWriter.write(
      .dictionary(
        Dictionary(
          uniqueKeysWithValues: members.map { ("NSManagedObjectModel_\($0.key)", $0.value) })))
  }

  private func read(_ bytes: [UInt8]?) throws -> VersionInfoFile? {
    var files = ["M.momd/M.mom": Self.bytes]
    files["M.momd/VersionInfo.plist"] = bytes
    return try ModelBundle.versionInfo(path: "M.momd", in: source(files))
  }

  /// Only what has the right type counts.
  @Test func aVersionInfoHasNamesHashesAndChecksums() throws {
    let found = try read(
      info([
        "CurrentVersionName": .string("M 2"),
        "VersionHashes": .dictionary([
          "M": .dictionary(["A": .data([1, 2]), "B": .string("no")]), "M 2": .string("no"),
        ]), "VersionChecksums": .dictionary(["M": .string("abc"), "M 2": .integer(1)]),
      ]))
    #expect(found?.currentVersion == "M 2")
    #expect(found?.entityHashes == ["M": ["A": [1, 2]], "M 2": [:]])
    #expect(found?.checksums == ["M": "abc"])
    let empty = try read(info([:]))
    #expect(empty?.currentVersion == nil && empty?.entityHashes == [:] && empty?.checksums == [:])
    let odd = try read(
      info([
        "CurrentVersionName": .integer(1), "VersionHashes": .string("x"),
        "VersionChecksums": .array([]),
      ]))
    #expect(odd?.currentVersion == nil && odd?.entityHashes == [:] && odd?.checksums == [:])
    #expect(try read(BinaryPropertyListWriter.write(.array([]))) == nil)
    #expect(try read(Self.bytes) == nil)
    #expect(try read(nil) == nil)
  }

  @Test func aBundleThatIsNotCompiledHasNone() throws {
    let files = [
      "M.xcdatamodeld/M.xcdatamodel/contents": Self.bytes,
      "M.xcdatamodeld/VersionInfo.plist": info(["CurrentVersionName": .string("M")]),
    ]
    #expect(try ModelBundle.versionInfo(path: "M.xcdatamodeld", in: source(files)) == nil)
  }

  /// Without a usable file the last version is read, and that is told of.
  @Test func theCurrentVersionOfACompiledFolder() throws {
    func current(_ info: [UInt8]?) throws -> [String] {
      var files = ["M.momd/M.mom": Self.bytes, "M.momd/M 2.mom": Self.bytes]
      files["M.momd/VersionInfo.plist"] = info
      var diagnostics = Diagnostics()
      let versions = try ModelBundle.versions(
        path: "M.momd", in: source(files), &diagnostics)
      return versions.filter(\.isCurrent).map(\.name)
        + diagnostics.all.map { "\($0.location?.file.path ?? "-"): \($0.id)" }
    }
    let none = "c:M.momd: bundle.no-current-version"
    let bad = "c:M.momd/VersionInfo.plist: bundle.bad-version-info-file"
    #expect(try current(info(["CurrentVersionName": .string("M")])) == ["M"])
    #expect(try current(info(["CurrentVersionName": .string("M 2")])) == ["M 2"])
    #expect(
      try current(info(["CurrentVersionName": .string("M 3")]))
        == ["c:M.momd/VersionInfo.plist: bundle.unknown-version"])
    #expect(try current(info([:])) == ["M 2", bad, none])
    #expect(try current(Self.bytes) == ["M 2", bad, none])
    #expect(try current(nil) == ["M 2", none])
  }

  // MARK: - Places

  @Test func thePlaceOfTheCurrentVersionIsInItsFile() throws {
    func place(_ path: String, _ files: [String: [UInt8]]) throws -> String {
      let location = try ModelBundle.currentVersionLocation(path: path, in: source(files))
      return "\(location.file.path) \(location.range.start)-\(location.range.end)"
    }
    let version = "M.xcdatamodeld/M.xcdatamodel/contents"
    let chosen = "M.xcdatamodeld/.xccurrentversion"
    let text =
      "<plist><dict><key>_XCCurrentVersionName</key><string>M.xcdatamodel</string></dict></plist>"
    #expect(
      try place("M.xcdatamodeld", [version: Self.bytes, chosen: Array(text.utf8)])
        == "c:M.xcdatamodeld/.xccurrentversion 45-75")
    #expect(try place("M.xcdatamodeld", [version: Self.bytes]) == "c:M.xcdatamodeld 0-0")
    #expect(
      try place("M.xcdatamodeld", [version: Self.bytes, chosen: Self.bytes])
        == "c:M.xcdatamodeld 0-0")
    let named = info(["CurrentVersionName": .string("M")])
    #expect(
      try place("M.momd", ["M.momd/M.mom": Self.bytes, "M.momd/VersionInfo.plist": named])
        == "c:M.momd/VersionInfo.plist 0-0")
    #expect(
      try place("M.momd", ["M.momd/M.mom": Self.bytes, "M.momd/VersionInfo.plist": info([:])])
        == "c:M.momd 0-0")
    #expect(try place("M.momd", ["M.momd/M.mom": Self.bytes]) == "c:M.momd 0-0")
  }

  /// An element is named by the names around it, from its first byte to the one before its end.
  @Test func elementsAreNamedByTheirBytes() {
    let text = "<m><e name='E'><a name='x'/><b><c name=''/></b></e><f/></m>"
    let elements = NamedElements(SourceFile(path: "contents", text: text))
    let names =
      [
        (0, nil), (2, nil), (3, "E"), (14, "E"), (15, "E.x"), (27, "E.x"), (28, "E"), (31, "E"),
        (46, "E"), (50, "E"), (51, nil), (54, nil), (59, nil), (-1, nil),
      ] as [(Int, String?)]
    for (offset, name) in names { #expect(elements.path(at: offset) == name, "\(offset)") }
  }
}
