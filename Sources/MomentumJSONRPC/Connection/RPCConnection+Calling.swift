package import MomentumDiagnostics

/// Messages to the peer.
extension RPCConnection {
  package func notify(_ method: String, _ params: JSONText? = nil) {
    send(RPCOutput.notification(method, params))
  }

  /// Sends a request and waits for its result.
  ///
  /// - Throws: The peer's `RPCError`; one with the code -32803 if the connection ends first;
  ///   `CancellationError` if the calling task is cancelled, of which the peer is told.
  package func request(_ method: String, _ params: JSONText? = nil) async throws -> JSONNode {
    let id = withState { state in
      state.lastNumber += 1
      return RPCIdentifier.number(state.lastNumber)
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isOpen = withState { state in
          guard state.ending == nil, !state.inputHasEnded else { return false }
          state.waiting[id] = continuation
          return true
        }
        guard isOpen else { return continuation.resume(throwing: RPCConnection.ended) }
        send(RPCOutput.request(id, method, params))
        // A cancellation before the line above found nobody waiting.
        if Task.isCancelled { abandon(id) }
      }
    } onCancel: {
      abandon(id)
    }
  }

  private func abandon(_ id: RPCIdentifier) {
    guard let continuation = withState({ $0.waiting.removeValue(forKey: id) }) else { return }
    notify(options.cancelMethod, .object([(options.cancelParameter, id.json)]))
    continuation.resume(throwing: CancellationError())
  }

  /// A response to nothing that we asked is dropped.
  func take(_ response: RPCResponse) {
    guard let id = response.id,
      let continuation = withState({ $0.waiting.removeValue(forKey: id) })
    else { return }
    continuation.resume(with: response.outcome.mapError { $0 })
  }
}
