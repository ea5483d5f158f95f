// Finds the tags of a file before libxml2 reads a byte, and refuses files that would take too much
// time or memory.
//
// libxml2 2.9 compares every attribute of a tag with every other, so a tag with a million
// attributes would keep it busy for hours; and its errors about its own limits tell neither the
// limit nor the place. The scanner can misread a file only after a point where it is not
// well-formed. libxml2 stops at that point, so the wrong tags are never used.
import MomentumDiagnostics

/// The kind and the place of a tag.
struct XMLTag: Sendable, Hashable {
  enum Kind: Sendable {
    case start
    case empty
    case end
  }

  var kind: Kind
  var range: SourceRange
}

/// Finds the tags of a file in order; stops with a reason if the file has to be refused.
struct XMLTagScanner {
  /// The message about the limit that the file exceeds, and the place.
  struct Refusal {
    var message: XMLMessage
    var range: SourceRange
  }

  private(set) var tags: [XMLTag] = []
  private(set) var refusal: Refusal?

  private let bytes: [UInt8]
  private let limits: XMLLimits
  private let allowsDocumentType: Bool
  private var position = 0
  private var depth = 0
  private var elements = 0
  private var attributes = 0

  init(_ bytes: [UInt8], limits: XMLLimits, allowsDocumentType: Bool) {
    self.bytes = bytes
    self.limits = limits
    self.allowsDocumentType = allowsDocumentType
    while let open = bytes[position...].firstIndex(of: UInt8(ascii: "<")) {
      guard scanMarkup(at: open) else { break }
    }
  }

  /// Skips the markup that begins at a `<`. Returns false to end the scan.
  private mutating func scanMarkup(at open: Int) -> Bool {
    guard open + 1 < bytes.count else { return false }
    switch bytes[open + 1] {
    case UInt8(ascii: "?"): return skip(past: "?>", from: open + 2)
    case UInt8(ascii: "!"):
      if starts(with: "<!--", at: open) { return skip(past: "-->", from: open + 4) }
      if starts(with: "<![CDATA[", at: open) { return skip(past: "]]>", from: open + 9) }
      return scanDocumentType(at: open)
    case UInt8(ascii: "/"):
      guard skip(past: ">", from: open + 2) else { return false }
      // There are more end tags than start tags; libxml2 reports that.
      guard depth > 0 else { return false }
      depth -= 1
      tags.append(XMLTag(kind: .end, range: SourceRange(open, position)))
      return true
    default: return scanStartTag(at: open)
    }
  }

  private mutating func scanStartTag(at open: Int) -> Bool {
    var attributes = 0
    var index = open + 1
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: ">"): return endStartTag(from: open, at: index, attributes)
      case UInt8(ascii: "<"): return false
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        attributes += 1
        guard attributes <= limits.attributesPerElementMax else {
          return refuse(
            .attributeLimit(limits.attributesPerElementMax), SourceRange(index, index + 1))
        }
        guard let close = scanValue(at: index) else { return false }
        index = close + 1
      default: index += 1
      }
    }
    return false
  }

  private mutating func endStartTag(from open: Int, at close: Int, _ attributes: Int) -> Bool {
    let isEmpty = bytes[close - 1] == UInt8(ascii: "/")
    let range = SourceRange(open, close + 1)
    elements += 1
    self.attributes += attributes
    guard self.attributes <= limits.attributesMax else {
      return refuse(.attributesLimit(limits.attributesMax), range)
    }
    guard elements <= limits.elementsMax else {
      return refuse(.elementLimit(limits.elementsMax), range)
    }
    guard depth < limits.depthMax else { return refuse(.depthLimit(limits.depthMax), range) }
    if !isEmpty { depth += 1 }
    tags.append(XMLTag(kind: isEmpty ? .empty : .start, range: range))
    position = close + 1
    return true
  }

  /// The index of the closing quote of the value whose opening quote is at `open`.
  private mutating func scanValue(at open: Int) -> Int? {
    let quote = bytes[open]
    var index = open + 1
    while index < bytes.count {
      let byte = bytes[index]
      if byte == quote { return index }
      if byte == UInt8(ascii: "<") { return nil }
      if index - open > limits.valueLengthMax {
        _ = refuse(.valueLimit(limits.valueLengthMax), SourceRange(open, open + 1))
        return nil
      }
      index += 1
    }
    return nil
  }

  /// Skips a document type. One that only names an external type, as property lists do, is
  /// accepted; one that declares anything is refused.
  private mutating func scanDocumentType(at open: Int) -> Bool {
    guard starts(with: "<!DOCTYPE", at: open) else { return false }
    var index = open + 9
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: ">"):
        position = index + 1
        return allowsDocumentType
          || refuse(.documentType, SourceRange(open, index + 1))
      case UInt8(ascii: "["), UInt8(ascii: "<"):
        return refuse(.documentType, SourceRange(open, index))
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        guard let close = bytes[(index + 1)...].firstIndex(of: bytes[index]) else {
          return refuse(.documentType, SourceRange(open, index))
        }
        index = close + 1
      default: index += 1
      }
    }
    return refuse(.documentType, SourceRange(open, bytes.count))
  }

  private mutating func refuse(_ message: XMLMessage, _ range: SourceRange) -> Bool {
    refusal = Refusal(message: message, range: range)
    return false
  }

  private func starts(with text: StaticString, at index: Int) -> Bool {
    guard bytes.count - index >= text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { bytes[index..<index + $0.count].elementsEqual($0) }
  }

  private mutating func skip(past text: StaticString, from start: Int) -> Bool {
    let last = text.withUTF8Buffer { $0[$0.count - 1] }
    var from = start
    while from < bytes.count, let endByte = bytes[from...].firstIndex(of: last) {
      let begin = endByte + 1 - text.utf8CodeUnitCount
      if begin >= start, starts(with: text, at: begin) {
        position = endByte + 1
        return true
      }
      from = endByte + 1
    }
    return false
  }
}
