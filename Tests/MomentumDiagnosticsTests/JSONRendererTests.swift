import Foundation
import MomentumDiagnostics
import MomentumTestSupport
import Testing

private struct Sample: DiagnosticMessage {
  var id = "sample.message"
  var severity = Severity.warning
  var text = "quote \" backslash \\ and \u{1} and é"
}

@Suite struct JSONRendererTests {
  @Test func placesAreGivenInLinesAndInBytes() throws {
    let file = SourceFile(path: "a/b", text: "é\nxy")
    let text = JSONRenderer().render([
      Diagnostic(Sample(), at: SourceLocation(file, SourceRange(3, 5)))
    ])
    let document = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let first = try #require((document?["diagnostics"] as? [[String: Any]])?.first)
    #expect(first["message"] as? String == Sample().text)
    #expect(first["line"] as? Int == 2)
    #expect(first["endColumn"] as? Int == 3)
    #expect(first["offset"] as? Int == 3)
    #expect(first["length"] as? Int == 2)
  }

  @Test func emptyContainersStayOnOneLine() {
    expectText(
      JSONText.object([("a", .array([])), ("b", .object([])), ("c", .number(.nan))]).pretty,
      "{\n  \"a\": [],\n  \"b\": {},\n  \"c\": null\n}\n")
  }
}
