import MomentumDiagnostics
import MomentumModel
import MomentumModelFiles
import MomentumTestSupport
import Testing

@Suite struct ModelReaderTests {
  private func read(_ text: String) -> (syntax: ModelSyntax?, findings: String) {
    var diagnostics = Diagnostics()
    let syntax = ModelReader.read(
      contents: SourceFile(path: "contents", text: text), &diagnostics)
    return (syntax, TextRenderer().render(diagnostics.all))
  }

  @Test func theSampleIsReadWhole() throws {
    let (syntax, findings) = read(sampleModel)
    expectText(findings, "")
    var diagnostics = Diagnostics()
    let model = ModelChecker.check(try #require(syntax), &diagnostics)
    #expect(diagnostics.isEmpty)
    #expect(model?.entities.map(\.name) == ["Café", "Guest"])
  }

  @Test func theTreeCanBePrinted() throws {
    let (syntax, _) = read(
      """
      <model>\r\n  <entity name="Größe &lt;" \n    odd="1"><userInfo/>
       <attribute name="a"/></entity></model>
      """)
    expectText(
      try #require(syntax).printed,
      """
      model 1:1
        entity 2:3
          name "Größe <" 2:17
          ? odd "1" 3:10
          userInfo 3:13
          attribute 4:2
            name "a" 4:19

      """)
  }

  @Test func aNameThatIsThereAlreadyIsNoRepair() {
    var diagnostics = Diagnostics()
    let text = "<model><entity name=\"A\" isAbstrakt=\"YES\" isAbstract=\"NO\"/></model>"
    _ = ModelReader.read(contents: SourceFile(path: "contents", text: text), &diagnostics)
    #expect(diagnostics.all.map(\.id) == ["model.unknown-attribute"])
    #expect(diagnostics.all.first?.fixIts.isEmpty == true)
  }

  @Test func surprisesAreWarningsWithARepair() {
    expectText(
      read(
        """
        <model>
          <entity name="A" isAbstrakt="YES" colour="red">
            <atribute name="x"/>
            text <element/>
          </entity>
        </model>
        """
      ).findings,
      """
      contents:2:4: warning: text in element 'entity' has no meaning in a model [model.unexpected-text]
       2 |   <entity name="A" isAbstrakt="YES" colour="red">
         |    ^~~~~~
      contents:2:20: warning: element 'entity' has no attribute 'isAbstrakt'; it is ignored; did you mean 'isAbstract'? [model.unknown-attribute]
       2 |   <entity name="A" isAbstrakt="YES" colour="red">
         |                    ^~~~~~~~~~
      contents:2:20: note: fix-it: write 'isAbstract': replace 'isAbstrakt' with 'isAbstract'
      contents:2:37: warning: element 'entity' has no attribute 'colour'; it is ignored [model.unknown-attribute]
       2 |   <entity name="A" isAbstrakt="YES" colour="red">
         |                                     ^~~~~~
      contents:3:6: warning: no element 'atribute' can stand in 'entity'; it is ignored; did you mean 'attribute'? [model.unknown-element]
       3 |     <atribute name="x"/>
         |      ^~~~~~~~
      contents:3:6: note: fix-it: write 'attribute': replace 'atribute' with 'attribute'
      contents:4:11: warning: no element 'element' can stand in 'entity'; it is ignored [model.unknown-element]
       4 |     text <element/>
         |           ^~~~~~~

      """)
  }

  @Test func aFloodOfSurprisesIsCounted() {
    let findings = read("<model>" + String(repeating: "<x/>", count: 1000) + "</model>").findings
    #expect(findings.contains("800 more elements and attributes of this file are unknown"))
    #expect(findings.split(separator: "\n").count < 700)
  }

  @Test func anotherKindOfXMLIsNoModel() {
    expectText(
      read("<plist/>").findings,
      """
      contents:1:2: error: the outermost element has to be 'model', not 'plist' [model.not-a-model]
       1 | <plist/>
         |  ^~~~~

      """)
  }

  @Test func embeddedTextsLeadToTheirPlaces() throws {
    let syntax = try #require(read(sampleModel).syntax)
    let lines = syntax.embeddedTexts.map { embedded in
      let text = embedded.text.text
      let last = SourceRange(text.utf8.count - 1, text.utf8.count)
      return
        "\(embedded.owner) of \(embedded.entityName): \(text) ends \(syntax.file.text(in: embedded.text.location(of: last).range))"
    }
    expectText(
      lines.joined(separator: "\n"),
      """
      fetchedProperty(entity: "Café", name: "same") of Café: title == "x" ends &quot;
      derivation(entity: "Guest", attribute: "size") of Guest: café.title ends e
      fetchRequest(name: "all") of Guest: size > $SIZE ends E
      """)
  }

  @Test func everyPrefixAndEveryDamagedTokenIsSurvived() throws {
    let bytes = Array(sampleModel.utf8)
    let syntax = try #require(read(sampleModel).syntax)
    var tokens: [Range<Int>] = []
    func collect(_ element: SyntaxElement) {
      tokens.append(element.range.start..<element.range.end)
      tokens.append(element.nameRange.start..<element.nameRange.end)
      for attribute in element.attributes {
        tokens.append(attribute.nameRange.start..<attribute.nameRange.end)
        tokens.append(attribute.valueRange.start - 1..<attribute.valueRange.end + 1)
        tokens.append(attribute.valueRange.start..<attribute.valueRange.end)
      }
      element.children.forEach(collect)
    }
    collect(syntax.root)
    for damaged in Mutations.prefixes(of: bytes) + Mutations.tokenEdits(of: bytes, tokens: tokens) {
      var diagnostics = Diagnostics()
      let file = SourceFile(path: "contents", utf8: damaged)
      let model = ModelReader.read(contents: file, &diagnostics)
        .flatMap { ModelChecker.check($0, &diagnostics) }
      #expect(model != nil || diagnostics.hasErrors)
      for finding in diagnostics.all {
        let places = [finding.location] + finding.notes.map(\.location)
        for range in places.compactMap({ $0?.range }) {
          #expect(range.start >= 0 && range.end <= damaged.count)
        }
      }
    }
  }
}
