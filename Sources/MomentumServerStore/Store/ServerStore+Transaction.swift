internal import MomentumPostgreSQL
internal import MomentumRuntime

extension ServerStore {
  /// Runs changes that belong together: if anything is thrown, all of them are rolled back.
  ///
  /// ```swift
  /// try await store.transaction { store in
  ///   let venue = try await store.insert(Venue(name: "Chaya"))
  ///   try await store.insert(Tip(text: "Go early", venue: venue.objectID))
  /// }
  /// ```
  ///
  /// The closure gets a store on the transaction's connection, which it must not keep. A transaction
  /// of that store is a part of the outer one, whose options count: if its error is caught, only its
  /// own changes are rolled back. The numbers of objects in relationships are checked when the
  /// outermost transaction ends. After a conflict with another transaction the closure runs again, up
  /// to `attemptsMax` times.
  ///
  /// - Throws: What the closure throws, or a `StoreFailure`.
  @discardableResult
  public func transaction<Result>(
    _ options: ServerTransaction = ServerTransaction(),
    isolation: isolated (any Actor)? = #isolation,
    _ body: (ServerStore<Model>) async throws -> Result
  ) async throws -> Result {
    do {
      if let session {
        return try await session.savepoint { try await body(ServerStore(database, $0)) }
      }
      return try await database.transaction(options) {
        try await body(ServerStore(database, $0))
      }
    } catch let error as PostgreSQLError {
      throw database.failure(error)
    }
  }
}
