import Foundation

/// Where a connection reads and writes. Tests have one in memory.
package protocol ByteChannel: Sendable {
  /// Waits for bytes of the peer; returns an empty list at the end of the input. One thread calls it.
  func read() throws(ChannelFailure) -> [UInt8]

  /// Writes all bytes. Threads call it by turns.
  func write(_ bytes: [UInt8]) throws(ChannelFailure)
}

/// The operation and the system's reason: `cannot write a message: Broken pipe`
package struct ChannelFailure: Error, Sendable, Hashable {
  package var text: String

  package init(_ text: String) { self.text = text }
}

/// The standard input and output of the process.
///
/// A program that uses them has to ignore SIGPIPE (`StandardChannel.ignoreBrokenPipes`): otherwise
/// a peer that went away ends the process in the middle of its work.
package struct StandardChannel: ByteChannel {
  package init() {}

  /// Makes a write to a closed pipe an error of that write.
  package static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

  package func read() throws(ChannelFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = bytes.withUnsafeMutableBytes {
        Foundation.read(STDIN_FILENO, $0.baseAddress, $0.count)
      }
      if count >= 0 { return Array(bytes[..<count]) }
      guard errno == EINTR || errno == EAGAIN else {
        throw ChannelFailure("cannot read a message: \(String(cString: strerror(errno)))")
      }
      if errno == EAGAIN { waitFor(STDIN_FILENO, POLLIN) }
    }
  }

  package func write(_ bytes: [UInt8]) throws(ChannelFailure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Foundation.write(STDOUT_FILENO, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        waitFor(STDOUT_FILENO, POLLOUT)
      } else if errno != EINTR {
        throw ChannelFailure("cannot write a message: \(String(cString: strerror(errno)))")
      }
    }
  }

  /// Waits for a descriptor that the parent process made non-blocking, as Node.js does with pipes.
  private func waitFor(_ descriptor: Int32, _ event: Int32) {
    var request = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    _ = poll(&request, 1, -1)
  }
}
