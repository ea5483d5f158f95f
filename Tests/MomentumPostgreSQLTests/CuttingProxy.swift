import Foundation
import MomentumTestSupport

/// A proxy on loopback that passes messages of the protocol on, whole or in pieces, and cuts the
/// connection after some.
///
/// Documented: <https://www.postgresql.org/docs/current/protocol-message-formats.html>: a type of one
/// byte and a length of four; the first message of a client has no type.
final class CuttingProxy: Sendable {
  let port: Int
  private let target: Int
  private let listener: Int32
  /// How many messages pass, in both directions together, before the connection is cut.
  private let messagesMax: Int
  /// How many bytes are sent at once.
  private let pieceBytes: Int
  private let passed = Locked(0)

  var passedCount: Int { passed.withLock { $0 } }

  init?(to target: Int, cutAfter messagesMax: Int = .max, pieceBytes: Int = .max) {
    self.target = target
    self.messagesMax = messagesMax
    self.pieceBytes = pieceBytes
    let listener = Self.makeSocket()
    self.listener = listener
    var address = Self.address(0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 8) == 0
          && getsockname(listener, $0, &length) == 0
      }
    }
    port = Int(UInt16(bigEndian: address.sin_port))
    guard isBound else { return nil }
    Thread.detachNewThread { [listener, weak self] in
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0, let self else { return }
        self.serve(client)
      }
    }
  }

  deinit {
    // A thread in `accept` returns.
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  private static func makeSocket() -> Int32 { socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) }

  private static func address(_ port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }

  private func serve(_ client: Int32) {
    let server = Self.makeSocket()
    var address = Self.address(target)
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else {
      close(client)
      return
    }
    // Each piece leaves at once.
    var yes: Int32 = 1
    for socket in [client, server] {
      setsockopt(
        socket, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    }
    Thread.detachNewThread { self.pump(client, server, isFromClient: true) }
    Thread.detachNewThread { self.pump(server, client, isFromClient: false) }
  }

  /// Passes whole messages on; closes both sockets' traffic at the end.
  private func pump(_ source: Int32, _ destination: Int32, isFromClient: Bool) {
    var pending: [UInt8] = []
    var isFirst = isFromClient
    var buffer = [UInt8](repeating: 0, count: 65_536)
    pumping: while true {
      let count = recv(source, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      pending += buffer[..<count]
      while let length = Self.messageLength(pending, isFirst: isFirst), pending.count >= length {
        guard mayPass(), send(pending[..<length], to: destination) else { break pumping }
        pending.removeFirst(length)
        isFirst = false
      }
    }
    shutdown(source, Int32(SHUT_RDWR))
    shutdown(destination, Int32(SHUT_RDWR))
    // The other thread may still use both sockets; the end of the tests closes them.
  }

  private func send(_ message: ArraySlice<UInt8>, to destination: Int32) -> Bool {
    var rest = message
    while !rest.isEmpty {
      let piece = rest.prefix(pieceBytes)
      let count = piece.withUnsafeBytes {
        Foundation.send(destination, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count == piece.count else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  private static func messageLength(_ bytes: [UInt8], isFirst: Bool) -> Int? {
    let start = isFirst ? 0 : 1
    guard bytes.count >= start + 4 else { return nil }
    return start + bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
  }

  private func mayPass() -> Bool {
    passed.withLock { count in
      guard count < messagesMax else { return false }
      count += 1
      return true
    }
  }
}
