/// A text that is written piece by piece, kept as UTF-8.
///
/// A statement has hundreds of short pieces. Appended to a `String`, each piece costs three times
/// the instructions, because both texts are asked each time how they are stored.
struct SQLOutput: Sendable {
  private var bytes: [UInt8] = []

  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  /// The length of the text in bytes.
  var count: Int { bytes.count }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  static func += (output: inout SQLOutput, piece: String) { output.bytes.append(text: piece) }

  static func += (output: inout SQLOutput, piece: UnsafeBufferPointer<UInt8>) {
    output.bytes.append(contentsOf: piece)
  }
}

extension [UInt8] {
  /// Appends the UTF-8 of a text.
  mutating func append(text: String) {
    let isWritten: Void? = text.utf8.withContiguousStorageIfAvailable { append(contentsOf: $0) }
    if isWritten == nil { append(contentsOf: text.utf8) }
  }
}
