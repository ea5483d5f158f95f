import Foundation
import MomentumDiagnostics
import MomentumDiagram
import MomentumModel
import MomentumModelFiles
import MomentumTestSupport
import Testing

@Suite struct DiagramPrinterTests {
  private static let formats = ["svg", "mermaid", "dot"]

  private func print(_ model: ObjectModel, _ format: String, title: String = "Library") -> String {
    let diagram = Diagram(of: model, title: title)
    switch format {
    case "svg": return SVGPrinter.print(DiagramLayout(of: diagram))
    case "mermaid": return MermaidPrinter.print(diagram)
    default: return DOTPrinter.print(diagram)
    }
  }

  @Test(arguments: formats)
  func sampleLooksAsRecorded(format: String) throws {
    try RepositoryFiles.expectGolden(
      print(DiagramModels.sample, format), at: "Tests/Cases/Diagram/Library.\(format)")
  }

  @Test func pairsAreOneEdge() {
    let diagram = Diagram(of: DiagramModels.sample, title: "Library")
    #expect(
      diagram.edges == [
        .inheritance(child: 1, parent: 0),
        .pair(
          Diagram.End(
            box: 1, name: "authors", cardinality: Diagram.Cardinality(minimum: 1, maximum: 9)),
          Diagram.End(
            box: 2, name: "books", cardinality: Diagram.Cardinality(minimum: 0, maximum: nil),
            isOrdered: true)),
        .symmetric(
          Diagram.End(
            box: 1, name: "friends", cardinality: Diagram.Cardinality(minimum: 0, maximum: nil))),
        .oneWay(
          from: 2,
          to: Diagram.End(
            box: 3, name: "shelf", cardinality: Diagram.Cardinality(minimum: 1, maximum: 1))),
        .pair(
          Diagram.End(
            box: 2, name: "prequel", cardinality: Diagram.Cardinality(minimum: 0, maximum: 1)),
          Diagram.End(
            box: 2, name: "sequel", cardinality: Diagram.Cardinality(minimum: 0, maximum: 1))),
      ])
  }

  @Test(arguments: formats)
  func equalModelsGiveEqualTexts(format: String) {
    let model = DiagramModels.random(seed: 11, entityCount: 12, relationshipCount: 16)
    #expect(print(model, format) == print(model, format))
  }

  @Test func svgIsWellFormedWhateverTheNames() throws {
    for title in DiagramModels.nastyNames {
      let text = print(DiagramModels.nasty([title]), "svg", title: title)
      try #require(XMLCheck.isWellFormed(text), "\(title)")
    }
  }

  @Test func svgEscapesNames() {
    let text = print(DiagramModels.nasty(["a<b>&\"c'"]), "svg", title: "x\" onload=\"y")
    #expect(text.contains(">a&lt;b&gt;&amp;&quot;c&#39;</text>"))
    #expect(text.contains("aria-label=\"x&quot; onload=&quot;y\""))
    #expect(!text.contains("a<b"))
  }

  @Test func indexesAreAttributesOfBoxesAndLines() throws {
    let layout = DiagramLayout(of: Diagram(of: DiagramModels.sample, title: "Library"))
    let text = SVGPrinter.print(layout, hasIndexes: true)
    #expect(XMLCheck.isWellFormed(text))
    #expect(text.components(separatedBy: "<g data-box=").count == 7)
    #expect(text.contains("<path class=\"edge\" data-edge=\"0 1\" d="))
    let plain = text.replacingOccurrences(
      of: " data-(box|edge)=\"[0-9 ]*\"", with: "", options: .regularExpression)
    #expect(plain == SVGPrinter.print(layout))
  }

  @Test func dotEscapesNames() {
    let text = print(DiagramModels.nasty(["a<b>\\"]), "dot", title: "x\"y\\")
    #expect(text.hasPrefix("digraph \"x&quot;y\\\\\" {"))
    #expect(text.contains("<B><I>a&lt;b&gt;\\</I></B>"))
    #expect(text.contains("label=\"a&lt;b&gt;\\\\ 0..1\""))
  }

  @Test func mermaidEscapesNames() {
    let text = print(DiagramModels.nasty(["a\"b{c}#;"]), "mermaid")
    #expect(text.contains("class n0[\"a#34;b#123;c#125;#35;#59;\"]"))
    for line in text.split(separator: "\n") {
      #expect(line.filter { $0 == "\"" }.count % 2 == 0, "\(line)")
    }
  }

  @Test func mermaidNamesDoNotSetTheDirection() {
    let text = print(DiagramModels.nasty(["x direction LR"]), "mermaid")
    #expect(text.contains("class n0[\"x direction#32;LR\"]"))
  }

  @Test(arguments: formats)
  func emptyModelsHaveAPicture(format: String) {
    #expect(!print(ObjectModel(), format).isEmpty)
  }
}

/// Whether an XML parser accepts a text.
private enum XMLCheck {
  static func isWellFormed(_ text: String) -> Bool {
    var diagnostics = Diagnostics()
    let root = XMLReader.read(SourceFile(path: "picture.svg", text: text), &diagnostics)
    return root != nil && !diagnostics.hasErrors
  }
}
