extension StoreReader {
  /// Runs statements that see one state of the store, even if another process writes to the store
  /// meanwhile.
  package func withOneState<Result>(
    _ body: () throws -> Result
  ) throws(StoreError) -> Result {
    try asStoreError { try connection.transaction(.deferred, body) }
  }
}
