extension StoreReader {
  /// Runs statements that see the store in one state, whoever writes to it meanwhile.
  public func withOneState<Result>(
    _ body: () throws -> Result
  ) throws(StoreError) -> Result {
    try asStoreError { try connection.transaction(.deferred, body) }
  }
}
