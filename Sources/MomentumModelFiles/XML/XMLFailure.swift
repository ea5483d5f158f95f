internal import CLibXML2
import MomentumDiagnostics

/// The reason why libxml2 stopped, and its offset.
struct XMLFailure {
  /// The error number, one of libxml2's `xmlParserErrors`.
  var code: UInt32
  /// libxml2's text, which is shown if `words` has no text for the error number.
  var reason: String
  var offset: Int

  /// The finding, at the place where a person would look for the error.
  ///
  /// - Parameter open: The elements that were not yet closed.
  func diagnostic(in file: SourceFile, open: [XMLStartTag]) -> Diagnostic {
    if let conflict = mergeConflict(in: file) {
      return Diagnostic(XMLMessage.mergeConflict, at: SourceLocation(file, conflict))
    }
    let bytes = file.utf8
    var range = place(in: bytes)
    var text = words(in: bytes)
    var notes: [Diagnostic.Note] = []
    if let inner = open.last, isMismatch || endsInElement(bytes) {
      text =
        isMismatch
        ? "this end tag does not close '\(inner.name(in: bytes))'"
        : "the file ends before '\(inner.name(in: bytes))' is closed"
      notes = [
        Diagnostic.Note(
          "'\(inner.name(in: bytes))' begins here", at: SourceLocation(file, inner.nameRange))
      ]
    }
    if code == XML_ERR_ATTRIBUTE_REDEFINED.rawValue, let (name, second) = repeated(in: bytes) {
      text = "the attribute '\(name)' is there more than once in one element"
      range = second
    }
    return Diagnostic(XMLMessage.malformed(text), at: SourceLocation(file, range), notes: notes)
  }

  private var isMismatch: Bool { code == XML_ERR_TAG_NAME_MISMATCH.rawValue }

  /// Whether the file ends inside an element, but not inside a comment, a value or the like.
  private func endsInElement(_ bytes: [UInt8]) -> Bool {
    let within: [xmlParserErrors] = [
      XML_ERR_ATTRIBUTE_NOT_FINISHED, XML_ERR_COMMENT_NOT_FINISHED, XML_ERR_PI_NOT_FINISHED,
      XML_ERR_CDATA_NOT_FINISHED,
    ]
    return offset >= bytes.count && !within.contains { $0.rawValue == code }
  }

  /// The place of the error: the parser's offset, or the start of the markup that the parser had
  /// just read.
  private func place(in bytes: [UInt8]) -> SourceRange {
    let end = min(offset, bytes.count)
    let opening: StaticString
    switch code {
    case XML_ERR_TAG_NAME_MISMATCH.rawValue: opening = "<"
    case XML_ERR_COMMENT_NOT_FINISHED.rawValue: opening = "<!--"
    case XML_ERR_PI_NOT_FINISHED.rawValue: opening = "<?"
    case XML_ERR_CDATA_NOT_FINISHED.rawValue: opening = "<![CDATA["
    case _ where followsAmpersand(bytes): opening = "&"
    default: return SourceRange(end, end)
    }
    let start = opening.withUTF8Buffer { wanted in
      bytes[..<end].indices.last { bytes[$0..<end].starts(with: wanted) }
    }
    return SourceRange(start ?? end, end)
  }

  /// Whether a name is missing after `&`: libxml2 has the same code for a name that is missing
  /// after `<`.
  private func followsAmpersand(_ bytes: [UInt8]) -> Bool {
    code == XML_ERR_NAME_REQUIRED.rawValue && offset > 0 && offset <= bytes.count
      && bytes[offset - 1] == UInt8(ascii: "&")
  }

  private func tagStart(in bytes: [UInt8]) -> Int? {
    bytes[..<min(offset, bytes.count)].lastIndex(of: UInt8(ascii: "<"))
  }

  private func repeated(in bytes: [UInt8]) -> (String, SourceRange)? {
    guard let start = tagStart(in: bytes) else { return nil }
    var lexer = XMLTagLexer(bytes, tag: SourceRange(start, bytes.count))
    var seen: Set<String> = []
    while let attribute = lexer.next() {
      if !seen.insert(attribute.name).inserted { return (attribute.name, attribute.nameRange) }
    }
    return nil
  }

