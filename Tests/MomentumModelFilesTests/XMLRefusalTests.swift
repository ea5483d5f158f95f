import MomentumDiagnostics
import MomentumTestSupport
import Testing

@testable import MomentumModelFiles

/// What is said about a file that cannot be read: `line:column message [id]`, then the notes.
func refusal(
  _ bytes: [UInt8], limits: XMLLimits = XMLLimits(), allowsDocumentType: Bool = false
) -> String {
  let file = SourceFile(path: "f", utf8: bytes)
  var diagnostics = Diagnostics()
  let root = XMLReader.read(
    file, limits: limits, allowsDocumentType: allowsDocumentType, &diagnostics)
  if root != nil { return "read" }
  func place(_ location: MomentumDiagnostics.SourceLocation?) -> String {
    guard let location else { return "-" }
    let position = file.lineColumn(at: location.range.start)
    return "\(position.line):\(position.column)"
  }
  var lines: [String] = []
  for finding in diagnostics.all {
    lines.append("\(place(finding.location)) \(finding.text) [\(finding.id)]")
    for note in finding.notes { lines.append("  \(place(note.location)) \(note.text)") }
  }
  return lines.joined(separator: "\n")
}

@Suite struct XMLRefusalTests {
  @Test(arguments: [
    (
      "<a>\n<b></c></a>",
      "2:4 not well-formed XML: this end tag does not close 'b' [xml.malformed]\n  2:2 'b' begins here"
    ),
    (
      "<a/></a>",
      "1:5 not well-formed XML: only blanks and comments can follow the outermost element [xml.malformed]"
    ),
    ("</a>", "1:2 not well-formed XML: a name has to follow '<' [xml.malformed]"),
    ("<<<<<<<<a>", "1:2 not well-formed XML: a name has to follow '<' [xml.malformed]"),
    (
      "<a>\n<b>",
      "2:4 not well-formed XML: the file ends before 'b' is closed [xml.malformed]\n  2:2 'b' begins here"
    ),
    (
      "<a x='1' y='2' x='3'/>",
      "1:16 not well-formed XML: the attribute 'x' is there more than once in one element [xml.malformed]"
    ),
    (
      "<a/>\n<b/>",
      "2:1 not well-formed XML: only blanks and comments can follow the outermost element [xml.malformed]"
    ),
    (
      "<a x='<'/>",
      "1:7 not well-formed XML: '<' is not allowed in an attribute value; write '&lt;' [xml.malformed]"
    ),
    (
      "<a x='&nbsp;'/>",
      "1:13 not well-formed XML: an unknown entity; XML has amp, lt, gt, quot and apos [xml.malformed]"
    ),
    (
      "<a>R&D</a>",
      "1:7 not well-formed XML: a reference has to end with ';'; a plain '&' is '&amp;' [xml.malformed]"
    ),
    (
      "<a>R & D</a>",
      "1:6 not well-formed XML: a name has to follow '&'; a plain '&' is '&amp;' [xml.malformed]"
    ),
    (
      "<a x=1/>",
      "1:6 not well-formed XML: an attribute value has to begin with a quote [xml.malformed]"
    ),
    ("<a x/>", "1:5 not well-formed XML: an attribute has to have a value [xml.malformed]"),
    (
      "<a x='1'y='2'/>",
      "1:9 not well-formed XML: attributes need a blank between them [xml.malformed]"
    ),
    ("<a><!-- x", "1:4 not well-formed XML: a comment has to end with '-->' [xml.malformed]"),
    ("hello", "1:1 not well-formed XML: an element was expected [xml.malformed]"),
    (
      "<a>\n<b/>\n<<<<<<< HEAD\n<c/>\n=======\n>>>>>>> x\n</a>",
      "3:1 a merge conflict was left in the file [xml.merge-conflict]"
    ),
    ("", "1:1 the file is empty; a 'model' element was expected [xml.empty-file]"),
    (" \n", "1:1 the file is empty; a 'model' element was expected [xml.empty-file]"),
    (
      "<?xml version='1.0' encoding='ISO-8859-1'?><a/>",
      "1:31 the encoding 'ISO-8859-1' is not read; the file has to be UTF-8 [xml.encoding]"
    ),
  ])
  func malformedTextSaysWhereAndWhy(text: String, expected: String) {
    expectText(refusal(Array(text.utf8)), expected)
  }

  /// Whoever listens to the elements is told that there were not all of them.
  @Test(arguments: [
    "", "<a", "<a></b>", "<!DOCTYPE a [<!ENTITY x 'y'>]><a/>", "<a b='&x;'/>", "<a/>",
  ])
  func aRefusedFileIsNotRead(text: String) {
    let file = SourceFile(path: "f", text: text)
    var diagnostics = Diagnostics()
    let isRead = XMLReader.read(file, into: XMLTreeSink(file.utf8), &diagnostics)
    #expect(isRead == (text == "<a/>"))
    #expect(diagnostics.isEmpty == isRead)
    var limits = XMLLimits()
    limits.sizeMax = max(text.utf8.count - 1, 0)
    if !text.isEmpty {
      let isSmall = XMLReader.read(
        file, limits: limits, into: XMLTreeSink(file.utf8), &diagnostics)
      #expect(!isSmall && diagnostics.all.last?.id == "xml.size-limit")
    }
  }

