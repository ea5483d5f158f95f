/// How a transaction runs.
package struct PostgreSQLTransaction: Sendable, Hashable {
  /// Documented: <https://www.postgresql.org/docs/current/transaction-iso.html>.
  package enum Isolation: String, Sendable, Hashable {
    case readCommitted = "READ COMMITTED"
    case repeatableRead = "REPEATABLE READ"
    case serializable = "SERIALIZABLE"
  }

  package var isolation: Isolation
  package var isReadOnly: Bool
  /// Whether a serializable transaction that only reads waits until it cannot fail.
  package var isDeferrable: Bool
  /// How often the transaction runs before a serialization failure or a deadlock is thrown.
  package var attemptsMax: Int

  package init(
    _ isolation: Isolation = .readCommitted, isReadOnly: Bool = false, isDeferrable: Bool = false,
    attemptsMax: Int = 1
  ) {
    self.isolation = isolation
    self.isReadOnly = isReadOnly
    self.isDeferrable = isDeferrable
    self.attemptsMax = attemptsMax
  }

  /// `BEGIN ISOLATION LEVEL SERIALIZABLE READ ONLY DEFERRABLE`
  var begin: String {
    "BEGIN ISOLATION LEVEL \(isolation.rawValue) READ \(isReadOnly ? "ONLY" : "WRITE")"
      + (isDeferrable ? " DEFERRABLE" : "")
  }
}

extension PostgreSQLConnection {
  /// Runs `body` in a transaction: committed when it returns, rolled back when it throws.
  ///
  /// Inside of another transaction of the connection it is a savepoint, and the options have no
  /// effect. A transaction that the server ended by a serialization failure or a deadlock runs again
  /// up to `attemptsMax` times, after a short pause, so `body` must not do what cannot be repeated.
  /// If the connection is lost while COMMIT runs, the error's reason is `unsettled`, and nothing is
  /// repeated.
  package func transaction<Value>(
    _ options: PostgreSQLTransaction = PostgreSQLTransaction(),
    isolation: isolated (any Actor)? = #isolation,
    _ body: (PostgreSQLConnection) async throws -> Value
  ) async throws -> Value {
    if await transactionDepth > 0 { return try await savepoint(body) }
    var attempt = 1
    while true {
      do { return try await once(options, body) } catch let error as PostgreSQLError
        where error.isRetryable && attempt < options.attemptsMax && !Task.isCancelled
      {
        // Rivals that wait for the same time would meet again.
        let milliseconds = Double.random(in: 1...2) * Double(min(1 << attempt, 256))
        try await Task.sleep(for: .milliseconds(milliseconds))
        attempt += 1
      }
    }
  }

  private func once<Value>(
    _ options: PostgreSQLTransaction, isolation: isolated (any Actor)? = #isolation,
    _ body: (PostgreSQLConnection) async throws -> Value
  ) async throws -> Value {
    try await begin(options.begin)
    let value: Value
    do { value = try await body(self) } catch {
      await rollBack()
      throw error
    }
    try await commit()
    return value
  }

  private func savepoint<Value>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: (PostgreSQLConnection) async throws -> Value
  ) async throws -> Value {
    let name = "momentum_\(await transactionDepth)"
    try await begin("SAVEPOINT \(name)")
    do {
      let value = try await body(self)
      // Fails if a statement has failed whose error `body` did not throw on.
      try await release(name)
      return value
    } catch {
      await rollBack(to: name)
      throw error
    }
  }

  private func begin(_ sql: String) async throws(PostgreSQLError) {
    _ = try await execute(script: sql, .begin)
    transactionDepth += 1
  }

  private func release(_ name: String) async throws(PostgreSQLError) {
    _ = try await execute(script: "RELEASE SAVEPOINT \(name)", .commit)
    transactionDepth -= 1
  }

  private func commit() async throws(PostgreSQLError) {
    let tag: String
    do {
      // A task that was cancelled meanwhile has an error already, unless its work was done.
      tag = try await execute(script: "COMMIT", .commit, isShielded: true)
    } catch {
      transactionDepth = 0
      guard error.reason == .connectionLost else { throw error }
      throw PostgreSQLError(.commit, .unsettled, state: error.state)
    }
    transactionDepth = 0
    // The server answers COMMIT of a failed transaction with ROLLBACK, not with an error.
    if tag == "ROLLBACK" { throw PostgreSQLError(.commit, .rolledBack) }
  }

  private func rollBack() async {
    transactionDepth = 0
    await undo("ROLLBACK")
  }

  private func rollBack(to name: String) async {
    transactionDepth -= 1
    await undo("ROLLBACK TO SAVEPOINT \(name); RELEASE SAVEPOINT \(name)")
  }

  /// If the server does not take it, the connection is closed, which undoes the transaction, too.
  private func undo(_ sql: String) async {
    do { _ = try await execute(script: sql, .rollBack, isShielded: true) } catch { drop() }
  }
}
