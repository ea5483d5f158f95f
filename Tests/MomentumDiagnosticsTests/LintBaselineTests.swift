import MomentumDiagnostics
import MomentumTestSupport
import Testing

@Suite struct LintBaselineTests {
  private func entry(
    _ rule: String = "model.missing-inverse", _ version: String? = "Shop",
    _ element: String? = "Venue.city"
  ) -> LintBaseline.Entry {
    LintBaseline.Entry(
      rule: rule, bundle: "App/Shop.xcdatamodeld", version: version, element: element)
  }

  private func read(_ text: String) -> (LintBaseline?, [String]) {
    var diagnostics = Diagnostics()
    let file = SourceFile(path: ".momentum-baseline.json", text: text)
    let result = LintBaseline.read(file, &diagnostics)
    let lines = diagnostics.all.map { finding in
      let place = finding.location.map { $0.file.lineColumn(at: $0.range.start) }
      return "\(place?.line ?? 0):\(place?.column ?? 0): \(finding.text) [\(finding.id)]"
    }
    return (result, lines)
  }

  @Test func theFileHasAnEntryALineAndIsReadBack() throws {
    var baseline = LintBaseline()
    baseline.add(entry())
    baseline.add(entry("bundle.same-hashes", "Shop 2", nil))
    baseline.add(entry("model.unindexed-request", "Shop", "byName"), count: 2)
    baseline.add(entry("bundle.x", nil, nil))
    let text = """
      {
        "formatVersion": 1,
        "findings": [
          {"rule":"bundle.x","bundle":"App/Shop.xcdatamodeld"},
          {"rule":"model.missing-inverse","bundle":"App/Shop.xcdatamodeld","version":"Shop","element":"Venue.city"},
          {"rule":"model.unindexed-request","bundle":"App/Shop.xcdatamodeld","version":"Shop","element":"byName","count":2},
          {"rule":"bundle.same-hashes","bundle":"App/Shop.xcdatamodeld","version":"Shop 2"}
        ]
      }

      """
    expectText(baseline.text, text)
    let (again, findings) = read(text)
    #expect(findings.isEmpty)
    #expect(again == baseline)
    #expect(again?.findingsCount == 5)
    let schema = try JSONSchema(at: "Tests/Schemas/lint-baseline.json")
    expectText(try schema.problems(in: text).joined(separator: "\n"), "")
    let (empty, none) = read(LintBaseline().text)
    #expect(empty == LintBaseline() && none.isEmpty)
  }

