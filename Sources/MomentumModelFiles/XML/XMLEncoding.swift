import MomentumDiagnostics

/// Checks that a file is UTF-8 text.
enum XMLEncoding {
  /// The first reason why the bytes cannot be read as UTF-8 XML; `nil` if they can.
  static func refusal(of bytes: [UInt8]) -> XMLTagScanner.Refusal? {
    let start = SourceRange(0, 0)
    if bytes.allSatisfy({ $0 <= 0x20 && $0 >= 0x09 }) {
      return XMLTagScanner.Refusal(message: .emptyFile, range: start)
    }
    if bytes.starts(with: "bplist".utf8) {
      return XMLTagScanner.Refusal(message: .binaryPropertyList, range: start)
    }
    if let name = wideEncoding(bytes) {
      return XMLTagScanner.Refusal(message: .encoding(name), range: start)
    }
    if let zero = bytes.prefix(4096).firstIndex(of: 0) {
      return XMLTagScanner.Refusal(message: .notText, range: SourceRange(zero, zero + 1))
    }
    if let (name, range) = declaredEncoding(bytes), !isSubsetOfUTF8(name) {
      return XMLTagScanner.Refusal(message: .encoding(name), range: range)
    }
    if let offset = firstOffsetNotUTF8(bytes) {
      return XMLTagScanner.Refusal(message: .notUTF8, range: SourceRange(offset, offset + 1))
    }
    return nil
  }

  /// The name of the encoding if it is UTF-16 or UTF-32, recognised by the byte order mark or by
  /// the bytes of the first `<` (XML 1.0, appendix F); otherwise `nil`.
  private static func wideEncoding(_ bytes: [UInt8]) -> String? {
    switch (bytes[0], bytes.count > 1 ? bytes[1] : 0xFF) {
    case (0xFE, 0xFF), (0xFF, 0xFE), (0x00, 0x3C), (0x3C, 0x00): "UTF-16"
    case (0x00, 0x00): bytes.starts(with: [0, 0, 0, 0x3C]) ? "UTF-32" : nil
    default: nil
    }
  }

  /// The encoding that `<?xml … encoding="…"?>` names.
  private static func declaredEncoding(_ bytes: [UInt8]) -> (String, SourceRange)? {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    guard bytes[start...].starts(with: "<?xml".utf8) else { return nil }
    let close = bytes[start...].firstIndex(of: UInt8(ascii: ">")) ?? bytes.count
    var lexer = XMLTagLexer(bytes, tag: SourceRange(start, close))
    while let attribute = lexer.next() {
      if attribute.name == "encoding" { return (attribute.value, attribute.valueRange) }
    }
    return nil
  }

  private static func isSubsetOfUTF8(_ name: String) -> Bool {
    ["utf-8", "utf8", "us-ascii", "ascii"].contains(name.lowercased())
  }

  private static func firstOffsetNotUTF8(_ bytes: [UInt8]) -> Int? {
    // The standard library's check is fast, but does not return the place of the first invalid
    // byte.
    if #available(macOS 15, *), String(validating: bytes, as: UTF8.self) != nil { return nil }
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var offset = 0
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .valid(let scalar): offset += scalar.count
      case .error: return offset
      case .emptyInput: return nil
      }
    }
  }
}
