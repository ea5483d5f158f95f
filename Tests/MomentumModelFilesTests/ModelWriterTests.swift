import Foundation
import MomentumDiagnostics
import MomentumModel
import MomentumModelFiles
import MomentumTestSupport
import Testing

@Suite(.tags(.corpus)) struct ModelWriterTests {
  private func read(_ text: String) throws -> ObjectModel {
    var diagnostics = Diagnostics()
    let syntax = ModelReader.read(
      contents: SourceFile(path: "contents", text: text), &diagnostics)
    let model = syntax.flatMap { ModelChecker.check($0, &diagnostics) }
    return try #require(model, "\(TextRenderer().render(diagnostics.all))")
  }

  @Test func whatIsWrittenReadsBackEqual() throws {
    let model = try read(sampleModel)
    #expect(try read(ModelWriter.contents(of: model)) == model)
  }

  @Test func everyModelReadsBackEqual() throws {
    var count = 0
    for entry in ModelTexts.most {
      var diagnostics = Diagnostics()
      let source = SourceFile(path: entry.name, text: entry.text)
      let syntax = ModelReader.read(contents: source, &diagnostics)
      guard let model = syntax.flatMap({ ModelChecker.check($0, &diagnostics) }) else { continue }
      count += 1
      let again = try read(ModelWriter.contents(of: model))
      #expect(again == model, "\(entry.name)")
    }
    #expect(count * 10 > ModelTexts.most.count * 9 && count > 100)
  }

  @Test func textThatXMLReservesIsEscaped() throws {
    var model = try read(sampleModel)
    model.entities[0].userInfo = [UserInfoEntry(key: "a<b>\"'&", value: "line\nline\r\ttab\u{1}")]
    let again = try read(ModelWriter.contents(of: model))
    #expect(
      again.entities[0].userInfo
        == [UserInfoEntry(key: "a<b>\"'&", value: "line\nline\r\ttab\u{FFFD}")])
  }
}
