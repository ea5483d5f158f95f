import Foundation
import MomentumDiagnostics
import MomentumTestSupport
import Testing

/// SARIF and GitHub annotations.
@Suite struct ReportFormatTests {
  private struct Message: DiagnosticMessage {
    var id = "model.test"
    var severity: Severity
    var text: String
  }

  /// A finding of each severity, with a note, a repair, and text that has to be escaped.
  private var findings: [Diagnostic] {
    let file = SourceFile(path: "A b/Ünı%.xcdatamodel/contents", text: "eins\n👩‍👧 zwei\r\ndrei\n")
    let place = SourceLocation(file, SourceRange(17, 21))
    let root = SourceFile(path: "/models/contents", text: "x")
    return [
      Diagnostic(
        Message(severity: .error, text: "50 % of\n'a, b: c'"), at: place,
        notes: [
          Diagnostic.Note("first", at: SourceLocation(file, SourceRange(0, 4))),
          Diagnostic.Note("nowhere"),
        ], fixIts: [Diagnostic.FixIt("write 'x'", replace: place, with: "x\"")]),
      Diagnostic(
        Message(severity: .warning, text: "w"), at: SourceLocation(root, SourceRange(1, 1))),
      Diagnostic(Message(id: "other.test", severity: .note, text: "n")),
    ]
  }

  @Test func githubShowsThemBesideTheLines() {
    expectText(
      GitHubRenderer().render(findings),
      """
      ::error file=A b/Ünı%25.xcdatamodel/contents,line=2,col=3,endLine=2,endColumn=7,title=model.test::50 %25 of%0A'a, b: c'%0Anote: first (A b/Ünı%25.xcdatamodel/contents:1)%0Anote: nowhere%0Afix-it: write 'x'
      ::warning file=/models/contents,line=1,col=2,endLine=1,endColumn=2,title=model.test::w
      ::notice title=other.test::n

      """)
  }

  private func log(_ findings: [Diagnostic]) -> String {
    SARIFRenderer(
      version: "0.1.0",
      rules: [
        .init(id: "unused", summary: "U.", help: "U.", severity: .note),
        .init(id: "model.test", summary: "S.", help: "H.", severity: .error),
      ]
    ).render(findings)
  }

  @Test func theLogIsValidSARIF() throws {
    let schema = try JSONSchema(at: "Tests/Schemas/sarif-2.1.0.json")
    for findings in [findings, []] {
      expectText(try schema.problems(in: log(findings)).joined(separator: "\n"), "")
    }
  }

  @Test func theSchemaCanRefuse() throws {
    let schema = try JSONSchema(at: "Tests/Schemas/sarif-2.1.0.json")
    let valid = log(findings)
    for (part, wrong) in [
      ("\"version\": \"2.1.0\"", "\"version\": \"2.0.0\""),
      ("\"startLine\": 2", "\"startLine\": 0"),
      ("\"level\": \"note\"", "\"level\": \"notice\""), ("\"ruleId\"", "\"ruleID\""),
      ("\"startColumn\": 5", "\"startColumn\": \"5\""), ("\"name\": \"Momentum\",", ""),
    ] {
      let broken = valid.replacingOccurrences(of: part, with: wrong)
      #expect(broken != valid, "\(part)")
      #expect(try !schema.problems(in: broken).isEmpty, "\(wrong)")
    }
  }

  @Test func columnsAreCodePointsAndPathsAreURIs() throws {
    let text = log(findings)
    // The family is three code points and one character.
    #expect(text.contains("\"startColumn\": 5"))
    #expect(text.contains("\"byteOffset\": 17"))
    #expect(text.contains("\"uri\": \"A%20b/%C3%9Cn%C4%B1%25.xcdatamodel/contents\""))
    #expect(text.contains("\"uri\": \"file:///models/contents\""))
    #expect(!text.contains("unused"))
  }
}
