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
    guard file.utf8.count <= limits.sizeMax else {
      diagnostics.report(
        XMLMessage.sizeLimit(limits.sizeMax), at: SourceLocation(file, SourceRange(0, 0)))
      return nil
    }
    if let refusal = XMLEncoding.refusal(of: file.utf8) {
      diagnostics.report(refusal.message, at: SourceLocation(file, refusal.range))
      return nil
    }
    let scanner = XMLTagScanner(
      file.utf8, limits: limits, allowsDocumentType: allowsDocumentType)
    if let refusal = scanner.refusal {
      diagnostics.report(refusal.message, at: SourceLocation(file, refusal.range))
      return nil
    }
    let builder = XMLTreeBuilder(
      file.utf8, tags: scanner.tags, allowsDocumentType: allowsDocumentType)
    parse(file.utf8, into: builder)
    if let failure = builder.failure {
      diagnostics.report(failure.diagnostic(in: file, open: builder.open))
      return nil
    }
    return builder.root
  }

  /// libxml2 has tables to fill before several threads may use it.
  private static let isPrepared: Bool = {
    xmlInitParser()
    return true
  }()

  private static func parse(_ bytes: [UInt8], into builder: XMLTreeBuilder) {
    _ = isPrepared
    bytes.withUnsafeBytes { buffer in
      let start = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
      guard let size = Int32(exactly: buffer.count),
        let context = xmlCreateMemoryParserCtxt(start, size)
      else {
        builder.fail(code: XML_ERR_NO_MEMORY.rawValue, reason: "out of memory", at: 0)
        return
      }
      defer { xmlFreeParserCtxt(context) }
      // The encoding was checked; a hint that libxml2 followed would move every offset.
      let options = XML_PARSE_NONET.rawValue | XML_PARSE_IGNORE_ENC.rawValue
      xmlCtxtUseOptions(context, Int32(options))
      context.pointee.sax.pointee = handler()
      builder.context = context
      context.pointee.userData = Unmanaged.passUnretained(builder).toOpaque()
      withExtendedLifetime(builder) { _ = xmlParseDocument(context) }
      builder.context = nil
      builder.finish(isWellFormed: context.pointee.wellFormed != 0)
    }
  }

  private static func handler() -> xmlSAXHandler {
    var handler = xmlSAXHandler()
    handler.initialized = XML_SAX2_MAGIC
    handler.startElementNs = { context, _, _, _, _, _, _, _, _ in
      XMLTreeBuilder.from(context)?.startElement()
    }
    handler.endElementNs = { context, _, _, _ in XMLTreeBuilder.from(context)?.endElement() }
    handler.characters = { context, start, length in
      XMLTreeBuilder.from(context)?.characters(start, length)
    }
    handler.cdataBlock = { context, start, length in
      XMLTreeBuilder.from(context)?.characters(start, length)
    }
    handler.internalSubset = { context, _, _, _ in XMLTreeBuilder.from(context)?.documentType() }
    handler.entityDecl = { context, _, _, _, _, _ in
      XMLTreeBuilder.from(context)?.declaration()
    }
    handler.attributeDecl = { context, _, _, _, _, _, tree in
      XMLTreeBuilder.from(context)?.declaration()
      xmlFreeEnumeration(tree)
    }
    handler.serror = { context, error in
      guard let error = error?.pointee, error.level == XML_ERR_FATAL else { return }
      let reason = error.message.map { String(cString: $0) } ?? ""
      XMLTreeBuilder.from(context)?.fail(code: UInt32(bitPattern: error.code), reason: reason)
    }
    return handler
  }
}
