import Foundation
import MomentumDiagnostics
import MomentumModel
import MomentumModelFiles
import MomentumTestSupport
import Testing

@Suite struct ModelWriterTests {
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

  @Test(
    .enabled(if: RepositoryFiles.corpus != nil, "no corpus beside this clone"),
    arguments: ["models", "stores"])
  func realModelsReadBackEqual(folder: String) throws {
    let base = RepositoryFiles.corpus?.appendingPathComponent(folder).path ?? ""
    let names = FileManager.default.enumerator(atPath: base)?.allObjects ?? []
    let paths = names.compactMap { $0 as? String }.filter { $0.hasSuffix(".xml") }.sorted()
    #expect(paths.count > 50)
    for path in paths {
      let text = try String(contentsOfFile: "\(base)/\(path)", encoding: .utf8)
      var diagnostics = Diagnostics()
      let syntax = ModelReader.read(contents: SourceFile(path: path, text: text), &diagnostics)
      guard let model = syntax.flatMap({ ModelChecker.check($0, &diagnostics) }) else { continue }
      let again = try read(ModelWriter.contents(of: model))
      #expect(again == model, "\(path)")
    }
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
