import MomentumDiagnostics
import MomentumMigrationTesting
import MomentumTestSupport
import Testing

/// The file beside frozen stores.
@Suite struct ManifestTests {
  private func read(_ text: String) -> (manifest: FrozenManifest?, findings: [String]) {
    var diagnostics = Diagnostics()
    let manifest = FrozenManifest.read(
      SourceFile(path: "frozen.json", text: text), &diagnostics)
    return (manifest, diagnostics.all.map { "\($0.id) \($0.location?.range.start ?? -1)" })
  }

  private static let text = """
    {
      "format": 1,
      "versions": [
        {
          "name": "Model 2",
          "file": "Model 2.sqlite",
          "checksum": "abc=",
          "entities": {
            "Tip": "00ff",
            "Venue": "4a3b"
          },
          "rows": {
            "Tip": 0,
            "Venue": 8
          }
        },
        {
          "name": "Model",
          "file": "Model.sqlite",
          "checksum": "",
          "entities": {},
          "rows": {}
        }
      ]
    }

    """

  @Test func aManifestIsReadAndWrittenAlike() throws {
    let manifest = try #require(read(Self.text).manifest)
    expectText(manifest.text, Self.text)
    #expect(manifest.versions.map(\.name) == ["Model 2", "Model"])
    let version = try #require(manifest["Model 2"])
    #expect(version.file == "Model 2.sqlite" && version.checksum == "abc=")
    #expect(version.entities == ["Venue": "4a3b", "Tip": "00ff"])
    #expect(version.rows == ["Venue": 8, "Tip": 0])
    #expect(manifest["Model"]?.file == "Model.sqlite" && manifest["None"] == nil)
    #expect(FrozenManifest.fileName == "frozen.json")
  }

  @Test func anEmptyManifestHasAFormat() {
    expectText(FrozenManifest().text, "{\n  \"format\": 1,\n  \"versions\": []\n}\n")
  }

  /// Where the finding stands: at the whole, or at the version.
  @Test func whatIsNoManifestIsSaid() {
    let rule = "freeze.malformed-manifest "
    for (text, place) in [
      ("[]", 0), ("1", 0), ("{}", 0), ("{\"format\": 1}", 0), ("{\"versions\": []}", 0),
      ("{\"format\": 2, \"versions\": []}", 0), ("{\"format\": \"1\", \"versions\": []}", 0),
      ("{\"format\": 1, \"versions\": {}}", 0), ("{\"format\": 1, \"versions\": [1]}", 27),
      ("{\"format\": 1, \"versions\": [{}]}", 27),
    ] {
      let found = read(text)
      #expect(found.manifest == nil && found.findings == ["\(rule)\(place)"], "\(text)")
    }
    #expect(read("{").manifest == nil && !read("{").findings.isEmpty)
  }

  /// Members of a version: each is needed, and the file lies in the manifest's folder.
  @Test func aVersionNeedsItsNameFileAndChecksum() {
    for (members, isRead) in [
      ("\"name\": \"A\", \"file\": \"A.sqlite\", \"checksum\": \"c\"", true),
      ("\"file\": \"A.sqlite\", \"checksum\": \"c\"", false),
      ("\"name\": \"A\", \"checksum\": \"c\"", false),
      ("\"name\": \"A\", \"file\": \"A.sqlite\"", false),
      ("\"name\": 1, \"file\": \"A.sqlite\", \"checksum\": \"c\"", false),
      ("\"name\": \"A\", \"file\": \"../A.sqlite\", \"checksum\": \"c\"", false),
      ("\"name\": \"A\", \"file\": \"/A.sqlite\", \"checksum\": \"c\"", false),
      ("\"name\": \"A\", \"file\": \"\", \"checksum\": \"c\"", false),
    ] {
      let found = read("{\"format\": 1, \"versions\": [{\(members)}]}")
      #expect((found.manifest?.versions.count == 1) == isRead, "\(members)")
      #expect(found.findings.isEmpty == isRead, "\(members)")
    }
  }

  @Test func valuesOfAnotherTypeAreLeftOut() throws {
    let found = read(
      "{\"format\": 1, \"versions\": [{\"name\": \"A\", \"file\": \"A\", \"checksum\": \"c\", "
        + "\"entities\": {\"X\": 1, \"Y\": \"00\", \"Y\": \"11\"}, \"rows\": {\"X\": \"1\", \"Y\": 2, \"Z\": 1.5}}]}"
    )
    let version = try #require(found.manifest?.versions.first)
    #expect(version.entities == ["Y": "00"] && version.rows == ["Y": 2])
  }
}
