import MomentumDiagnostics
import MomentumJSONRPC
import MomentumTestSupport

/// A server with one method for each thing that a request can do.
struct EchoHandler: MessageHandler {
  /// The notifications in the order of arrival.
  let received = Locked<[String]>([])

  func begin(_ request: RPCRequest, on connection: RPCConnection) -> RPCWork {
    let params = request.params.map { JSONText($0) } ?? .null
    let count = received.withLock { $0.count }
    switch request.method {
    case "echo": return { params }
    case "count": return { .integer(count) }
    case "wait":
      return {
        await EchoHandler.cancellation()
        try Task.checkCancellation()
        return .null
      }
    case "fail": return { throw UnknownFailure(secret: "a stored value") }
    case "ask":
      return { JSONText(try await connection.request("client/name", .object([]))) }
    case let method: return { throw RPCError.methodNotFound(method) }
    }
  }

  func receive(_ notification: RPCNotification, on connection: RPCConnection) {
    received.withLock { $0.append(notification.method) }
    if notification.method == "exit" { connection.stop() }
  }

  private struct UnknownFailure: Error {
    var secret: String
  }

  /// Returns once the task is cancelled.
  private static func cancellation() async {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    await withTaskCancellationHandler {
      for await _ in stream {}
    } onCancel: {
      continuation.finish()
    }
  }
}

extension RPCOptions {
  /// The options of a test: lines, because they are read easily.
  static let test: RPCOptions = {
    var options = RPCOptions.modelContext
    options.cancelMethod = "$/cancelRequest"
    options.cancelParameter = "id"
    options.answersCancelled = true
    return options
  }()
}
