/// A task that waits for a connection of a pool, or for the rows of a statement.
///
/// `@unchecked`: what changes is read and written under the lock of the pool only.
final class PoolWaiter: @unchecked Sendable {
  /// What a waiting task gets.
  enum Grant: Sendable {
    /// - Parameter isFresh: Whether another task used it just now, so that it need not be looked at.
    case connection(PostgreSQLConnection, opened: ContinuousClock.Instant, isFresh: Bool)
    /// The task may open a connection, which is counted already.
    case permission
    /// The statement was run together with those of other tasks.
    case rows(PostgreSQLRows)
    /// It was not: the task runs it on a connection of its own.
    case alone
    case failure(PostgreSQLError.Reason)
  }

  enum State {
    /// The task does not wait yet.
    case new
    case queued(CheckedContinuation<Grant, Never>)
    /// Its statement is one of a batch.
    case running(CheckedContinuation<Grant, Never>, ReadBatch)
    case done
  }

  let deadline: ContinuousClock.Instant
  /// The statement, if it may be run together with those of other tasks.
  var read: PostgreSQLRequest?
  var state = State.new

  init(deadline: ContinuousClock.Instant, read: PostgreSQLRequest?) {
    self.deadline = deadline
    self.read = read
  }

  var isQueued: Bool {
    if case .queued = state { true } else { false }
  }
}
