internal import MomentumPostgreSQL
internal import MomentumRuntime

extension ServerDatabase {
  /// How often a change of one call runs: two of them may wait for each other, and the server then
  /// ends one of them.
  private static let attemptsMax = 4

  /// Runs a change in a transaction of its own, or in a savepoint of an open one.
  func change<Result>(
    in session: ServerSession?, isolation: isolated (any Actor)? = #isolation,
    _ body: (ServerSession) async throws -> Result
  ) async throws(StoreFailure) -> Result {
    do {
      if let session { return try await session.savepoint(body) }
      return try await transaction(
        ServerTransaction(attemptsMax: Self.attemptsMax), isolation: isolation, body)
    } catch { throw failure(error) }
  }

  /// Runs a transaction, again after a conflict with another one.
  func transaction<Result>(
    _ transaction: ServerTransaction, isolation: isolated (any Actor)? = #isolation,
    _ body: (ServerSession) async throws -> Result
  ) async throws -> Result {
    var attempt = 1
    while true {
      do { return try await once(transaction, body) } catch {
        guard failure(error).reason == .conflict, error is StoreFailure || error is PostgreSQLError,
          attempt < transaction.attemptsMax, !Task.isCancelled
        else { throw error }
        // Rivals that wait for the same time would meet again.
        let milliseconds = Double.random(in: 1...2) * Double(min(1 << attempt, 256))
        try await Task.sleep(for: .milliseconds(milliseconds))
        attempt += 1
      }
    }
  }

  private func once<Result>(
    _ transaction: ServerTransaction, isolation: isolated (any Actor)? = #isolation,
    _ body: (ServerSession) async throws -> Result
  ) async throws -> Result {
    try await pool.transaction(transaction.options) { connection in
      let session = ServerSession(connection, self)
      defer { session.end() }
      let result = try await body(session)
      try await session.checkRelationships()
      return result
    }
  }
}
