import Foundation
import MomentumDiagnostics
import MomentumJSONRPC
import MomentumLanguageServer
import MomentumTestSupport

/// An editor in memory: a connection of its own whose messages go to a server in the same process.
final class ServerClient: MessageHandler {
  private let connection: RPCConnection
  private let toServer: QueueChannel
  private let published = Locked<[String: [Int: [JSONNode]]]>([:])
  private let waiting = Locked<[(String, Int, CheckedContinuation<[JSONNode], Never>)]>([])

  init() {
    let (client, server) = QueueChannel.pair()
    toServer = client
    connection = RPCConnection(client, .languageServer)
    let language = LanguageServer(catalogue: .diagnostics, version: "1")
    let own = self
    Task.detached { _ = await RPCConnection(server, .languageServer).run(language) }
    Task.detached { _ = await own.connection.run(own) }
  }

  func close() { toServer.close() }

  func start(_ root: String, _ encoding: PositionEncoding) async throws {
    let general = JSONText.object([
      ("positionEncodings", .array([.string(encoding.rawValue), .string("utf-16")]))
    ])
    let result = try await request(
      "initialize",
      .object([
        ("processId", .null), ("rootUri", .string(FileURI.uri(root))),
        ("capabilities", .object([("general", general)])),
      ]))
    guard result["capabilities"]?["positionEncoding"]?.string == encoding.rawValue else {
      throw RPCError(.requestFailed, "another encoding")
    }
    notify("initialized", .object([]))
  }

  func notify(_ method: String, _ params: JSONText?) { connection.notify(method, params) }

  @discardableResult
  func request(_ method: String, _ params: JSONText?) async throws -> JSONNode {
    try await connection.request(method, params)
  }

  /// The findings about a version of a text, once they are published.
  func findings(_ path: String, version: Int) async -> [JSONNode] {
    let uri = FileURI.uri(path)
    return await withCheckedContinuation { continuation in
      waiting.withLock { $0.append((uri, version, continuation)) }
      wake()
    }
  }

  private func wake() {
    let known = published.withLock { $0 }
    let ready = waiting.withLock { list -> [(CheckedContinuation<[JSONNode], Never>, [JSONNode])] in
      let ready = list.compactMap { uri, version, continuation in
        known[uri]?[version].map { (continuation, $0) }
      }
      list.removeAll { uri, version, _ in known[uri]?[version] != nil }
      return ready
    }
    for (continuation, findings) in ready { continuation.resume(returning: findings) }
  }

  func begin(_ request: RPCRequest, on connection: RPCConnection) -> RPCWork { { .null } }

  func receive(_ notification: RPCNotification, on connection: RPCConnection) {
    guard notification.method == "textDocument/publishDiagnostics",
      let uri = notification.params?["uri"]?.string,
      let version = notification.params?["version"]?.integer
    else { return }
    let findings = notification.params?["diagnostics"]?.items ?? []
    published.withLock { $0[uri, default: [:]][version] = findings }
    wake()
  }
}

/// One end of a pipe in memory.
///
/// `@unchecked`: the chunks are used under the condition's lock only.
final class QueueChannel: ByteChannel, @unchecked Sendable {
  private let condition = NSCondition()
  private var chunks: [[UInt8]] = []
  private var isClosed = false
  private var peer: QueueChannel?

  static func pair() -> (QueueChannel, QueueChannel) {
    let (one, other) = (QueueChannel(), QueueChannel())
    (one.peer, other.peer) = (other, one)
    return (one, other)
  }

  /// Ends the input of both ends.
  func close() {
    for end in [self, peer] { end?.end() }
    peer = nil
  }

  private func end() {
    condition.lock()
    isClosed = true
    condition.broadcast()
    condition.unlock()
  }

  private func take(_ bytes: [UInt8]) {
    condition.lock()
    chunks.append(bytes)
    condition.broadcast()
    condition.unlock()
  }

  func read() throws(ChannelFailure) -> [UInt8] {
    condition.lock()
    defer { condition.unlock() }
    while chunks.isEmpty, !isClosed { condition.wait() }
    return chunks.isEmpty ? [] : chunks.removeFirst()
  }

  func write(_ bytes: [UInt8]) throws(ChannelFailure) { peer?.take(bytes) }
}
