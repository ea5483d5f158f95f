import MomentumDiagnostics
import MomentumTestSupport
import Testing

private struct Sample: DiagnosticMessage {
  var id = "sample.message"
  var severity = Severity.error
  var text = "no attribute 'titel' in entity 'Book'"
}

private func range(_ marked: MarkedText) -> SourceRange {
  SourceRange(marked.offsets[1] ?? 0, marked.offsets[2] ?? 0)
}

@Suite struct TextRendererTests {
  private func render(_ marked: String, renderer: TextRenderer = TextRenderer()) -> String {
    let text = MarkedText(marked)
    let file = SourceFile(path: "book.txt", text: text.text)
    return renderer.render(Diagnostic(Sample(), at: SourceLocation(file, range(text))))
  }

  @Test func caretStandsUnderTheRange() {
    expectText(
      render("one\ntwo 1️⃣titel2️⃣ == 5\n"),
      """
      book.txt:2:5: error: no attribute 'titel' in entity 'Book' [sample.message]
       2 | two titel == 5
         |     ^~~~~
      """)
  }

  @Test func rangeOverSeveralLinesIsUnderlinedToTheLineEnd() {
    expectText(
      render("a 1️⃣b\nc2️⃣"),
      """
      book.txt:1:3: error: no attribute 'titel' in entity 'Book' [sample.message]
       1 | a b
         |   ^
      """)
  }

  @Test func columnsCountCharactersAndCaretsCountCells() {
    expectText(
      render("名 1️⃣x2️⃣"),
      """
      book.txt:1:3: error: no attribute 'titel' in entity 'Book' [sample.message]
       1 | 名 x
         |    ^
      """)
  }

  @Test func endOfFileHasAPlace() {
    expectText(
      render("abc\n1️⃣2️⃣"),
      """
      book.txt:2:1: error: no attribute 'titel' in entity 'Book' [sample.message]
       2 | 
         | ^
      """)
  }

  @Test func controlCharactersDoNotReachTheTerminal() {
    let text = render("1️⃣\u{1B}[31m\u{202E}2️⃣")
    #expect(!text.contains("\u{1B}"))
    #expect(!text.contains("\u{202E}"))
  }

  @Test func longLinesAreCutAroundTheCaret() {
    let text = render(
      String(repeating: "a", count: 500) + "1️⃣b2️⃣" + String(repeating: "c", count: 500))
    let lines = text.split(separator: "\n")
    #expect(lines[1].count < 140)
    #expect(lines[1].count > 100)
    let caret = lines[2].firstIndex(of: "^").map {
      lines[2].distance(from: lines[2].startIndex, to: $0)
    }
    let letter = lines[1].firstIndex(of: "b").map {
      lines[1].distance(from: lines[1].startIndex, to: $0)
    }
    #expect(caret == letter)
  }

  @Test func colourIsOnlyUsedWhenAsked() {
    #expect(!render("1️⃣a2️⃣").contains("\u{1B}"))
    #expect(render("1️⃣a2️⃣", renderer: TextRenderer(usesColor: true)).contains("\u{1B}[1;31m"))
  }

  @Test func notesAndFixItsFollow() {
    let file = SourceFile(path: "f", text: "a titel")
    let place = SourceLocation(file, SourceRange(2, 7))
    let diagnostic = Diagnostic(
      Sample(), at: place, notes: [.init("declared here", at: SourceLocation(file, .init(0, 1)))],
      fixIts: [.init("use 'title'", replace: place, with: "title")])
    expectText(
      TextRenderer().render(diagnostic),
      """
      f:1:3: error: no attribute 'titel' in entity 'Book' [sample.message]
       1 | a titel
         |   ^~~~~
      f:1:1: note: declared here
       1 | a titel
         | ^
      f:1:3: note: fix-it: use 'title': replace 'titel' with 'title'
      """)
  }
}
