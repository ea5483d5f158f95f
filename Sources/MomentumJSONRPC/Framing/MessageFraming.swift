/// How messages follow each other in a stream of bytes.
package enum MessageFraming: Sendable, Hashable {
  /// `Content-Length: 17\r\n\r\n{"jsonrpc":"2.0"}`
  ///
  /// Documented: Language Server Protocol 3.17, Base Protocol.
  case headers
  /// One message a line. A message has no line end in it, as JSON escapes those of strings.
  ///
  /// Documented: Model Context Protocol 2025-06-18, Transports, stdio.
  case lines

  /// The bytes to write for a message, which is on one line.
  package func framed(_ text: String) -> [UInt8] {
    switch self {
    case .headers: Array("Content-Length: \(text.utf8.count)\r\n\r\n".utf8) + Array(text.utf8)
    case .lines: Array(text.utf8) + [UInt8(ascii: "\n")]
    }
  }
}

/// What a peer may send. Past a limit comes an error, so that no input takes all memory.
package struct MessageLimits: Sendable, Hashable {
  /// The size of one message. A larger one is read past and answered with -32600.
  package var messageBytesMax: Int
  /// The size of the header fields before one message.
  package var headerBytesMax: Int
  /// How many requests may run together. One more is answered with -32000.
  package var runningRequestsMax: Int

  /// Values in a message may be nested 64 deep, a limit of `JSONParser`.
  package init(
    messageBytesMax: Int = 64 << 20, headerBytesMax: Int = 8 << 10, runningRequestsMax: Int = 256
  ) {
    self.messageBytesMax = messageBytesMax
    self.headerBytesMax = headerBytesMax
    self.runningRequestsMax = runningRequestsMax
  }
}
