// One XML file, read by libxml2 into a tree with places.
//
// libxml2 judges whether the file is well-formed; the places come from `XMLTagScanner`, which found the
// same tags in the same order. Nothing is loaded, no entity is expanded, no document type is accepted.
internal import CLibXML2
package import MomentumDiagnostics

package enum XMLReader {
  /// Reads a file, or reports why it cannot be read and returns `nil`.
  ///
  /// - Parameter allowsDocumentType: whether `<!DOCTYPE … >` may stand at the top, as in property lists; it
  ///   is never loaded and may not declare anything.
  package static func read(
    _ file: SourceFile, limits: XMLLimits = XMLLimits(), allowsDocumentType: Bool = false,
    _ diagnostics: inout Diagnostics
  ) -> XMLElement? {
    let tree = XMLTreeSink(file.utf8)
    let isRead = read(
      file, limits: limits, allowsDocumentType: allowsDocumentType, into: tree, &diagnostics)
    return isRead ? tree.root : nil
  }

  /// The same without a tree: the sink is told of the elements as they come. False after an error.
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

  /// libxml2 has tables to fill before several threads may use it.
  private static let isPrepared: Bool = {
    xmlInitParser()
    return true
  }()

  private static func parse(_ bytes: [UInt8], with events: XMLEventReader) {
    _ = isPrepared
    bytes.withUnsafeBytes { buffer in
      // Read piece by piece: libxml2 would copy the whole text otherwise.
      var rest = buffer[...]
      withUnsafeMutablePointer(to: &rest) { rest in
        parse(rest, with: events)
      }
    }
  }

  private static func parse(
    _ rest: UnsafeMutablePointer<Slice<UnsafeRawBufferPointer>>, with events: XMLEventReader
  ) {
    let read: xmlInputReadCallback = { rest, target, count in
      guard let rest, let target else { return -1 }
      let pointer = rest.assumingMemoryBound(to: Slice<UnsafeRawBufferPointer>.self)
      let piece = pointer.pointee.prefix(Int(count))
      let bytes = UnsafeRawBufferPointer(rebasing: piece)
      if let start = bytes.baseAddress {
        UnsafeMutableRawPointer(target).copyMemory(from: start, byteCount: bytes.count)
      }
      pointer.pointee = pointer.pointee.dropFirst(piece.count)
      return Int32(piece.count)
    }
    guard
      let context = xmlCreateIOParserCtxt(nil, nil, read, nil, rest, XML_CHAR_ENCODING_NONE)
    else {
      events.fail(code: XML_ERR_NO_MEMORY.rawValue, reason: "out of memory", at: 0)
      return
    }
    defer { xmlFreeParserCtxt(context) }
    // The encoding was checked; a hint that libxml2 followed would move every offset.
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
