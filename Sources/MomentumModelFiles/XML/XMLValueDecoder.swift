import MomentumDiagnostics

/// Decodes the bytes of an attribute value to text.
///
/// Documented: XML 1.0, sections 3.3.3 (attribute-value normalization) and 4.6 (predefined
/// entities).
enum XMLValueDecoder {
  /// Decodes references and white space. `segments` is empty if the text has the same bytes as the
  /// file.
  static func decode(
    _ bytes: [UInt8], _ range: SourceRange
  ) -> (text: String, segments: [EmbeddedText.Segment]) {
    let source = bytes[range.start..<range.end]
    // Most values have nothing to decode, and for them this path is three times as fast.
    if !source.contains(where: { $0 == UInt8(ascii: "&") || $0 < 0x20 }) {
      return (String(decoding: source, as: UTF8.self), [])
    }
    var run = Run(start: range.start)
    var index = range.start
    while index < range.end {
      switch bytes[index] {
      case UInt8(ascii: "&"):
        if let reference = reference(bytes, index, range.end) {
          run.replace(index..<reference.end, with: Array(String(reference.scalar).utf8))
          index = reference.end
        } else {
          run.text.append(bytes[index])
          index += 1
        }
      case 0x0D where index + 1 < range.end && bytes[index + 1] == 0x0A:
        run.replace(index..<index + 2, with: [0x20])
        index += 2
      case 0x00..<0x20:
        run.text.append(0x20)
        index += 1
      case let byte:
        run.text.append(byte)
        index += 1
      }
    }
    run.endCopy(at: range.end)
    return (String(decoding: run.text, as: UTF8.self), run.segments)
  }

  /// The text that was decoded so far, and the segments of bytes that it was made from.
  private struct Run {
    var text: [UInt8] = []
    var segments: [EmbeddedText.Segment] = []
    private var copyStart: Int
    private var textStart = 0

    init(start: Int) { copyStart = start }

    mutating func replace(_ origin: Range<Int>, with decoded: [UInt8]) {
      endCopy(at: origin.lowerBound)
      text += decoded
      segments.append(
        EmbeddedText.Segment(length: decoded.count, origin: SourceRange(origin)))
      copyStart = origin.upperBound
      textStart = text.count
    }

    mutating func endCopy(at end: Int) {
      guard end > copyStart else { return }
      segments.append(
        EmbeddedText.Segment(
          length: text.count - textStart, origin: SourceRange(copyStart, end)))
    }
  }

  private static func reference(
    _ bytes: [UInt8], _ start: Int, _ end: Int
  ) -> (scalar: Unicode.Scalar, end: Int)? {
    // Search a few bytes only: the longest reference is `&#x10FFFF;`, although leading zeros are
    // allowed.
    let limit = min(end, start + 40)
    guard let close = bytes[start..<limit].firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let name = String(decoding: bytes[(start + 1)..<close], as: UTF8.self)
    return scalar(named: name).map { ($0, close + 1) }
  }

  private static func scalar(named name: String) -> Unicode.Scalar? {
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default:
      let number =
        name.hasPrefix("#x")
        ? UInt32(name.dropFirst(2), radix: 16)
        : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
      return number.flatMap(Unicode.Scalar.init)
    }
  }
}
