import MomentumDiagnostics
import MomentumTestSupport
import Testing

@Suite struct SourceFileTests {
  @Test(arguments: [
    ("a\nb", 2, 2, 1), ("a\r\nb", 3, 2, 1), ("a\rb", 2, 2, 1), ("a\r\nb", 2, 1, 3), ("", 0, 1, 1),
    ("é€x", 5, 1, 3), ("abc", 99, 1, 4), ("abc", -1, 1, 1),
  ])
  func linesAndColumnsAreOneBased(text: String, offset: Int, line: Int, column: Int) {
    let position = SourceFile(path: "f", text: text).lineColumn(at: offset)
    #expect(position == LineColumn(line: line, column: column))
  }

  @Test func aFileByAnotherPathHasTheSameLines() {
    let file = SourceFile(path: "contents", text: "a\nbc")
    let other = file.named("App/contents")
    #expect(other == SourceFile(path: "App/contents", text: "a\nbc"))
    #expect(other.lineColumn(at: 3) == file.lineColumn(at: 3))
  }

  @Test func embeddedTextLeadsBackThroughEntities() {
    // name == &quot;a&quot; AND x
    let file = SourceFile(path: "contents", text: "<p v=\"name == &quot;a&quot; AND x\"/>")
    let embedded = EmbeddedText(
      text: "name == \"a\" AND x", file: file,
      segments: [
        .init(length: 8, origin: SourceRange(6, 14)), .init(length: 1, origin: SourceRange(14, 20)),
        .init(length: 1, origin: SourceRange(20, 21)),
        .init(length: 1, origin: SourceRange(21, 27)),
        .init(length: 6, origin: SourceRange(27, 33)),
      ])
    #expect(file.text(in: embedded.location(of: SourceRange(16, 17)).range) == "x")
    #expect(file.text(in: embedded.location(of: SourceRange(8, 11)).range) == "&quot;a&quot;")
    #expect(file.text(in: embedded.location(of: SourceRange(0, 4)).range) == "name")
    #expect(embedded.location(of: SourceRange(17, 17)).range == SourceRange(33, 33))
  }

  @Test(arguments: [
    ("titel", ["title", "name"], "title"), ("xyz", ["title", "name"], nil),
    ("Vennue", ["Venue", "Event"], "Venue"), ("", ["a"], "a"),
  ])
  func nearNamesAreFew(name: String, candidates: [String], expected: String?) {
    #expect(nearName(to: name, among: candidates) == expected)
  }
}
