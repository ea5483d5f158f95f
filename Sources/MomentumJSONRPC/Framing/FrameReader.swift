/// Cuts a stream of bytes into the texts of messages.
///
///     reader.append(bytes)
///     while let piece = reader.next() { … }
///     let rest = reader.finish()
///
/// Damaged input costs the message that it is in: the reader goes on with the next line, or with
/// the next `Content-Length`.
package struct FrameReader: Sendable {
  package enum Piece: Sendable, Hashable {
    case message([UInt8])
    case damaged(RPCError)
  }

  enum State {
    /// Before or in the header fields, or in a line.
    case start
    case body(count: Int)
    /// In a message that is not wanted; `count` bytes are left of it.
    case passing(count: Int)
    /// In a line that is too long.
    case passingLine
    /// After header fields without a usable length.
    case searching
  }

  let framing: MessageFraming
  let limits: MessageLimits
  var state = State.start
  /// Bytes that came and were not used; the used ones in front are removed once they are many.
  private var buffer: [UInt8] = []
  private var used = 0
  /// Up to where the buffer was searched for an end, counted from `used`, so that each byte is
  /// looked at once however small the pieces are in which it comes.
  private var searched = 0

  package init(_ framing: MessageFraming, limits: MessageLimits = MessageLimits()) {
    self.framing = framing
    self.limits = limits
  }

  package mutating func append(_ bytes: some Sequence<UInt8>) {
    if used > 4096, used * 2 > buffer.count {
      buffer.removeFirst(used)
      used = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// The next message or error; `nil` if more bytes are needed for it.
  package mutating func next() -> Piece? {
    while true {
      switch step() {
      case .piece(let piece): return piece
      case .again: continue
      case .needsMore: return nil
      }
    }
  }

  /// What the end of the input leaves: a last line without a line end is a message, a piece of a
  /// message with headers is an error.
  package mutating func finish() -> Piece? {
    let rest = take(available)
    defer { state = .start }
    switch (framing, state) {
    case (.lines, .start): return rest.allSatisfy(Self.isBlank) ? nil : .message(rest)
    case (.lines, _), (.headers, .searching), (.headers, .passing): return nil
    case (.headers, .start) where rest.allSatisfy(Self.isBlank): return nil
    case (.headers, .start), (.headers, .body), (.headers, .passingLine):
      return .damaged(RPCError(.parseError, "the input ends within a message"))
    }
  }

  // MARK: - Steps

  enum Step {
    case piece(Piece)
    case again
    case needsMore
  }

  private mutating func step() -> Step {
    switch state {
    case .start: return framing == .lines ? line() : header()
    case .body(let count):
      guard available >= count else { return .needsMore }
      state = .start
      return .piece(.message(take(count)))
    case .passing(let count):
      let passed = min(count, available)
      _ = take(passed)
      state = passed == count ? .start : .passing(count: count - passed)
      return passed == count ? .again : .needsMore
    case .passingLine:
      guard let end = find([UInt8(ascii: "\n")]) else {
        _ = take(available)
        return .needsMore
      }
      _ = take(end + 1)
      state = .start
      return .again
    case .searching: return search()
    }
  }

  private mutating func line() -> Step {
    let end = find([UInt8(ascii: "\n")])
    guard end ?? available <= limits.messageBytesMax else {
      state = .passingLine
      return .piece(.damaged(tooLarge()))
    }
    guard let end else { return .needsMore }
    let bytes = take(end)
    _ = take(1)
    return bytes.allSatisfy(Self.isBlank) ? .again : .piece(.message(bytes))
  }

  private mutating func header() -> Step {
    // Some programs write LF alone; a header field has no empty line in it, so both are read.
    let end = find(Array("\r\n\r\n".utf8), or: Array("\n\n".utf8))
    guard end.map({ $0.end }) ?? available <= limits.headerBytesMax else {
      // The bytes may begin with a `Content-Length`, which the search would find again.
      _ = take(1)
      return lost(
        RPCError(.parseError, "header fields can have \(limits.headerBytesMax) bytes at most"))
    }
    guard let end else { return .needsMore }
    let fields = take(end.end)
    switch HeaderFields.length(fields) {
    case .failure(let error): return lost(error)
    case .success(let count) where count > limits.messageBytesMax:
      state = .passing(count: count)
      return .piece(.damaged(tooLarge()))
    case .success(let count):
      state = .body(count: count)
      return .again
    }
  }

  /// Without a length nobody knows where the next message begins, except by its own header.
  private mutating func lost(_ error: RPCError) -> Step {
    state = .searching
    return .piece(.damaged(error))
  }

  private mutating func search() -> Step {
    let name = Array("Content-Length:".utf8)
    if let start = find(name) {
      _ = take(start)
      state = .start
      return .again
    }
    // The end of the buffer may be the beginning of the name.
    _ = take(max(0, available - name.count + 1))
    return .needsMore
  }

  private func tooLarge() -> RPCError {
    RPCError(.invalidRequest, "a message can have \(limits.messageBytesMax) bytes at most")
  }

  // MARK: - The buffer

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A
  }

  private var available: Int { buffer.count - used }

  private mutating func take(_ count: Int) -> [UInt8] {
    let bytes = Array(buffer[used..<used + count])
    used += count
    searched = 0
    return bytes
  }

  /// Where the bytes are, counted from the first unused byte.
  private mutating func find(_ bytes: [UInt8]) -> Int? { find(bytes, or: nil)?.start }

  private mutating func find(_ first: [UInt8], or second: [UInt8]?) -> (start: Int, end: Int)? {
    let last = first[first.count - 1]
    var index = used + searched
    while index < buffer.count {
      if buffer[index] == last {
        for pattern in [first, second ?? first]
        where index + 1 - used >= pattern.count
          && buffer[(index + 1 - pattern.count)...index].elementsEqual(pattern)
        {
          return (index + 1 - pattern.count - used, index + 1 - used)
        }
      }
      index += 1
    }
    searched = available
    return nil
  }
}
