internal import CLibPQ

/// A connection to a PostgreSQL server.
///
///     let connection = try await PostgreSQLConnection.open(PostgreSQLOptions("host=db dbname=shop"))
///     let rows = try await connection.query("SELECT name FROM venue WHERE id = $1", [7])
///     await connection.close()
///
/// An actor: libpq allows one thread at a time. Requests of several tasks run one after another, in
/// their order; a transaction or a session's settings belong to one task at a time, so tasks that
/// share a server use ``PostgreSQLPool``. No thread blocks while a request waits for the server. If
/// the task of a request is cancelled, the server is asked to end the statement.
package actor PostgreSQLConnection {
  package nonisolated let options: PostgreSQLOptions
  /// 150018 for 15.18.
  package nonisolated let serverVersion: Int
  /// The server's process for this connection.
  package nonisolated let processID: Int32

  /// `nil` once the connection is closed.
  private(set) var handle: ConnectionHandle?
  nonisolated let waiter: SocketWaiter
  private let cancellation: Cancellation
  var statements: StatementCache
  /// 0 outside of a transaction, 1 in it, more in savepoints.
  var transactionDepth = 0
  /// Whether rows are being copied: no other statement may run.
  var isCopying = false

  private var isTaken = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  private init(_ handle: ConnectionHandle, _ options: PostgreSQLOptions) {
    self.handle = handle
    self.options = options
    waiter = handle.waiter
    serverVersion = Int(PQserverVersion(handle.pointer))
    processID = PQbackendPID(handle.pointer)
    cancellation = Cancellation(
      Canceller(handle), handle.waiter, seconds: options.cancelSeconds)
    statements = StatementCache(countMax: options.statementsMax)
  }

  /// Opens a connection; its password is checked and its encryption is set up by libpq.
  package static func open(
    _ options: PostgreSQLOptions, events: SocketEvents = SocketEvents()
  ) async throws(PostgreSQLError) -> PostgreSQLConnection {
    PostgreSQLConnection(try await ConnectionOpening.open(options, events), options)
  }

  /// Closes the connection after the requests that are under way or wait.
  package func close() async {
    await enter()
    handle = nil
    leave()
  }

  /// Ends what is under way and makes the connection unusable.
  package nonisolated func abandon() { waiter.interrupt() }

  package var isOpen: Bool { handle.map { !$0.isLost } ?? false }

  /// Whether a transaction is open or has failed.
  package var isInTransaction: Bool {
    guard let handle else { return false }
    return PQtransactionStatus(handle.pointer) != PQTRANS_IDLE
  }

  func drop() { handle = nil }
}

extension PostgreSQLConnection {
  /// Runs one request when those before it are done, with cancellation by the current task.
  ///
  /// - Parameter isShielded: Whether the request goes on if the task is cancelled: a ROLLBACK has to.
  func request<Value: Sendable>(
    _ operation: PostgreSQLError.Operation, sql: String? = nil, isShielded: Bool = false,
    _ body: (ConnectionHandle) async throws(PostgreSQLError) -> Value
  ) async throws(PostgreSQLError) -> Value {
    if isCopying { throw PostgreSQLError(operation, .copyUnderWay, sql: sql) }
    await enter()
    defer { leave() }
    return try await run(operation, sql: sql, isShielded: isShielded, body)
  }

  /// Runs a part of a request that has the connection already.
  func run<Value: Sendable>(
    _ operation: PostgreSQLError.Operation, sql: String? = nil, isShielded: Bool = false,
    _ body: (ConnectionHandle) async throws(PostgreSQLError) -> Value
  ) async throws(PostgreSQLError) -> Value {
    guard let handle else { throw PostgreSQLError(operation, .closed, sql: sql) }
    // A lost connection is closed at once: its memory and its socket are of no more use.
    defer { if handle.isLost { drop() } }
    if isShielded { return try await body(handle) }
    if Task.isCancelled { throw PostgreSQLError(operation, .cancelled, sql: sql) }
    let number = cancellation.begin()
    let outcome = await withTaskCancellationHandler {
      do throws(PostgreSQLError) {
        return Result<Value, PostgreSQLError>.success(try await body(handle))
      } catch {
        return .failure(error)
      }
    } onCancel: {
      cancellation.request(number)
    }
    guard cancellation.end() else { return try outcome.get() }
    return try await settle(outcome).get()
  }

  /// The result of a request whose task was cancelled: what the server did before the request to
  /// cancel reached it stays a success.
  private func settle<Value>(
    _ outcome: Result<Value, PostgreSQLError>
  ) async -> Result<Value, PostgreSQLError> {
    if await !cancellation.finish() { drop() }
    guard case .failure(var error) = outcome else { return outcome }
    if error.state == .queryCancelled || error.reason == .connectionLost && error.state == nil {
      error.reason = .cancelled
      error.message = PostgreSQLError.Reason.cancelled.rawValue
    }
    return .failure(error)
  }

  func enter() async {
    guard isTaken else {
      isTaken = true
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  func leave() {
    if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
  }
}
