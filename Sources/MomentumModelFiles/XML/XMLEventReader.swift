internal import CLibXML2
import MomentumDiagnostics

/// Passes the elements that libxml2 reports to a sink, with the places that `XMLTagScanner` found.
///
/// It is a class, because libxml2 passes one pointer to every callback.
final class XMLEventReader {
  /// The running parser, which knows the position of an error and can be stopped.
  var context: xmlParserCtxtPtr?

  private(set) var failure: XMLFailure?
  /// The elements that are not yet closed, outermost first.
  private(set) var open: [XMLStartTag] = []

  private let bytes: [UInt8]
  private let tags: [XMLTag]
  private let allowsDocumentType: Bool
  private let sink: any XMLSink
  private var hasRoot = false
  private var nextTag = 0
  private var texts: [[UInt8]] = []

  init(_ bytes: [UInt8], tags: [XMLTag], allowsDocumentType: Bool, sink: any XMLSink) {
    self.bytes = bytes
    self.tags = tags
    self.allowsDocumentType = allowsDocumentType
    self.sink = sink
  }

  static func from(_ context: UnsafeMutableRawPointer?) -> XMLEventReader? {
    context.map { Unmanaged<XMLEventReader>.fromOpaque($0).takeUnretainedValue() }
  }

  func startElement() {
    guard let tag = takeTag(), tag.kind != .end else { return losePosition() }
    var lexer = XMLTagLexer(bytes, tag: tag.range)
    let start = XMLStartTag(nameRange: lexer.nameRange, range: tag.range)
    hasRoot = true
    open.append(start)
    texts.append([])
    sink.start(start, attributes: &lexer)
  }

  func endElement() {
    guard let start = open.popLast(), let text = texts.popLast() else { return losePosition() }
    var end = start.range.end
    if bytes[end - 2] != UInt8(ascii: "/") {
      guard let tag = takeTag(), tag.kind == .end else { return losePosition() }
      end = tag.range.end
    }
    sink.end(end, text: text.isEmpty ? "" : String(decoding: text, as: UTF8.self))
  }

  func characters(_ start: UnsafePointer<xmlChar>?, _ length: Int32) {
    guard let start, let last = texts.indices.last else { return }
    let text = UnsafeBufferPointer(start: start, count: Int(length))
    if texts[last].isEmpty, text.allSatisfy({ $0 <= 0x20 }) { return }
    texts[last].append(contentsOf: text)
  }

  /// Stops at a document type, unless the caller allows it. The scanner has already refused one
  /// that declares anything.
  func documentType() {
    if !allowsDocumentType { declaration() }
  }

  func declaration() {
    fail(code: XML_ERR_DOCTYPE_NOT_FINISHED.rawValue, reason: "a declaration is refused")
  }

  /// Keeps the first failure and stops the parser.
  func fail(code: UInt32, reason: String, at offset: Int? = nil) {
    if failure == nil {
      failure = XMLFailure(code: code, reason: reason, offset: offset ?? currentOffset)
    }
    // Do not call `xmlStopParser`: it frees the input, and the parser may hold pointers into it
    // when it reports an error. `instate` ends every loop of the parser up to libxml2 2.12; later
    // versions need `disableSAX` 2, because they go on with 1.
    context?.pointee.disableSAX = 2
    context?.pointee.instate = XML_PARSER_EOF
  }

  func finish(isWellFormed: Bool) {
    if failure == nil, !isWellFormed || !hasRoot {
      fail(code: XML_ERR_DOCUMENT_END.rawValue, reason: "", at: bytes.count)
    }
  }

  private func takeTag() -> XMLTag? {
    guard nextTag < tags.count else { return nil }
    defer { nextTag += 1 }
    return tags[nextTag]
  }

  private func losePosition() {
    fail(code: XML_ERR_INTERNAL_ERROR.rawValue, reason: "tags cannot be told apart")
  }

  private var currentOffset: Int {
    guard let input = context?.pointee.input?.pointee, let base = input.base, let cursor = input.cur
    else { return bytes.count }
    let offset = Int(clamping: input.consumed) &+ (cursor - base)
    return min(max(offset, 0), bytes.count)
  }
}
