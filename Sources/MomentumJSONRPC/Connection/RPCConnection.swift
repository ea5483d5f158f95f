import Foundation
import MomentumDiagnostics

/// A conversation with one peer over a channel.
///
///     let ending = await RPCConnection(StandardChannel(), .languageServer).run(handler)
///
/// A thread of its own reads and calls the handler, so that a request can be cancelled while others
/// keep all threads of the pool busy. The work of requests runs in tasks.
///
/// `@unchecked`: the state is read and written under `lock` only; `writing` lets one thread write at
/// a time, so that messages are not mixed. No other lock is taken while one of them is held, and no
/// code of a handler runs under them.
package final class RPCConnection: @unchecked Sendable {
  struct Running {
    var task: Task<Void, Never>?
    var isCancelled = false
  }

  struct State {
    var running: [RPCIdentifier: Running] = [:]
    /// Requests whose response is not yet written; their identifiers are free before that.
    var unansweredCount = 0
    var waiting: [RPCIdentifier: CheckedContinuation<JSONNode, any Error>] = [:]
    var lastNumber = 0
    var inputHasEnded = false
    var ending: RPCEnding?
    var onEnd: (@Sendable (RPCEnding) -> Void)?
  }

  let options: RPCOptions
  private let channel: any ByteChannel
  private let lock = NSLock()
  private let writing = NSLock()
  private var state = State()

  package init(_ channel: some ByteChannel, _ options: RPCOptions) {
    self.channel = channel
    self.options = options
  }

  func withState<Result>(_ body: (inout State) -> Result) -> Result {
    lock.withLock { body(&state) }
  }

  // MARK: - Reading

  /// Reads until the end of the input or until `stop()`. At the end of the input all running requests
  /// are answered first. To be called once.
  package func run(_ handler: some MessageHandler) async -> RPCEnding {
    await withCheckedContinuation { continuation in
      start(handler) { continuation.resume(returning: $0) }
    }
  }

  /// Like `run(_:)`, for a plain function: the calling thread waits for the end. It must be none that
  /// tasks of the handler need; the connection itself needs no thread of the pool.
  package func runAndWait(_ handler: some MessageHandler) -> RPCEnding {
    let hasEnded = DispatchSemaphore(value: 0)
    start(handler) { _ in hasEnded.signal() }
    hasEnded.wait()
    return withState { $0.ending } ?? .stopped
  }

  private func start(
    _ handler: some MessageHandler, _ onEnd: @escaping @Sendable (RPCEnding) -> Void
  ) {
    withState { $0.onEnd = onEnd }
    let thread = Thread { self.readAll(handler) }
    // As much as a main thread has: models and predicates are compiled on it.
    thread.stackSize = 8 << 20
    thread.name = "JSON-RPC"
    thread.start()
  }

  private func readAll(_ handler: some MessageHandler) {
    var reader = FrameReader(options.framing, limits: options.limits)
    do throws(ChannelFailure) {
      while !hasEnded {
        let bytes = try channel.read()
        guard !bytes.isEmpty else { break }
        reader.append(bytes)
        while !hasEnded, let piece = reader.next() { receive(piece, handler) }
      }
      if !hasEnded, let rest = reader.finish() { receive(rest, handler) }
      withState { $0.inputHasEnded = true }
      endIfAllIsAnswered()
    } catch {
      end(.failed(error))
    }
  }

  var hasEnded: Bool { withState { $0.ending != nil } }

  // MARK: - Writing

  /// Sends a message; after the end of the connection it is dropped.
  func send(_ message: JSONText) {
    guard !hasEnded else { return }
    let bytes = options.framing.framed(message.compact)
    do throws(ChannelFailure) {
      try write(bytes)
    } catch {
      end(.failed(error))
    }
  }

  private func write(_ bytes: [UInt8]) throws(ChannelFailure) {
    writing.lock()
    defer { writing.unlock() }
    try channel.write(bytes)
  }

  // MARK: - Ending

  /// Ends the connection at once: running requests are cancelled and not answered.
  package func stop() { end(.stopped) }

  func end(_ ending: RPCEnding) {
    let before = withState { state -> State? in
      guard state.ending == nil else { return nil }
      state.ending = ending
      defer {
        state.running = [:]
        state.waiting = [:]
        state.onEnd = nil
      }
      return state
    }
    guard let before else { return }
    for entry in before.running.values { entry.task?.cancel() }
    for continuation in before.waiting.values {
      continuation.resume(throwing: RPCConnection.ended)
    }
    before.onEnd?(ending)
  }

  func endIfAllIsAnswered() {
    let (isDone, waiting) = withState { state in
      guard state.inputHasEnded else {
        return (false, [CheckedContinuation<JSONNode, any Error>]())
      }
      // Nobody will answer our requests any more, and work that waits for them has to go on.
      defer { state.waiting = [:] }
      return (state.unansweredCount == 0, Array(state.waiting.values))
    }
    for continuation in waiting { continuation.resume(throwing: RPCConnection.ended) }
    if isDone { end(.inputEnded) }
  }

  static let ended = RPCError(.requestFailed, "the connection has ended")
}
