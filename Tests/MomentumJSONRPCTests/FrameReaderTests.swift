import MomentumJSONRPC
import Testing

/// Messages cut out of a stream of bytes.
@Suite struct FrameReaderTests {
  private static func pieces(
    _ input: String, _ framing: MessageFraming, chunk: Int = .max,
    limits: MessageLimits = MessageLimits()
  ) -> [String] {
    var reader = FrameReader(framing, limits: limits)
    var found: [String] = []
    let add = { (piece: FrameReader.Piece) in
      switch piece {
      case .message(let bytes): found.append(String(decoding: bytes, as: UTF8.self))
      case .damaged(let error): found.append("\(error.code.rawValue): \(error.message)")
      }
    }
    var rest = Array(input.utf8)[...]
    while !rest.isEmpty {
      reader.append(rest.prefix(chunk))
      rest = rest.dropFirst(chunk)
      while let piece = reader.next() { add(piece) }
    }
    if let piece = reader.finish() { add(piece) }
    return found
  }

  @Test(arguments: [1, 2, 3, 7, 1000])
  func headersNameTheLength(chunk: Int) {
    let input =
      "Content-Length: 2\r\n\r\n{}content-length:4\r\nContent-Type: application/vscode-jsonrpc; charset=utf8\r\n\r\n\"é\"Content-Length: 2\n\n[]"
    #expect(Self.pieces(input, .headers, chunk: chunk) == ["{}", "\"é\"", "[]"])
  }

  @Test(arguments: [1, 2, 3, 1000])
  func eachLineIsAMessage(chunk: Int) {
    let input = "{}\r\n\n  \n{\"a\":1}\n[]"
    #expect(Self.pieces(input, .lines, chunk: chunk) == ["{}\r", "{\"a\":1}", "[]"])
  }

  @Test(arguments: [
    "Content-Length: x\r\n\r\n{}", "Content-Length: -1\r\n\r\n{}", "Content-Length:\r\n\r\n{}",
    "Content-Length: 99999999999999999999\r\n\r\n{}",
    "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}", "Length: 2\r\n\r\n{}", "nonsense\r\n\r\n{}",
    "Content-Length: 2\r\nContent-Type: text/plain; charset=latin1\r\n\r\n{}",
  ])
  func afterADamagedHeaderTheNextMessageIsRead(damaged: String) {
    for chunk in [1, 5, 1000] {
      let found = Self.pieces(damaged + "Content-Length: 4\r\n\r\nnull", .headers, chunk: chunk)
      #expect(found.count == 2)
      #expect(found.first?.hasPrefix("-32700: ") == true)
      #expect(found.last == "null")
    }
  }

  @Test func aMessageThatIsTooLargeIsReadPast() {
    let limits = MessageLimits(messageBytesMax: 10)
    let long = String(repeating: "x", count: 40)
    for chunk in [1, 9, 1000] {
      #expect(
        Self.pieces("\(long)\n[]\n", .lines, chunk: chunk, limits: limits)
          == ["-32600: a message can have 10 bytes at most", "[]"])
      let input = "Content-Length: 40\r\n\r\n\(long)Content-Length: 2\r\n\r\n[]"
      #expect(
        Self.pieces(input, .headers, chunk: chunk, limits: limits)
          == ["-32600: a message can have 10 bytes at most", "[]"])
    }
  }

  @Test func headersThatDoNotEndAreReadPast() {
    let limits = MessageLimits(headerBytesMax: 100)
    let endless = String(repeating: "X: y\r\n", count: 50)
    for chunk in [1, 33, 1000] {
      let found = Self.pieces(
        endless + "Content-Length: 2\r\n\r\n[]", .headers, chunk: chunk, limits: limits)
      #expect(found == ["-32700: header fields can have 100 bytes at most", "[]"])
    }
  }

  @Test func aPieceOfAMessageAtTheEndIsAnError() {
    let error = ["-32700: the input ends within a message"]
    #expect(Self.pieces("Content-Length: 5\r\n\r\n{}", .headers) == error)
    #expect(Self.pieces("Content-Le", .headers) == error)
    #expect(Self.pieces("\r\n", .headers) == [])
  }

  @Test(arguments: [MessageFraming.headers, .lines])
  func whatIsFramedIsReadAgain(framing: MessageFraming) {
    let texts = ["{}", "\"é👩‍👩‍👧\"", "[1,2]"]
    let bytes = texts.flatMap { framing.framed($0) }
    #expect(Self.pieces(String(decoding: bytes, as: UTF8.self), framing, chunk: 3) == texts)
  }
}
