/// One chunk of bytes as a sequence, for COPY.
struct OneChunk: AsyncSequence, Sendable {
  let bytes: [UInt8]

  struct Iterator: AsyncIteratorProtocol {
    var bytes: [UInt8]?

    mutating func next() async -> [UInt8]? {
      defer { bytes = nil }
      return bytes
    }
  }

  func makeAsyncIterator() -> Iterator { Iterator(bytes: bytes) }
}
