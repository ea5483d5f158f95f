package import MomentumDiagnostics

/// The work of a request, which runs beside other requests.
///
/// `Task.isCancelled` says whether the peer wants no answer any more. A thrown `RPCError` becomes the
/// response, a `CancellationError` the one for cancelled requests, any other error -32603 without a
/// text, since an error's description may show what a user stores.
package typealias RPCWork = @Sendable () async throws -> JSONText

/// What a server does with messages.
///
/// Both functions are called on one thread in the order of arrival, so they see all earlier
/// notifications and no later ones. They have to return soon: while they run, nothing is read, and
/// nothing is cancelled.
package protocol MessageHandler: Sendable {
  /// Takes from the state what the request needs, and returns the work that answers it.
  func begin(_ request: RPCRequest, on connection: RPCConnection) -> RPCWork

  func receive(_ notification: RPCNotification, on connection: RPCConnection)
}

/// How a protocol uses JSON-RPC.
package struct RPCOptions: Sendable, Hashable {
  package enum Batches: Sendable, Hashable {
    /// A batch is answered with one list, as JSON-RPC 2.0 says.
    case answered
    /// A batch is answered with -32600.
    case refused
  }

  package var framing: MessageFraming
  package var batches: Batches
  /// The notification that cancels a request, and the member of its parameters with the identifier.
  package var cancelMethod: String
  package var cancelParameter: String
  /// Whether a cancelled request is still answered, with -32800 if its work ended early.
  package var answersCancelled: Bool
  package var limits: MessageLimits

  /// Documented: Language Server Protocol 3.17; it has no batches, and each request is answered.
  package static let languageServer = RPCOptions(
    framing: .headers, batches: .refused, cancelMethod: "$/cancelRequest", cancelParameter: "id",
    answersCancelled: true, limits: MessageLimits())

  /// Documented: Model Context Protocol. Version 2025-03-26 has batches, and no later or earlier
  /// one forbids to answer them; a cancelled request gets no response.
  package static let modelContext = RPCOptions(
    framing: .lines, batches: .answered, cancelMethod: "notifications/cancelled",
    cancelParameter: "requestId", answersCancelled: false, limits: MessageLimits())
}

/// Why a connection ended.
package enum RPCEnding: Sendable, Hashable {
  /// The peer closed its output; all requests were answered.
  case inputEnded
  /// `stop()` was called.
  case stopped
  /// The peer's end of the channel failed.
  case failed(ChannelFailure)
}
