import Foundation
import MomentumDiagnostics
import MomentumDiff
import MomentumReports
import MomentumTestSupport
import Testing

/// Every case in every format, byte for byte.
@Suite struct ReportGoldenTests {
  @Test(arguments: ReportCase.all) func reportsAreAsRecorded(file: CaseFile) throws {
    let compared = try ReportCase.compared(file)
    let findings = compared.diff.findings().all
    try file.expect(
      [
        ("text", DiffReport.text([compared])),
        ("markdown", DiffReport.markdown([compared])),
        ("github", GitHubRenderer().render(findings)),
        ("junit", JUnitRenderer(checked: ["App/Model.xcdatamodeld"]).render(findings)),
        ("json", DiffReport.json([compared])),
        ("gitlab", GitLabRenderer().render(findings)),
        ("sarif", sarif(findings)),
      ].map { ($0, ReportGoldenTests.withoutFinalLineEnds($1)) })
  }

  @Test func thereIsACaseForEveryVerdict() throws {
    let classes = try Set(ReportCase.all.map { try ReportCase.compared($0).diff.migrationClass })
    #expect(classes == Set(MigrationClass.allCases))
    #expect(ReportCase.all.count >= 10)
  }

  @Test(arguments: ReportCase.all) func jsonAndSARIFAreValid(file: CaseFile) throws {
    let compared = try ReportCase.compared(file)
    let schema = try JSONSchema(at: "Grammar/DiffReport.schema.json")
    #expect(try schema.problems(in: DiffReport.json([compared])) == [])
    let log = try JSONSchema(at: "Tests/Schemas/sarif-2.1.0.json")
    #expect(try log.problems(in: sarif(compared.diff.findings().all)) == [])
  }

  /// What cannot be compared is in every format, and no format says that nothing differs.
  @Test func modelsThatCannotBeComparedAreInEveryReport() throws {
    let file = SourceFile(path: "App/B.xcdatamodeld/B.xcdatamodel/contents", text: "<model>\n<x")
    let broken = Diagnostic(
      OneMessage(text: "the document has no end"), at: SourceLocation(file, SourceRange(8, 9)))
    var deleted = Diagnostic(OneMessage(text: "bundle 'App/A.xcdatamodeld' was deleted"))
    deleted.notes = [Diagnostic.Note("to bring it back: git checkout main -- *A")]
    let models = [
      UncomparedModel(
        path: "App/A.xcdatamodeld", ref: "main", reason: .deleted, findings: [deleted]),
      UncomparedModel(path: "App/B.xcdatamodeld", reason: .unreadable, findings: [broken]),
      UncomparedModel(path: "App/C.xcdatamodeld", reason: .unreadable, findings: []),
    ]
    expectText(
      DiffReport.text([], uncompared: Array(models.prefix(1))),
      """
      App/A.xcdatamodeld at main

      The model was deleted; stores made with it cannot be opened any more.
        Bundle 'App/A.xcdatamodeld' was deleted. [test.one]
          to bring it back: git checkout main -- *A

      """)
    expectText(
      DiffReport.markdown([], uncompared: models),
      """
      <!-- momentum diff -->
      ### Data model: `App/A.xcdatamodeld` at `main`

      🔴 **The model was deleted; stores made with it cannot be opened any more.**

      - Bundle 'App/A.xcdatamodeld' was deleted.
        - to bring it back: git checkout main -- &#42;A

      ### Data model: `App/B.xcdatamodeld`

      🔴 **The model cannot be read, so what differs is not known.**

      - `App/B.xcdatamodeld/B.xcdatamodel/contents:2:1`: The document has no end.

      ### Data model: `App/C.xcdatamodeld`

      🔴 **The model cannot be read, so what differs is not known.**


      """)
    let schema = try JSONSchema(at: "Grammar/DiffReport.schema.json")
    let json = DiffReport.json([], uncompared: models)
    #expect(try schema.problems(in: json) == [])
    let other = json.replacingOccurrences(of: "\"reason\": \"deleted\"", with: "\"reason\": \"x\"")
    #expect(other != json)
    #expect(try !schema.problems(in: other).isEmpty)
    #expect(!DiffReport.json([]).contains("uncompared"))
  }

  private struct OneMessage: DiagnosticMessage {
    var id: String { "test.one" }
    var severity: Severity { .error }
    var text: String
  }

  @Test func theSchemaRefusesOtherDocuments() throws {
    let file = try #require(ReportCase.all.first { $0.path.hasSuffix("/type.case") })
    let valid = DiffReport.json([try ReportCase.compared(file)])
    let schema = try JSONSchema(at: "Grammar/DiffReport.schema.json")
    for (part, wrong) in [
      ("\"formatVersion\": 1", "\"formatVersion\": 2"),
      ("\"kind\": \"changed\"", "\"kind\": \"x\""),
      ("\"line\": ", "\"line\": -"), ("\"rule\": \"migration.", "\"rule\": \"Migration."),
      ("\"effect\"", "\"effects\""), ("\"inference\": \"impossible\"", "\"inference\": \"no\""),
      ("\"type\"\n", "\"typ\"\n"),
    ] {
      let broken = valid.replacingOccurrences(of: part, with: wrong)
      #expect(broken != valid, "\(part)")
      #expect(try !schema.problems(in: broken).isEmpty, "\(wrong)")
    }
  }

  @Test func everyDifferenceHasAName() throws {
    let schema = try RepositoryFiles.text("Grammar/DiffReport.schema.json")
    let names = ModelChange.Differences.allNames
    #expect(Set(names).count == names.count)
    for name in names { #expect(schema.contains("\"\(name)\""), "\(name)") }
  }

  @Test func aNarrowTerminalIsKeptTo() throws {
    for file in ReportCase.all {
      let text = DiffReport.text([try ReportCase.compared(file)], width: 48)
      for line in text.split(separator: "\n") where TerminalText.width(line) > 48 {
        // One word that has no room, such as a path.
        let words = line.split(separator: " ").filter { $0.count > 12 }
        #expect(!words.isEmpty, "\(line)")
      }
    }
  }

  private func sarif(_ findings: [Diagnostic]) -> String {
    SARIFRenderer(version: "0.0.0", rules: []).render(findings)
  }

  /// Sections of a case file have none.
  private static func withoutFinalLineEnds(_ text: String) -> String {
    var text = text[...]
    while text.last == "\n" { text = text.dropLast() }
    return String(text)
  }
}
