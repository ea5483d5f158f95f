import MomentumDiagnostics
import MomentumTestSupport
import Testing

@testable import MomentumModelFiles

/// Where markup begins and ends, and what is said where it does not.
@Suite struct XMLMarkupTests {
  /// The tags that the scanner finds: `<` for a start, `/` for an end and `-` for an empty element, each with
  /// its bytes.
  private func tags(_ text: String, limits: XMLLimits = XMLLimits()) -> String {
    let scanner = XMLTagScanner(Array(text.utf8), limits: limits, allowsDocumentType: true)
    let found = scanner.tags.map { tag in
      let sign =
        switch tag.kind {
        case .start: "<"
        case .end: "/"
        case .empty: "-"
        }
      return "\(sign)\(tag.range.start)-\(tag.range.end)"
    }
    return (found + [scanner.refusal.map { $0.message.text } ?? ""]).filter { !$0.isEmpty }
      .joined(separator: " ")
  }

  @Test(arguments: [
    ("<a/>", "-0-4"), ("<a></a>", "<0-3 /3-7"), ("<a x='/>'/>", "-0-11"),
    ("<a x=\"'>\" y='\"'></a>", "<0-16 /16-20"), ("<a x='1' ></a >", "<0-10 /10-15"),
    ("<a/ >", "<0-5"), ("<a x='1/'>", "<0-10"), ("<!----><a/>", "-7-11"),
    ("<!--<b>--><a/>", "-10-14"), ("<!--->--><a/>", "-9-13"), ("<!-- - -> --><a/>", "-13-17"),
    ("<!--", ""), ("<!-->", ""), ("<!--->", ""), ("<!--<a/>", ""), ("<?p?><a/>", "-5-9"),
    ("<?p <b> ? > ?><a/>", "-14-18"), ("<?>", ""), ("<??><a/>", "-4-8"), ("<?p", ""),
    ("<a><![CDATA[]]></a>", "<0-3 /15-19"), ("<a><![CDATA[<b>]]]></a>", "<0-3 /19-23"),
    ("<a><![CDATA[]>]]></a>", "<0-3 /17-21"), ("<a><![CDATA[]]>]]></a>", "<0-3 /18-22"),
    ("<a><![CDATA[</a>", "<0-3"), ("<a><![CDATA[>", "<0-3"), ("<a><![CDATA]]></a>", "<0-3"),
    ("<a><!b></a>", "<0-3"), ("<", ""), ("a<", ""), ("<a", ""), ("<a x='", ""), ("<a x='>", ""),
    ("<a x='<'/>", ""), ("<a <b/>", ""), ("</a>", ""), ("<a/></a>", "-0-4"),
    ("<a></a></a>", "<0-3 /3-7"), ("<a></a", "<0-3"), ("<>", "<0-2"), ("<></>", "<0-2 /2-5"),
    ("<a><></a>", "<0-3 <3-5 /5-9"), ("</>", ""), ("<a></>", "<0-3 /3-6"),
    ("<!DOCTYPE a><a/>", "-12-16"), ("<!DOCTYPE a SYSTEM '>'><a/>", "-23-27"),
    ("<!DOCTYPE><a/>", "-10-14"), ("x<a/>y", "-1-5"), ("", ""),
  ])
  func tagsAreFoundBehindOneAnother(text: String, expected: String) {
    #expect(tags(text) == expected)
  }

  /// A document type that declares something, or does not end, is refused with its bytes.
  @Test(arguments: [
    ("<!DOCTYPE a [", 0, 12), ("<!DOCTYPE a <b>", 0, 12), ("<!DOCTYPE a", 0, 11),
    ("<!DOCTYPE a '", 0, 12), ("<!DOCTYPE a '>\"", 0, 12), (" <!DOCTYPE a '[' [>", 1, 17),
    ("<!DOCTYPE", 0, 9),
  ])
  func aDocumentTypeIsRefusedWhole(text: String, start: Int, end: Int) {
    for allows in [true, false] {
      let scanner = XMLTagScanner(
        Array(text.utf8), limits: XMLLimits(), allowsDocumentType: allows)
      #expect(scanner.refusal?.message.id == "xml.document-type")
      #expect(scanner.refusal?.range == SourceRange(start, end))
    }
  }

  @Test func aDocumentTypeIsRefusedUnlessItIsAllowed() {
    let text = Array(" <!DOCTYPE a SYSTEM '[>' ><a/>".utf8)
    let refused = XMLTagScanner(text, limits: XMLLimits(), allowsDocumentType: false)
    #expect(refused.refusal?.range == SourceRange(1, 26))
    #expect(refused.tags.isEmpty)
    let allowed = XMLTagScanner(text, limits: XMLLimits(), allowsDocumentType: true)
    #expect(allowed.refusal == nil)
    #expect(allowed.tags == [XMLTag(kind: .empty, range: SourceRange(26, 30))])
  }

