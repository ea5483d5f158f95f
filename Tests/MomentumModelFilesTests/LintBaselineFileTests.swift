import MomentumDiagnostics
import MomentumModelFiles
import MomentumTestSupport
import Testing

/// What a finding is about, as a baseline says it.
@Suite struct LintBaselineFileTests {
  private struct Finding: DiagnosticMessage {
    var id = "model.rule"
    var severity = Severity.warning
    var text = "relationship 'x' of 'y' and 'z'"
  }

  private static let marked = MarkedText(
    """
    1️⃣<?xml version="1.0"?>
    <model name="M" 2️⃣type="t">
        <entity name="Venue" 3️⃣syncable="YES">
            <attribute name="rating" 4️⃣attributeType="Double"/>
            <fetchIndex name="byName">
                <fetchIndexElement 5️⃣property="rating" type="Binary"/>
            </fetchIndex>
            <uniquenessConstraints><uniquenessConstraint><constraint value="6️⃣rating"/></uniquenessConstraint></uniquenessConstraints>
        </entity>
        <fetchRequest name="all" entity="7️⃣Venue"/>
    </model>
    """)

  @Test func aPlaceIsNamedByTheElementsAroundIt() throws {
    let elements = NamedElements(SourceFile(path: "contents", text: Self.marked.text))
    let names = (1...7).map { elements.path(at: Self.marked.offsets[$0] ?? -1) }
    #expect(
      names == [nil, nil, "Venue", "Venue.rating", "Venue.byName", "Venue", "all"])
    #expect(elements.path(at: 100_000) == nil)
    #expect(NamedElements(SourceFile(path: "contents", text: "<model")).path(at: 2) == nil)
  }

  private func entry(
    _ path: String?, _ baseline: String, of model: String = "App/Shop.xcdatamodeld"
  ) -> LintBaseline.Entry {
    var file = LintBaselineFile(path: baseline, LintBaseline(), currentFolder: "/repo")
    let place = path.map {
      SourceLocation(
        SourceFile(path: $0, text: Self.marked.text),
        SourceRange(Self.marked.offsets[4] ?? -1, Self.marked.offsets[4] ?? -1))
    }
    return file.entry(for: Diagnostic(Finding(), at: place), of: model)
  }

  @Test func pathsBeginAtTheFile() {
    let contents = "App/Shop.xcdatamodeld/Shop 2.xcdatamodel/contents"
    let whole = entry(contents, ".momentum-baseline.json")
    #expect(whole.bundle == "App/Shop.xcdatamodeld")
    #expect(whole.version == "Shop 2" && whole.element == "Venue.rating")
    #expect(entry(contents, "App/x.json").bundle == "Shop.xcdatamodeld")
    #expect(entry(contents, "ci/x.json").bundle == "../App/Shop.xcdatamodeld")
    #expect(entry("/repo/./" + contents, "/repo/x.json") == whole)
    let place = entry(nil, "x.json")
    #expect(place.bundle == "App/Shop.xcdatamodeld" && place.version == nil)
  }

  @Test func whatHasNoElementsIsNamedByItsText() {
    #expect(entry("1.xcmappingmodel/xcmapping.xml", "b.json").element == "x, y")
    #expect(entry("Shop.momd/Shop.mom", "b.json").element == "x, y")
  }

  /// The first two names between quotes; the text of a compiled model has its elements.
  @Test(
    arguments: [
      ("nothing", nil), ("a 'b'", "b"), ("'a' 'b'", "a, b"), ("'a' 'b' 'c'", "a, b"), ("", nil),
      ("it's", "s"), ("''", ""),
    ] as [(String, String?)])
  func aTextNamesItsElement(text: String, element: String?) {
    var file = LintBaselineFile(path: "b.json", LintBaseline(), currentFolder: "/repo")
    let finding = Diagnostic(Finding(text: text))
    #expect(file.entry(for: finding, of: "M.xcdatamodeld").element == element)
    let offset = Self.marked.offsets[4] ?? -1
    for (path, expected) in [
      ("M.mom", element), ("<contents of M.mom>", "Venue.rating"), ("contents", "Venue.rating"),
    ] {
      let place = SourceLocation(
        SourceFile(path: path, text: Self.marked.text), SourceRange(offset, offset))
      #expect(
        file.entry(for: Diagnostic(Finding(text: text), at: place), of: "M.xcdatamodeld").element
          == expected, "\(path)")
    }
  }

  /// An entry hides as many findings as it counts; what is not found again is left.
  @Test func anEntryHidesAsManyFindingsAsItCounts() throws {
    var baseline = LintBaseline()
    let entry = LintBaseline.Entry(
      rule: "model.rule", bundle: "App/M.xcdatamodeld", version: nil, element: "x, y")
    let other = LintBaseline.Entry(
      rule: "model.other", bundle: "App/M.xcdatamodeld", version: nil, element: "x, y")
    baseline.add(entry, count: 2)
    baseline.add(other)
    var file = LintBaselineFile(path: "b.json", baseline, currentFolder: "/repo")
    #expect(file.path == "b.json" && file.baseline == baseline)
    #expect(file.rest == [entry: 2, other: 1])
    #expect(file.take(Diagnostic(Finding()), of: "App/M.xcdatamodeld") == entry)
    #expect(file.take(Diagnostic(Finding()), of: "/repo/Other.xcdatamodeld") == nil)
    #expect(
      file.take(Diagnostic(Finding(severity: .error)), of: "App/M.xcdatamodeld") == nil,
      "an error is never hidden")
    #expect(file.rest == [entry: 1, other: 1])
    #expect(file.take(Diagnostic(Finding()), of: "/repo/App/M.xcdatamodeld") == entry)
    #expect(file.take(Diagnostic(Finding()), of: "App/M.xcdatamodeld") == nil)
    #expect(file.rest == [other: 1])
  }

  @Test(arguments: [
    ("b.json", "App/M", "/repo/App/M"), ("ci/b.json", "App/M", "/repo/ci/App/M"),
    ("/else/b.json", "M", "/else/M"), ("ci/b.json", "../M", "/repo/ci/../M"),
  ])
  func aBundleStandsBesideTheFile(path: String, bundle: String, expected: String) {
    let file = LintBaselineFile(path: path, LintBaseline(), currentFolder: "/repo")
    #expect(file.path(ofBundle: bundle) == expected)
  }

  @Test func errorsOfModelsAreNeverHidden() {
    #expect(LintBaseline.canHide(Diagnostic(Finding())))
    #expect(!LintBaseline.canHide(Diagnostic(Finding(severity: .error))))
    #expect(!LintBaseline.canHide(Diagnostic(Finding(id: "xml.malformed", severity: .error))))
    for id in ["mapping.stale", "predicate.unknown-key", "request.unknown-entity"] {
      #expect(LintBaseline.canHide(Diagnostic(Finding(id: id, severity: .error))), "\(id)")
    }
  }
}
