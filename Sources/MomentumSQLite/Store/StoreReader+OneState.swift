extension StoreReader {
  /// Runs `body` in one read transaction, so that its statements see the same content even if
  /// another process writes to the store meanwhile.
  package func withOneState<Result>(
    _ body: () throws -> Result
  ) throws(StoreError) -> Result {
    try asStoreError { try connection.transaction(.deferred, body) }
  }
}