  @Test func whatIsNoBaselineIsRefusedWithItsPlace() {
    let whole = #"{"formatVersion": 1, "findings": [X]}"#
    for (text, expected) in [
      ("[]", "1:1: the baseline has to be an object [config.bad-value]"),
      (
        #"{"findings": []}"#,
        "1:1: the baseline has to be an object with 'formatVersion' [config.bad-value]"
      ),
      (
        #"{"formatVersion": 2, "findings": []}"#,
        "1:19: 'formatVersion' has to be 1 for this release [config.bad-value]"
      ),
      (
        #"{"formatVersion": 1, "findings": {}}"#,
        "1:34: 'findings' has to be a list [config.bad-value]"
      ),
      (
        whole.replacing("X", with: "1"),
        "1:35: an entry of 'findings' has to be an object [config.bad-value]"
      ),
      (
        whole.replacing("X", with: #"{"rule": "a"}"#),
        "1:35: an entry of 'findings' has to be an object with 'bundle' [config.bad-value]"
      ),
      (
        whole.replacing("X", with: #"{"rule": "a", "bundle": "b", "count": 0}"#),
        "1:73: 'count' has to be a whole number from 1 to 1000000 [config.bad-value]"
      ),
      (
        whole.replacing("X", with: #"{"rule": "a", "bundle": "b", "elemnt": "c"}"#),
        "1:64: no setting 'elemnt'; valid are 'rule', 'bundle', 'version', 'element', 'count'; did you mean 'element'? [config.unknown-key]"
      ),
      (
        whole.replacing("X", with: #"{"rule": "a", "bundle": "", "version": 1}"#),
        "1:59: 'bundle' has to be a text that is not empty [config.bad-value]"
      ),
    ] {
      let (baseline, findings) = read(text)
      #expect(baseline == nil, "\(text)")
      #expect(findings.first == expected)
    }
  }

  /// Cut at each byte: no crash, and never a baseline that hides less than was written.
  @Test func aFileThatIsCutIsRefused() {
    var baseline = LintBaseline()
    baseline.add(entry(), count: 3)
    let text = Array(baseline.text.utf8)
    for end in 0..<(text.count - 2) {
      #expect(read(String(decoding: text[..<end], as: UTF8.self)).0 == nil, "\(end)")
    }
  }

  @Test func anEntryStandsForAsManyFindingsAsItCounts() {
    var baseline = LintBaseline()
    baseline.add(entry(), count: 2)
    var matching = LintBaseline.Matching(baseline)
    #expect(matching.take(entry()) == entry())
    #expect(matching.rest == [entry(): 1])
    #expect(matching.take(entry()) == entry())
    #expect(matching.take(entry()) == nil)
  }

  @Test func aNewVersionHasTheFindingsOfTheOneItWasCopiedFrom() {
    var baseline = LintBaseline()
    baseline.add(entry())
    baseline.add(entry("bundle.same-hashes", "Shop", nil))
    var matching = LintBaseline.Matching(baseline)
    #expect(matching.take(entry("model.missing-inverse", "Shop 2", "Venue.zip")) == nil)
    #expect(matching.take(entry("model.missing-inverse", "Shop 2")) == entry())
    // One entry is one finding.
    #expect(matching.take(entry("model.missing-inverse", "Shop 3")) == nil)
    // What is about a version is no matter of another one.
    #expect(matching.take(entry("bundle.same-hashes", "Shop 2", nil)) == nil)
    var other = entry()
    other.bundle = "Kit/Shop.xcdatamodeld"
    matching = LintBaseline.Matching(baseline)
    #expect(matching.take(other) == nil)
  }

  @Test func theOwnVersionCountsFirst() {
    var baseline = LintBaseline()
    baseline.add(entry("model.missing-inverse", "Shop 1"))
    baseline.add(entry("model.missing-inverse", "Shop 2"))
    var matching = LintBaseline.Matching(baseline)
    #expect(matching.take(entry("model.missing-inverse", "Shop 2"))?.version == "Shop 2")
    #expect(matching.rest[entry("model.missing-inverse", "Shop 1")] == 1)
  }

  @Test(arguments: [
    (
      "App/Shop.xcdatamodeld/Shop 2.xcdatamodel/contents", "App/Shop.xcdatamodeld", "Shop", "Shop 2"
    ),
    ("/a/Shop.xcdatamodeld/.xccurrentversion", "/a/Shop.xcdatamodeld", "Shop", nil),
    ("Shop.xcdatamodel/contents", "Shop.xcdatamodel", "Shop", "Shop"),
    ("main:App/Shop.momd/Shop 2.mom", "main:App/Shop.momd", "Shop", "Shop 2"),
    ("<contents of Shop.momd/Shop 2.mom>", "Shop.momd", "Shop", "Shop 2"),
    ("a.b/1 to 2.xcmappingmodel/xcmapping.xml", "a.b/1 to 2.xcmappingmodel", "1 to 2", nil),
  ])
  func aPathSaysItsBundleAndVersion(path: String, bundle: String, name: String, version: String?) {
    let read = ModelPath(path)
    #expect(read?.bundle == bundle)
    #expect(read?.name == name)
    #expect(read?.version == version)
  }

  @Test func otherPathsSayNothing() {
    for path in ["", "App/contents", "<predicate>", ".momentum.json", "a/.xcdatamodeld/x"] {
      #expect(ModelPath(path) == nil, "\(path)")
    }
  }
}
