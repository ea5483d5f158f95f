import MomentumDiagnostics
import Testing

@Suite struct FixItApplicationTests {
  private struct Message: DiagnosticMessage {
    var id: String { "model.test" }
    var severity: Severity { .error }
    var text: String { "t" }
  }

  private func fixed(_ text: String, _ repairs: [(Range<Int>, String)]) -> (String, Int)? {
    let file = SourceFile(path: "f", text: text)
    var diagnostics = Diagnostics()
    for (range, replacement) in repairs {
      let place = SourceLocation(file, SourceRange(range))
      diagnostics.report(
        Message(), at: place,
        fixIts: [Diagnostic.FixIt("do", replace: place, with: replacement)])
    }
    let files = diagnostics.applyingFixIts()
    return files.first.map { (String(decoding: $0.fixed, as: UTF8.self), $0.count) }
  }

  @Test func repairsAreMadeFromTheFrontWhateverTheirOrder() throws {
    let result = try #require(fixed("abcdef", [(4..<5, "X"), (0..<1, "Y"), (2..<2, "-")]))
    #expect(result == ("Yb-cdXf", 3))
  }

  @Test func ofTwoThatTouchTheFirstIsMade() throws {
    let result = try #require(
      fixed("abcdef", [(1..<4, "X"), (3..<5, "Y"), (5..<5, "1"), (5..<5, "2")]))
    #expect(result == ("aXe1f", 2))
  }

  @Test func withoutRepairsThereIsNoFile() {
    #expect(Diagnostics().applyingFixIts().isEmpty)
  }
}