  @Test(arguments: [
    (
      "<a>\u{1}</a>", "1:4 not well-formed XML: a character that XML does not allow [xml.malformed]"
    ),
    (
      "<a>&#0;</a>",
      "1:8 not well-formed XML: a character that XML does not allow [xml.malformed]"
    ),
    ("<a>]]></a>", "1:4 not well-formed XML: ']]>' is not allowed in text [xml.malformed]"),
    (
      "<a><?p </a>",
      "1:4 not well-formed XML: a processing instruction has to end with '?>' [xml.malformed]"
    ),
    (
      "<a><![CDATA[ </a>",
      "1:4 not well-formed XML: a CDATA section has to end with ']]>' [xml.malformed]"
    ),
  ])
  func otherMistakesSayWhereAndWhy(text: String, expected: String) {
    expectText(refusal(Array(text.utf8)), expected)
  }

  @Test func bytesThatAreNotTextAreRefused() {
    expectText(
      refusal(Array("bplist00".utf8) + [0xD1, 0x01]),
      "1:1 a binary property list where XML was expected; a compiled model or a model of Xcode 3 has to be opened in Xcode and saved as a data model [xml.binary-property-list]"
    )
    expectText(
      refusal([0xFF, 0xFE, 0x3C, 0x00, 0x61, 0x00]),
      "1:1 the encoding 'UTF-16' is not read; the file has to be UTF-8 [xml.encoding]")
    expectText(
      refusal(Array("<a>".utf8) + [0]), "1:4 a binary file where XML was expected [xml.not-text]")
    expectText(
      refusal(Array("<a>\n é".utf8) + [0xE9] + Array("</a>".utf8)),
      "2:3 the bytes from here on are not UTF-8 [xml.not-utf8]")
    expectText(
      refusal(Array("<a>".utf8) + [0xE4, 0xB8]),
      "1:4 the bytes from here on are not UTF-8 [xml.not-utf8]")
  }

  @Test func documentTypesAreRefused() {
    let bomb = """
      <!DOCTYPE a [<!ENTITY x "lol"><!ENTITY y "&x;&x;&x;&x;">]><a>&y;</a>
      """
    let expected =
      "1:1 a document type declaration is refused; Xcode writes none [xml.document-type]"
    expectText(refusal(Array(bomb.utf8)), expected)
    expectText(refusal(Array(bomb.utf8), allowsDocumentType: true), expected)
    let outside = "<!DOCTYPE a SYSTEM \"file:///etc/passwd\"><a/>"
    expectText(refusal(Array(outside.utf8)), expected)
    expectText(refusal(Array(outside.utf8), allowsDocumentType: true), "read")
    // A '[' in quotes declares nothing; one after them does.
    expectText(
      refusal(Array("<!DOCTYPE a SYSTEM \"[\"><a/>".utf8), allowsDocumentType: true), "read")
    expectText(
      refusal(
        Array("<!DOCTYPE a SYSTEM \"]>\" [<!ATTLIST a b CDATA \"c\">]><a/>".utf8),
        allowsDocumentType: true), expected)
  }

  @Test func limitsAreDiagnostics() {
    var limits = XMLLimits()
    limits.depthMax = 2
    limits.elementsMax = 3
    limits.attributesPerElementMax = 2
    limits.attributesMax = 3
    limits.valueLengthMax = 4
    limits.sizeMax = 60
    func check(_ text: String) -> String { refusal(Array(text.utf8), limits: limits) }
    expectText(check("<a><b/><c/></a>"), "read")
    expectText(
      check("<a><b><c/></b></a>"), "1:7 elements can nest at most 2 deep [xml.depth-limit]")
    expectText(
      check("<a><b/><b/><b/></a>"), "1:12 a file can have at most 3 elements [xml.element-limit]")
    expectText(
      check("<a x='' y='' z=''/>"),
      "1:16 an element can have at most 2 attributes [xml.attribute-limit]")
    expectText(
      check("<a x='' y=''><b x='' y=''/></a>"),
      "1:14 a file can have at most 3 attributes [xml.attributes-limit]")
    expectText(check("<a x='1234'/>"), "read")
    expectText(
      check("<a x='12345'/>"), "1:6 an attribute value can have at most 4 bytes [xml.value-limit]")
    expectText(
      check(String(repeating: " ", count: 61)), "1:1 a file can have at most 0 MB [xml.size-limit]")
  }

  /// Work that grows faster than the file would keep this test from ending.
  @Test func hostileFilesAreRefused() {
    let nested = String(repeating: "<a>", count: 100_000)
    #expect(refusal(Array(nested.utf8)).contains("[xml.depth-limit]"))
    let attributes = (0..<500_000).map { " a\($0)=''" }.joined()
    #expect(refusal(Array("<a\(attributes)/>".utf8)).contains("[xml.attribute-limit]"))
    let value = String(repeating: "x", count: 8 << 20)
    #expect(refusal(Array("<a b='\(value)'/>".utf8)).contains("[xml.value-limit]"))
    let entities = String(repeating: "&amp;", count: 1 << 20)
    #expect(refusal(Array("<a b='\(entities)'/>".utf8)).contains("[xml.value-limit]"))
    // After its first error libxml2 would go on where the scanner has stopped.
    #expect(refusal(Array("<a x='<'\(attributes)/>".utf8)).contains("[xml.malformed]"))
    #expect(refusal(Array("<r><a x=1\(attributes)/></r>".utf8)).contains("[xml."))
    #expect(refusal(Array("<a>&x;\(nested)".utf8)).contains("[xml."))
    #expect(refusal(Array("<!\(nested)".utf8)).contains("[xml."))
    #expect(refusal(Array(String(repeating: "<", count: 100_000).utf8)).contains("[xml."))
    #expect(refusal(Array(String(repeating: "&", count: 100_000).utf8)).contains("[xml."))
  }
}
