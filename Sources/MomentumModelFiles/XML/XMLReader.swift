// Reads one XML file with libxml2 into a tree with places.
//
// libxml2 checks that the file is well-formed; the places come from `XMLTagScanner`, which finds
// the same tags in the same order. No other file is loaded, no entity is expanded, and no document
// type is accepted unless the caller allows it: a hostile file could otherwise read files or expand
// to gigabytes.
internal import CLibXML2
package import MomentumDiagnostics

package enum XMLReader {
  /// Reads a file, or reports why it cannot be read and returns `nil`.
  ///
  /// - Parameter allowsDocumentType: Whether the file may begin with `<!DOCTYPE … >`, as property
  ///   lists do; the type is never loaded and may not declare anything.
  package static func read(
    _ file: SourceFile, limits: XMLLimits = XMLLimits(), allowsDocumentType: Bool = false,
    _ diagnostics: inout Diagnostics
  ) -> XMLElement? {
    let tree = XMLTreeSink(file.utf8)
    let isRead = read(
      file, limits: limits, allowsDocumentType: allowsDocumentType, into: tree, &diagnostics)
    return isRead ? tree.root : nil
  }

  /// Reads a file without making a tree: calls the sink for each element. Returns false after an
  /// error.
  static func read(
    _ file: SourceFile, limits: XMLLimits = XMLLimits(), allowsDocumentType: Bool = false,
    into sink: any XMLSink, _ diagnostics: inout Diagnostics
  ) -> Bool {
    guard file.utf8.count <= limits.sizeMax else {
      diagnostics.report(
        XMLMessage.sizeLimit(limits.sizeMax), at: SourceLocation(file, SourceRange(0, 0)))
      return false
    }
    if let refusal = XMLEncoding.refusal(of: file.utf8) {
      diagnostics.report(refusal.message, at: SourceLocation(file, refusal.range))
      return false
    }
    let scanner = XMLTagScanner(
      file.utf8, limits: limits, allowsDocumentType: allowsDocumentType)
    if let refusal = scanner.refusal {
      diagnostics.report(refusal.message, at: SourceLocation(file, refusal.range))
      return false
    }
    let events = XMLEventReader(
      file.utf8, tags: scanner.tags, allowsDocumentType: allowsDocumentType, sink: sink)
    parse(file.utf8, with: events)
    if let failure = events.failure {
      diagnostics.report(failure.diagnostic(in: file, open: events.open))
      return false
    }
    return true
  }

  /// Fills libxml2's global tables once. libxml2 would fill them on first use, which is not safe if
  /// several threads do so.
  private static let isPrepared: Bool = {
    xmlInitParser()
    return true
  }()

  private static func parse(_ bytes: [UInt8], with events: XMLEventReader) {
    _ = isPrepared
    bytes.withUnsafeBytes { buffer in
      // Pass the text to the parser piece by piece: libxml2 would copy the whole text otherwise.
      var input = buffer[...]
      withUnsafeMutablePointer(to: &input) { input in
        parse(input, with: events)
      }
    }
  }

  private static func parse(
    _ input: UnsafeMutablePointer<Slice<UnsafeRawBufferPointer>>, with events: XMLEventReader
  ) {
    let read: xmlInputReadCallback = { input, target, count in
      guard let input, let target else { return -1 }
      let pointer = input.assumingMemoryBound(to: Slice<UnsafeRawBufferPointer>.self)
      let piece = pointer.pointee.prefix(Int(count))
      let bytes = UnsafeRawBufferPointer(rebasing: piece)
      if let start = bytes.baseAddress {
        UnsafeMutableRawPointer(target).copyMemory(from: start, byteCount: bytes.count)
      }
      pointer.pointee = pointer.pointee.dropFirst(piece.count)
      return Int32(piece.count)
    }
    guard
      let context = xmlCreateIOParserCtxt(nil, nil, read, nil, input, XML_CHAR_ENCODING_NONE)
    else {
      events.fail(code: XML_ERR_NO_MEMORY.rawValue, reason: "out of memory", at: 0)
      return
    }
    defer { xmlFreeParserCtxt(context) }
    // The bytes were checked to be UTF-8. If libxml2 converted them by the declared encoding, every
    // offset would be wrong.
    let options = XML_PARSE_NONET.rawValue | XML_PARSE_IGNORE_ENC.rawValue
    xmlCtxtUseOptions(context, Int32(options))
    context.pointee.sax.pointee = handler()
    events.context = context
    context.pointee.userData = Unmanaged.passUnretained(events).toOpaque()
    withExtendedLifetime(events) { _ = xmlParseDocument(context) }
    events.context = nil
    events.finish(isWellFormed: context.pointee.wellFormed != 0)
  }

  private static func handler() -> xmlSAXHandler {
    var handler = xmlSAXHandler()
    handler.initialized = XML_SAX2_MAGIC
    handler.startElementNs = { context, _, _, _, _, _, _, _, _ in
      XMLEventReader.from(context)?.startElement()
    }
    handler.endElementNs = { context, _, _, _ in XMLEventReader.from(context)?.endElement() }
    handler.characters = { context, start, length in
      XMLEventReader.from(context)?.characters(start, length)
    }
    handler.cdataBlock = { context, start, length in
      XMLEventReader.from(context)?.characters(start, length)
    }
    handler.internalSubset = { context, _, _, _ in XMLEventReader.from(context)?.documentType() }
    handler.entityDecl = { context, _, _, _, _, _ in
      XMLEventReader.from(context)?.declaration()
    }
    handler.attributeDecl = { context, _, _, _, _, _, tree in
      XMLEventReader.from(context)?.declaration()
      xmlFreeEnumeration(tree)
    }
    handler.serror = { context, error in
      guard let error = error?.pointee, error.level == XML_ERR_FATAL else { return }
      let reason = error.message.map { String(cString: $0) } ?? ""
      XMLEventReader.from(context)?.fail(code: UInt32(bitPattern: error.code), reason: reason)
    }
    return handler
  }
}
