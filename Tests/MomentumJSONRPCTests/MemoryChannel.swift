import Foundation
import MomentumJSONRPC

/// A channel whose input is given by the test, and which keeps what is written.
///
/// `@unchecked`: all properties are used under the condition's lock only.
final class MemoryChannel: ByteChannel, @unchecked Sendable {
  private let condition = NSCondition()
  private var chunks: [[UInt8]] = []
  private var isClosed = false
  private var written: [UInt8] = []
  /// How many writes succeed; the next one fails.
  private var writesLeft: Int
  /// Called after each write with what was written, so that a test can answer.
  private let answer: (@Sendable (String, MemoryChannel) -> Void)?

  init(
    _ chunks: [[UInt8]] = [], writesMax: Int = .max,
    answer: (@Sendable (String, MemoryChannel) -> Void)? = nil
  ) {
    self.chunks = chunks
    writesLeft = writesMax
    self.answer = answer
  }

  /// A channel with the whole input, which then ends.
  convenience init(closedAfter input: String) {
    self.init([Array(input.utf8)])
    close()
  }

  func feed(_ text: String) {
    condition.lock()
    chunks.append(Array(text.utf8))
    condition.broadcast()
    condition.unlock()
  }

  func close() {
    condition.lock()
    isClosed = true
    condition.broadcast()
    condition.unlock()
  }

  var output: String {
    condition.lock()
    defer { condition.unlock() }
    return String(decoding: written, as: UTF8.self)
  }

  /// The lines of the output in alphabetical order, since requests are answered in any order.
  var lines: [String] { output.split(separator: "\n").map(String.init).sorted() }

  func read() throws(ChannelFailure) -> [UInt8] {
    condition.lock()
    defer { condition.unlock() }
    while chunks.isEmpty, !isClosed { condition.wait() }
    return chunks.isEmpty ? [] : chunks.removeFirst()
  }

  func write(_ bytes: [UInt8]) throws(ChannelFailure) {
    condition.lock()
    let isBroken = writesLeft == 0
    if !isBroken {
      writesLeft -= 1
      written += bytes
    }
    condition.unlock()
    if isBroken { throw ChannelFailure("cannot write a message: Broken pipe") }
    answer?(String(decoding: bytes, as: UTF8.self), self)
  }
}