  /// The marker of a merge conflict, such as `<<<<<<<`, if the line of the error begins with one.
  private func mergeConflict(in file: SourceFile) -> SourceRange? {
    let bytes = file.utf8
    var start = min(offset, bytes.count)
    while start > 0, bytes[start - 1] != 0x0A, bytes[start - 1] != 0x0D { start -= 1 }
    let marker = bytes[start...].prefix(7)
    guard marker.count == 7, let first = marker.first, marker.allSatisfy({ $0 == first }),
      [UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "=")].contains(first)
    else { return nil }
    // Git's markers have exactly seven characters.
    if start + 7 < bytes.count, bytes[start + 7] == first { return nil }
    return SourceRange(start, start + 7)
  }

  private func words(in bytes: [UInt8]) -> String {
    if followsAmpersand(bytes) { return "a name has to follow '&'; a plain '&' is '&amp;'" }
    if let entry = XMLFailure.words.first(where: { $0.code.rawValue == code }) { return entry.text }
    let line = reason.split(separator: "\n").first.map(String.init) ?? ""
    return line.isEmpty ? "a 'model' element was expected" : line
  }

  private static let words: [(code: xmlParserErrors, text: String)] = [
    (XML_ERR_DOCUMENT_EMPTY, "an element was expected"),
    (XML_ERR_DOCUMENT_END, "only blanks and comments can follow the outermost element"),
    (XML_ERR_INVALID_CHAR, "a character that XML does not allow"),
    (XML_ERR_INVALID_CHARREF, "a character reference to no character that XML allows"),
    (XML_ERR_ENTITYREF_SEMICOL_MISSING, "a reference has to end with ';'; a plain '&' is '&amp;'"),
    (XML_ERR_UNDECLARED_ENTITY, "an unknown entity; XML has amp, lt, gt, quot and apos"),
    (XML_ERR_LT_IN_ATTRIBUTE, "'<' is not allowed in an attribute value; write '&lt;'"),
    (XML_ERR_ATTRIBUTE_NOT_STARTED, "an attribute value has to begin with a quote"),
    (XML_ERR_ATTRIBUTE_NOT_FINISHED, "an attribute value has to end with the quote it began with"),
    (XML_ERR_ATTRIBUTE_WITHOUT_VALUE, "an attribute has to have a value"),
    (XML_ERR_ATTRIBUTE_REDEFINED, "an attribute is there more than once in one element"),
    (XML_ERR_HYPHEN_IN_COMMENT, "'--' is not allowed in a comment"),
    (XML_ERR_COMMENT_NOT_FINISHED, "a comment has to end with '-->'"),
    (XML_ERR_PI_NOT_FINISHED, "a processing instruction has to end with '?>'"),
    (XML_ERR_CDATA_NOT_FINISHED, "a CDATA section has to end with ']]>'"),
    (XML_ERR_XMLDECL_NOT_FINISHED, "the XML declaration has to end with '?>'"),
    (XML_ERR_RESERVED_XML_NAME, "the XML declaration is allowed only at the beginning of the file"),
    (XML_ERR_SPACE_REQUIRED, "attributes need a blank between them"),
    (XML_ERR_NAME_REQUIRED, "a name has to follow '<'"),
    (XML_ERR_GT_REQUIRED, "a tag has to end with '>'"),
    (XML_ERR_LTSLASH_REQUIRED, "an end tag was expected"),
    (XML_ERR_EQUAL_REQUIRED, "'=' was expected"),
    (XML_ERR_TAG_NOT_FINISHED, "the file ends before an element is closed"),
    (XML_ERR_MISPLACED_CDATA_END, "']]>' is not allowed in text"),
    (XML_ERR_NAME_TOO_LONG, "a name is too long"),
    (XML_ERR_NO_MEMORY, "out of memory"),
  ]
}
