// Reads of several tasks on one connection.

extension PostgreSQLPool {
  /// Runs a statement that changes nothing, and returns its rows.
  ///
  /// While more tasks wait than there are connections, a connection takes several of their statements
  /// at a time, in one round trip; only such as were quick when they were run last. A statement that
  /// fails or is cancelled there runs again, on a connection of its task. So it must have no effect,
  /// and is in no transaction with other statements of its task.
  package func read(
    _ sql: String, _ values: [PostgreSQLValue] = []
  ) async throws(PostgreSQLError) -> PostgreSQLRows {
    let loan: Loan
    switch try await borrow(for: PostgreSQLRequest(sql, values)) {
    case .rows(let rows): return rows
    case .connection(let lent): loan = lent
    }
    do throws(PostgreSQLError) {
      let start = ContinuousClock.now
      let rows = try await loan.connection.query(sql, values)
      if loan.hasWaited {
        let isQuick = ContinuousClock.now - start < quickTime
        state.withLock { $0.note(sql, isQuick: isQuick) }
      }
      await giveBack(loan)
      return rows
    } catch {
      await giveBack(loan, after: error)
      throw error
    }
  }

  /// Runs the statements of a batch, and gives the connection back.
  func run(_ batch: ReadBatch, on loan: Loan) {
    let runner = Task.detached {
      let start = ContinuousClock.now
      await loan.connection.readTogether(batch.requests) { index, rows in
        let member = self.state.withLock { state in
          batch.doneCount += 1
          return state.leave(batch.members[index])
        }
        member?.0.resume(returning: .rows(rows))
      }
      let time = ContinuousClock.now - start
      let rest = self.state.withLock { state in
        // Those of a batch that failed run together again when they have succeeded alone.
        let isQuick =
          batch.doneCount == batch.members.count
          && time < self.quickTime * batch.members.count
        for request in batch.requests { state.note(request.sql, isQuick: isQuick) }
        return batch.members.compactMap { state.leave($0) }
      }
      for (continuation, _) in rest { continuation.resume(returning: .alone) }
      await self.giveBack(loan)
    }
    let isCancelled = state.withLock { _ in
      batch.runner = runner
      return batch.isCancelled
    }
    if isCancelled { runner.cancel() }
  }

  /// Ends the wait of a task that is cancelled, and the batch of its statement: the server sends no rows
  /// before the end of a pipeline, so nobody knows which statement it runs, and the others would wait
  /// for this one.
  func cancel(_ waiter: PoolWaiter) {
    typealias Ends = (CheckedContinuation<PoolWaiter.Grant, Never>?, Task<Void, Never>?)
    let (continuation, runner) = state.withLock { state -> Ends in
      if let continuation = state.remove(waiter) { return (continuation, nil) }
      guard let (continuation, batch) = state.leave(waiter) else { return (nil, nil) }
      batch.isCancelled = true
      return (continuation, batch.runner)
    }
    continuation?.resume(returning: .failure(.cancelled))
    runner?.cancel()
  }
}

/// Reads of several tasks that one connection runs together.
///
/// `@unchecked`: what changes is read and written under the lock of the pool only.
final class ReadBatch: @unchecked Sendable {
  static let countMax = 16

  let members: [PoolWaiter]
  let requests: [PostgreSQLRequest]
  /// How many statements have their rows.
  var doneCount = 0
  var runner: Task<Void, Never>?
  /// Whether the task of a member was cancelled.
  var isCancelled = false

  init(_ members: [PoolWaiter]) {
    self.members = members
    requests = members.compactMap(\.read)
  }
}