  /// Each limit: the greatest number that is accepted, and the bytes that are one too many.
  @Test func eachLimitIsTheGreatestNumber() {
    func check(
      _ change: (inout XMLLimits) -> Void, _ accepted: String, _ refused: String, _ start: Int,
      _ end: Int, _ id: String, sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) {
      var limits = XMLLimits()
      change(&limits)
      func scan(_ text: String) -> XMLTagScanner {
        XMLTagScanner(Array(text.utf8), limits: limits, allowsDocumentType: false)
      }
      #expect(scan(accepted).refusal == nil, sourceLocation: sourceLocation)
      let found = scan(refused).refusal
      #expect(found?.message.id == id, sourceLocation: sourceLocation)
      #expect(found?.range == SourceRange(start, end), sourceLocation: sourceLocation)
    }
    check({ $0.depthMax = 2 }, "<a><b></b><b/></a>", "<a><b><c/>", 6, 10, "xml.depth-limit")
    check({ $0.depthMax = 1 }, "<a></a><b></b>", "<a><b/>", 3, 7, "xml.depth-limit")
    check({ $0.elementsMax = 2 }, "<a/><b>", "<a/><b><c>", 7, 10, "xml.element-limit")
    check(
      { $0.attributesPerElementMax = 2 }, "<a x='' y=''/><b x='' y=''/>", "<a x='' y='' z=''>", 15,
      16, "xml.attribute-limit")
    check(
      { $0.attributesMax = 3 }, "<a x='' y=''/><b x=''/>", "<a x='' y=''/><b x='' y=''>", 14, 27,
      "xml.attributes-limit")
    check(
      { $0.valueLengthMax = 3 }, "<a x='123'/>", "<a x='1234'/>", 5, 6, "xml.value-limit")
    check(
      { $0.valueLengthMax = 3 }, "<a x='123' y=\"''\"/>", "<a x='1' y=\"1234", 11, 12,
      "xml.value-limit")
  }

  // MARK: - Merge conflicts

  /// Git's markers have seven characters at the start of the line on which the file cannot be read.
  @Test(arguments: [
    ("<a>\n<<<<<<< HEAD\n</a>", true), ("<a>\n<<<<<<<", true), ("<a>\n<<<<<<<\n</a>", true),
    ("<a>\n<<<<<<< <b/>", true), ("<a>\r<<<<<<< x", true), ("<a>\n<<<<<<<=", true),
    ("<<<<<<< HEAD\n<a/>", true), ("<<<<<<<", true), ("<a>\n<<<<<<<<", false),
    ("<a>\n<<<<<<<<<<", false), ("<a>\n<<<<<<<< HEAD", false), ("<a>\n<<<<<<", false),
    ("<a>\n<<<<<< HEAD", false), ("<a>\n <<<<<<< HEAD", false), ("<a>\n<<<<=== x", false),
    ("<a/>\n=======\n<b/>", true), ("<a/>\n========\n", false), ("<a/>\n======\n", false),
    ("<a/>\n>>>>>>> x", true), ("<a/>\n>>>>>>>>", false), ("<a/>\n-------", false),
  ])
  func aMarkerOfAConflictHasSevenCharacters(text: String, isConflict: Bool) {
    let said = refusal(Array(text.utf8))
    #expect(said.contains("[xml.merge-conflict]") == isConflict, "\(said)")
    #expect(said.contains("[xml.malformed]") == !isConflict, "\(said)")
  }

  /// The whole marker is underlined.
  @Test func theMarkerIsThePlace() throws {
    let file = SourceFile(path: "f", text: "<a>\n<<<<<<< HEAD\n</a>")
    var diagnostics = Diagnostics()
    #expect(XMLReader.read(file, &diagnostics) == nil)
    #expect(diagnostics.all.first?.location?.range == SourceRange(4, 11))
  }

  // MARK: - Other mistakes

  /// A mistake for which there is no text of our own is said as libxml2 says it.
  @Test(arguments: [
    ("<>", "1:2", "a name has to follow '<'"),
    ("<a><></a>", "1:5", "a name has to follow '<'"),
    ("<1/>", "1:2", "a name has to follow '<'"),
    ("<a>&#xD800;</a>", "1:12", "a character that XML does not allow"),
    ("<a>&#65</a>", "1:8", "CharRef: invalid decimal value"),
    ("<a>&;</a>", "1:4", "a name has to follow '&'; a plain '&' is '&amp;'"),
    ("<a b='&'/>", "1:7", "a name has to follow '&'; a plain '&' is '&amp;'"),
    ("<a><!-- a -- b --></a>", "1:11", "'--' is not allowed in a comment"),
    (
      " <?xml version='1.0'?><a/>", "1:7",
      "the XML declaration is allowed only at the beginning of the file"
    ),
    ("<?xml version='1.0'><a/>", "1:20", "attributes need a blank between them"),
    ("<a b/>", "1:5", "an attribute has to have a value"),
    ("<a b=/>", "1:6", "an attribute value has to begin with a quote"),
    ("<a></a b>", "1:8", "a tag has to end with '>'"),
  ])
  func mistakesAreSaid(text: String, place: String, expected: String) {
    expectText(
      refusal(Array(text.utf8)), "\(place) not well-formed XML: \(expected) [xml.malformed]")
  }

  @Test(arguments: ["<a:b:c/>", "<x:a/>", "<a xmlns:p=''/>", "<a p:b=''/>", "<a>&#xE9;&#233;</a>"])
  func prefixesNeedNoDeclaration(text: String) { #expect(refusal(Array(text.utf8)) == "read") }
}
