internal import CLibPQ
internal import Dispatch

/// Opens connections without blocking a thread of Swift's pool.
enum ConnectionOpening {
  /// libpq looks up names of hosts and reads files of services and passwords, which blocks; so its
  /// steps run here. A slow look-up of one connection must not delay another one.
  private static func onOwnThread<Result: Sendable>(
    _ body: @escaping @Sendable () -> Result
  ) async -> Result {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "momentum.postgresql.connect").async {
        continuation.resume(returning: body())
      }
    }
  }

  static func open(
    _ options: PostgreSQLOptions, _ events: SocketEvents
  ) async throws(PostgreSQLError) -> ConnectionHandle {
    if Task.isCancelled { throw PostgreSQLError(.connect, .cancelled) }
    guard let handle = await onOwnThread({ ConnectionHandle(options, events) }) else {
      throw PostgreSQLError(.connect, .cannotConnect, message: "no memory is left")
    }
    let seconds = options.secondsForConnecting
    let timer = Timer(seconds) { handle.waiter.interrupt() }
    let outcome = await withTaskCancellationHandler {
      await connect(handle)
    } onCancel: {
      handle.waiter.interrupt()
    }
    timer.cancel()
    switch outcome {
    // The time may have ended just after the last step.
    case .ready: handle.waiter.clear()
    case .interrupted:
      throw PostgreSQLError(.connect, Task.isCancelled ? .cancelled : .timedOut)
    case .failed: throw failure(of: handle, options)
    }
    try prepare(handle)
    handle.followSocket()
    return handle
  }

  private static func connect(_ handle: ConnectionHandle) async -> SocketWaiter.End {
    // The documentation asks for a wait until the socket is writable before the first step.
    var state = PGRES_POLLING_WRITING
    while !handle.isLost {
      switch state {
      case PGRES_POLLING_OK: return .ready
      case PGRES_POLLING_READING:
        let end = await handle.wait(for: .readable)
        guard end == .ready else { return end }
      case PGRES_POLLING_WRITING:
        let end = await handle.wait(for: .writable)
        guard end == .ready else { return end }
      case _: return .failed(0)
      }
      state = await onOwnThread { PQconnectPoll(handle.pointer) }
    }
    return .failed(0)
  }

  private static func prepare(_ handle: ConnectionHandle) throws(PostgreSQLError) {
    guard PQserverVersion(handle.pointer) >= 120_000 else {
      throw PostgreSQLError(.connect, .unsupportedServer)
    }
    guard PQsetnonblocking(handle.pointer, 1) == 0 else {
      throw PostgreSQLError(.connect, .connectionLost)
    }
  }

  /// libpq's message names hosts, ports, users and databases; it has no SQLSTATE, which the message
  /// of the server therefore decides where the program has to know it.
  private static func failure(
    of handle: ConnectionHandle, _ options: PostgreSQLOptions
  ) -> PostgreSQLError {
    let text = PQerrorMessage(handle.pointer).map { String(cString: $0) } ?? ""
    let line = text.split(separator: "\n").joined(separator: "; ")
    return PostgreSQLError(
      .connect, .cannotConnect, message: options.parameters.redacted(line))
  }
}
