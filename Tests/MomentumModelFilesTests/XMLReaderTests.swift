import MomentumDiagnostics
import MomentumModelFiles
import MomentumTestSupport
import Testing

/// Reads text and shows the tree with the bytes that each range covers.
private func show(_ bytes: [UInt8]) -> String {
  let file = SourceFile(path: "file.xml", utf8: bytes)
  var diagnostics = Diagnostics()
  guard let root = XMLReader.read(file, &diagnostics) else {
    return TextRenderer().render(diagnostics.all)
  }
  var lines: [String] = []
  func add(_ element: XMLElement, _ indent: String) {
    let whole = file.text(in: element.range).replacing("\n", with: "⏎")
    lines.append(
      "\(indent)\(element.name) = \(file.text(in: element.nameRange)) tag \(file.text(in: element.tagRange)) to \(whole.suffix(5))"
    )
    for attribute in element.attributes {
      let name = file.text(in: attribute.nameRange)
      lines.append(
        "\(indent)  \(name) [\(file.text(in: attribute.valueRange))] = [\(attribute.value)]")
    }
    if !element.text.isEmpty { lines.append("\(indent)  text [\(element.text)]") }
    for child in element.children { add(child, indent + "  ") }
  }
  add(root, "")
  return lines.joined(separator: "\n")
}

private func show(_ text: String) -> String { show(Array(text.utf8)) }

@Suite struct XMLReaderTests {
  @Test func rangesCoverWhatWasWritten() {
    expectText(
      show(
        """
        <?xml version="1.0" encoding="UTF-8"?><!-- <no/> -->
        <a x="1" y = 'zwei "2"'><b\u{20}
           name="Größe 名"/><![CDATA[<c>]]><?pi <d>?><e></e
          >x &amp; y</a >
        """),
      """
      a = a tag <a x="1" y = 'zwei "2"'> to </a >
        x [1] = [1]
        y [zwei "2"] = [zwei "2"]
        text [<c>x & y]
        b = b tag <b\u{20}
         name="Größe 名"/> to  名"/>
          name [Größe 名] = [Größe 名]
        e = e tag <e> to e⏎  >
      """)
  }

  @Test func byteOrderMarkAndLineEndsMoveNothing() {
    let text = "<a\r\n x=\"1\">\r\n<b y=\"é\"/></a>"
    let plain = show(text)
    #expect(plain.contains("y [é] = [é]"))
    expectText(show([0xEF, 0xBB, 0xBF] + Array(text.utf8)), plain)
  }

  @Test func valuesAreDecoded() {
    expectText(
      show("<a v=\"&lt;&amp;&gt;&quot;&apos;&#65;&#x1F600;\" w=\"a\tb\r\nc\nd&#10;e\"/>"),
      """
      a = a tag <a v="&lt;&amp;&gt;&quot;&apos;&#65;&#x1F600;" w="a\tb\r\nc\nd&#10;e"/> to ;e"/>
        v [&lt;&amp;&gt;&quot;&apos;&#65;&#x1F600;] = [<&>"'A😀]
        w [a\tb\r\nc\nd&#10;e] = [a b c d\ne]
      """)
  }

  @Test func segmentsLeadEveryCharacterBack() throws {
    let file = SourceFile(
      path: "f", text: "<a p=\"name == &quot;é&quot; AND\r\n x &#x3C; 5\"/>")
    var diagnostics = Diagnostics()
    let root = try #require(XMLReader.read(file, &diagnostics))
    let value = try #require(root.attributes.first)
    #expect(value.value == "name == \"é\" AND  x < 5")
    #expect(value.segments.reduce(0) { $0 + $1.length } == value.value.utf8.count)
    let embedded = EmbeddedText(text: value.value, file: file, segments: value.segments)
    let bytes = Array(value.value.utf8)
    for (offset, byte) in bytes.enumerated() {
      let origin = embedded.location(of: SourceRange(offset, offset + 1)).range
      let written = file.text(in: origin)
      switch byte {
      case UInt8(ascii: "\""): #expect(written == "&quot;")
      case UInt8(ascii: "<"): #expect(written == "&#x3C;")
      case UInt8(ascii: " "): #expect([" ", "\r\n"].contains(written))
      default: #expect(Array(file.utf8[origin.start..<origin.end]) == [byte])
      }
    }
  }

  @Test func placesHoldBeyondTheParsersBuffer() throws {
    // libxml2 moves its window every few kilobytes.
    let row = "<row value=\"Ä &amp; b\" other='x'><inner/></row>\r\n"
    let file = SourceFile(
      path: "f", text: "<rows>\n" + String(repeating: row, count: 40_000) + "</rows>")
    var diagnostics = Diagnostics()
    let root = try #require(XMLReader.read(file, &diagnostics))
    #expect(root.children.count == 40_000)
    #expect(
      root.children.allSatisfy {
        file.utf8[$0.range.start..<$0.range.end].elementsEqual(row.dropLast(1).utf8)
          && file.utf8[$0.attributes[0].valueRange.start...].starts(with: "Ä &amp; b\" other".utf8)
      })
  }

  @Test func prefixedNamesAreKept() {
    expectText(
      show("<x:a xmlns:x=\"urn:x\" x:b=\"1\"/>"),
      """
      x:a = x:a tag <x:a xmlns:x="urn:x" x:b="1"/> to "1"/>
        xmlns:x [urn:x] = [urn:x]
        x:b [1] = [1]
      """)
  }
}
