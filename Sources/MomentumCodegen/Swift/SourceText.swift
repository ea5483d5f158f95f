/// The text of a Swift file while it is written, in UTF-8.
///
/// ```swift
/// var text = SourceText()
/// text += "let "
/// type.write(to: &text)
/// ```
struct SourceText {
  private(set) var bytes: [UInt8] = []

  var count: Int { bytes.count }
  var string: String { String(decoding: bytes, as: UTF8.self) }

  static func += (text: inout SourceText, part: String) {
    // The bytes of a native string are contiguous, so they are copied at once.
    let isCopied: Void? = part.utf8.withContiguousStorageIfAvailable { text.bytes += $0 }
    if isCopied == nil { text.bytes += part.utf8 }
  }

  static func += (text: inout SourceText, part: ArraySlice<UInt8>) { text.bytes += part }

  mutating func append(_ byte: UInt8) { bytes.append(byte) }

  mutating func append(spaces count: Int) {
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: count))
  }

  /// Appends values with `, ` between them.
  mutating func append<Value, Failure: Error>(
    list values: [Value], _ write: (Value, inout SourceText) throws(Failure) -> Void
  ) throws(Failure) {
    var isFirst = true
    for value in values {
      if !isFirst { self += ", " }
      isFirst = false
      try write(value, &self)
    }
  }

  /// Removes all bytes after the first `count`.
  mutating func cut(to count: Int) { bytes.removeSubrange(count...) }

  /// The lines of the text from the byte with the offset `start` on.
  func lines(from start: Int) -> [ArraySlice<UInt8>] {
    bytes[start...].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  }

  /// Inserts a text at a byte offset.
  mutating func insert(_ part: String, at count: Int) {
    bytes.insert(contentsOf: part.utf8, at: count)
  }
}
