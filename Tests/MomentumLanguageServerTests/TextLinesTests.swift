import MomentumDiagnostics
import MomentumLanguageServer
import MomentumTestSupport
import Testing

@Suite(.tags(.random)) struct TextLinesTests {
  @Test func aPositionCountsTheUnitsOfItsEncoding() {
    let lines = TextLines(Array("aé😀b\r\nx".utf8))
    #expect(lines.position(of: 7, .utf16) == TextPosition(line: 0, character: 4))
    #expect(lines.position(of: 7, .utf8) == TextPosition(line: 0, character: 7))
    #expect(lines.offset(of: TextPosition(line: 0, character: 4), .utf16) == 7)
    #expect(lines.offset(of: TextPosition(line: 1, character: 1), .utf16) == 11)
  }

  @Test func aPositionInsideACharacterIsItsStart() {
    let lines = TextLines(Array("aé😀b".utf8))
    #expect(lines.offset(of: TextPosition(line: 0, character: 3), .utf16) == 3)
    #expect(lines.offset(of: TextPosition(line: 0, character: 2), .utf8) == 1)
  }

  @Test(arguments: PositionEncoding.allCases)
  func aPositionAfterTheEndIsTheEnd(encoding: PositionEncoding) {
    let lines = TextLines(Array("ab\ncd".utf8))
    #expect(lines.offset(of: TextPosition(line: 0, character: 99), encoding) == 2)
    #expect(lines.offset(of: TextPosition(line: 9, character: 0), encoding) == 5)
    #expect(lines.offset(of: TextPosition(line: 0, character: Int.max), encoding) == 2)
    #expect(lines.offset(of: TextPosition(line: -1, character: -1), encoding) == 0)
  }

  @Test func anEditedTextHasTheLinesOfTheSameTextReadAnew() {
    var generator = SeededGenerator(seed: 7)
    let pieces = ["", "\r", "\n", "\r\n", "a", "é", "😀", "x\ny", "\r\r\n\n", "<e/>"]
    var lines = TextLines([])
    for _ in 0..<20_000 {
      let end = lines.utf8.count
      let lower = Int.random(in: 0...end, using: &generator)
      let upper = Int.random(in: lower...min(end, lower + 6), using: &generator)
      var text = Array((pieces.randomElement(using: &generator) ?? "").utf8)
      if end > 60 { text = [] }
      lines.replace(SourceRange(lower, upper), with: text)
      #expect(lines == TextLines(lines.utf8))
    }
  }
}
