import Foundation
import TeaService

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The service on a free port of loopback.
struct TeaServer: Sendable {
  struct Answer: Sendable {
    var status: Int
    var text: String

    var object: [String: Any] { json as? [String: Any] ?? [:] }
    var list: [[String: Any]] { json as? [[String: Any]] ?? [] }
    private var json: Any? { try? JSONSerialization.jsonObject(with: Data(text.utf8)) }
  }

  static var database: String? { ProcessInfo.processInfo.environment["MOMENTUM_TEST_POSTGRES"] }

  let port: Int

  static func with(_ body: @escaping @Sendable (TeaServer) async throws -> Void) async throws {
    let application = TeaApplication(database: database ?? "", port: 0)
    try await withThrowingTaskGroup(of: Void.self) { group in
      let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
      group.addTask { try await application.run { continuation.yield($0) } }
      group.addTask {
        for await port in ports {
          try await body(TeaServer(port: port))
          break
        }
      }
      // The first to end is the body, or the service if it cannot start.
      try await group.next()
      group.cancelAll()
      try await group.waitForAll()
    }
  }

  func send(
    _ method: String, _ path: String, _ fields: [String: String]? = nil
  ) async throws -> Answer {
    guard let url = URL(string: "http://127.0.0.1:\(port)/\(path)") else {
      throw URLError(.badURL)
    }
    var request = URLRequest(url: url)
    request.httpMethod = method
    if let fields {
      request.httpBody = try JSONEncoder().encode(fields)
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    }
    let (data, response) = try await URLSession.shared.data(for: request)
    return Answer(
      status: (response as? HTTPURLResponse)?.statusCode ?? 0,
      text: String(decoding: data, as: UTF8.self))
  }
}
