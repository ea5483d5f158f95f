import MomentumDiagnostics

/// Incoming messages.
extension RPCConnection {
  /// Takes the response of one message, or `nil` for a message without one. Called once.
  typealias Reply = @Sendable (JSONText?) -> Void

  func receive(_ piece: FrameReader.Piece, _ handler: some MessageHandler) {
    let reply: Reply = { [self] response in response.map(send) }
    switch piece {
    case .damaged(let error): reply(RPCOutput.response(nil, .failure(error)))
    case .message(let bytes):
      switch RPCFrame(bytes) {
      case .single(let input): receive(input, handler, reply)
      case .batch(let inputs):
        guard options.batches == .answered else {
          let error = RPCError(.invalidRequest, "this protocol has no batches")
          return reply(RPCOutput.response(nil, .failure(error)))
        }
        let replies = BatchReplies(count: inputs.count, reply)
        for input in inputs where !hasEnded { receive(input, handler) { replies.add($0) } }
      }
    }
  }

  private func receive(
    _ input: RPCInput, _ handler: some MessageHandler, _ reply: @escaping Reply
  ) {
    switch input {
    case .refused(let error, let id): reply(RPCOutput.response(id, .failure(error)))
    case .dropped: reply(nil)
    case .message(.request(let request)): start(request, handler, reply)
    case .message(.notification(let notification)):
      if notification.method == options.cancelMethod {
        cancel(RPCIdentifier(notification.params?[options.cancelParameter]))
      } else {
        handler.receive(notification, on: self)
      }
      reply(nil)
    case .message(.response(let response)):
      take(response)
      reply(nil)
    }
  }

  // MARK: - Requests of the peer

  private func start(
    _ request: RPCRequest, _ handler: some MessageHandler, _ reply: @escaping Reply
  ) {
    let id = request.id
    let refusal = withState { state -> RPCError? in
      if state.running[id] != nil {
        return RPCError(.invalidRequest, "a request with this 'id' is running")
      }
      guard state.running.count < options.limits.runningRequestsMax else {
        return RPCError(.tooManyRequests, "\(state.running.count) requests are running")
      }
      state.running[id] = Running()
      state.unansweredCount += 1
      return nil
    }
    if let refusal { return reply(RPCOutput.response(id, .failure(refusal))) }
    let work = handler.begin(request, on: self)
    let task = Task { [self] in
      let outcome = await RPCConnection.outcome(of: work)
      finish(id, outcome, reply)
    }
    let isRunning = withState { state in
      guard state.running[id] != nil else { return false }
      state.running[id]?.task = task
      return true
    }
    // The request was answered already, or the connection ended and no longer knows it.
    if !isRunning { task.cancel() }
  }

  private static func outcome(of work: RPCWork) async -> Result<JSONText, RPCError> {
    do {
      return .success(try await work())
    } catch let error as RPCError {
      return .failure(error)
    } catch is CancellationError {
      return .failure(RPCError(.requestCancelled, "the request was cancelled"))
    } catch {
      return .failure(RPCError(.internalError, "the request failed"))
    }
  }

  private func finish(
    _ id: RPCIdentifier, _ outcome: Result<JSONText, RPCError>, _ reply: Reply
  ) {
    let isCancelled = withState { $0.running.removeValue(forKey: id)?.isCancelled ?? false }
    reply(
      isCancelled && !options.answersCancelled ? nil : RPCOutput.response(id, outcome))
    withState { $0.unansweredCount -= 1 }
    endIfAllIsAnswered()
  }

  /// An identifier that is not running was answered before the peer knew; that is no error.
  private func cancel(_ id: RPCIdentifier?) {
    guard let id else { return }
    let task = withState { state in
      state.running[id]?.isCancelled = true
      return state.running[id]?.task
    }
    task?.cancel()
  }
}
