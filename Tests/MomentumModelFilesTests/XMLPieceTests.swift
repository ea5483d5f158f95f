import MomentumDiagnostics
import MomentumTestSupport
import Testing

@testable import MomentumModelFiles

/// The pieces below the XML reader, each by itself.
@Suite struct XMLPieceTests {
  // MARK: - Values

  /// XML 1.0, 3.3.3: blanks become spaces, a line end is one of them, references are their character.
  @Test(arguments: [
    ("plain", "plain"), ("&amp;&lt;&gt;&quot;&apos;", "&<>\"'"), ("&#65;&#x41;&#x1F600;", "AA😀"),
    ("&#x10FFFF;", "\u{10FFFF}"), ("a\tb\nc\rd", "a b c d"), ("a\r\nb", "a b"),
    ("a\r\r\nb", "a  b"),
    ("a\n\rb", "a  b"), ("&#10;&#13;&#9;", "\n\r\t"), ("&unknown;", "&unknown;"), ("&amp", "&amp"),
    ("&#xD800;", "&#xD800;"), ("&#x110000;", "&#x110000;"), ("&#xZ;", "&#xZ;"), ("&#;", "&#;"),
    ("&;", "&;"), ("x&amp;amp;", "x&amp;"), ("&#00000065;", "A"), ("é&amp;名", "é&名"),
    ("&", "&"), ("", ""), ("\r", " "), ("a&amp;", "a&"), ("\u{1F}", " "),
  ])
  func valuesAreNormalized(written: String, value: String) {
    // Bytes around the value must not be touched.
    let bytes = Array("\"\(written)\"amp;".utf8)
    let decoded = XMLValueDecoder.decode(bytes, SourceRange(1, 1 + written.utf8.count))
    #expect(decoded.text == value)
    let lengths = decoded.segments.reduce(0) { $0 + $1.length }
    #expect(decoded.segments.isEmpty || lengths == value.utf8.count)
    for segment in decoded.segments {
      #expect(segment.origin.start >= 1 && segment.origin.end <= 1 + written.utf8.count)
      #expect(segment.origin.start < segment.origin.end)
    }
    for (first, second) in zip(decoded.segments, decoded.segments.dropFirst()) {
      #expect(first.origin.end == second.origin.start, "the pieces lie side by side")
    }
  }

  /// A reference may have leading zeros, up to forty bytes.
  @Test(arguments: [(0, "A"), (34, "A"), (35, "A"), (36, nil)] as [(Int, String?)])
  func aReferenceHasAtMostFortyBytes(zeros: Int, value: String?) {
    let written = "&#\(String(repeating: "0", count: zeros))65;"
    let bytes = Array(written.utf8)
    let decoded = XMLValueDecoder.decode(bytes, SourceRange(0, bytes.count))
    #expect(decoded.text == value ?? written)
  }

  @Test(arguments: [(64 << 20, "64"), (1 << 20, "1"), (3 << 20, "3")])
  func theLimitOfAFileIsSaidInMegabytes(bytes: Int, megabytes: String) {
    #expect(XMLMessage.sizeLimit(bytes).text == "a file can have at most \(megabytes) MB")
  }

  // MARK: - Tags

  private func pieces(_ tag: String) -> String {
    let bytes = Array(tag.utf8)
    var lexer = XMLTagLexer(bytes, tag: SourceRange(0, bytes.count))
    var result = String(decoding: bytes[lexer.nameRange.start..<lexer.nameRange.end], as: UTF8.self)
    while let attribute = lexer.next() {
      result += "|\(attribute.name)=\(attribute.value)"
      let written = bytes[attribute.valueRange.start..<attribute.valueRange.end]
      #expect(Array(written) == Array(attribute.value.utf8))
    }
    return result
  }

  @Test(arguments: [
    ("<a>", "a"), ("<a/>", "a"), ("<a b='c'>", "a|b=c"), ("<a b=\"c\" d='e'/>", "a|b=c|d=e"),
    ("<a\tb\n=\r' '\n>", "a|b= "), ("<a b='\"' c=\"'\">", "a|b=\"|c='"), ("<a b='>/='>", "a|b=>/="),
    ("<a b='1'c='2'>", "a|b=1|c=2"), ("<a b>", "a"), ("<a b=c>", "a"), ("<a b='c>", "a"),
    ("<a b=", "a"), ("<", ""), ("<a b=''>", "a|b="), ("<a ='x'>", "a"),
  ])
  func tagsHaveNamesAndValues(tag: String, shown: String) {
    #expect(pieces(tag) == shown)
  }

  // MARK: - Encodings

  @Test func encodingsAreToldByTheirFirstBytes() {
    func encoding(_ bytes: [UInt8]) -> String {
      XMLEncoding.refusal(of: bytes).map { "\($0.message.id) \($0.range.start)" } ?? "read"
    }
    for start in [[0xFE, 0xFF], [0xFF, 0xFE], [0x00, 0x3C], [0x3C, 0x00]] as [[UInt8]] {
      #expect(encoding(start + [0x00, 0x61]) == "xml.encoding 0")
    }
    #expect(encoding([0, 0, 0, 0x3C]) == "xml.encoding 0")
    #expect(encoding([0, 0, 0, 0x3D]) == "xml.not-text 0")
    #expect(encoding([0xFE]) == "xml.encoding 0", "cut off behind the first byte of the mark")
    #expect(encoding(Array("<".utf8)) == "read")
    #expect(encoding([]) == "xml.empty-file 0")
    #expect(encoding(Array(" \t\r\n".utf8)) == "xml.empty-file 0")
    #expect(encoding([0x08]) == "read", "no blank, so libxml2 may say what it is")
    #expect(encoding(Array("bplist".utf8)) == "xml.binary-property-list 0")
    #expect(encoding(Array("bplis".utf8)) == "read")
    // A zero is looked for at the beginning; further on libxml2 finds it.
    let letters = [UInt8](repeating: 0x61, count: 4095)
    #expect(encoding(letters + [0]) == "xml.not-text 4095")
    #expect(encoding(letters + [0x61, 0]) == "read")
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    for name in ["UTF-8", "utf8", "US-ASCII", "ascii"] {
      #expect(encoding(mark + Array("<?xml encoding='\(name)'?>".utf8)) == "read")
    }
    let declared = Array("<?xml version='1.0' encoding='latin1'?><a/>".utf8)
    #expect(encoding(declared) == "xml.encoding 30")
    #expect(encoding(mark + declared) == "xml.encoding 33")
    #expect(encoding(Array("<a encoding='latin1'/>".utf8)) == "read")
    #expect(encoding(Array("<?xml version='1.0'?><a encoding='latin1'/>".utf8)) == "read")
    #expect(encoding(Array("aé".utf8) + [0x80]) == "xml.not-utf8 3")
    #expect(encoding([0x61, 0xC3]) == "xml.not-utf8 1")
    #expect(encoding([0x61, 0xED, 0xA0, 0x80]) == "xml.not-utf8 1", "half a pair is no character")
  }
}
