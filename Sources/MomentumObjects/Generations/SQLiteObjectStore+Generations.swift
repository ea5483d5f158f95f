internal import MomentumSQL
internal import MomentumSQLite

extension SQLiteObjectStore {
  /// The store in its present state: a separate connection in a transaction that only reads.
  ///
  /// SQLite keeps the pages that the transaction sees in the log, so that it cannot reuse the
  /// beginning of the log until the connection is closed.
  /// Documented: <https://sqlite.org/wal.html#avoiding_excessively_large_wal_files>.
  package func pinned() throws -> any ObjectStore {
    guard let openReader else { return self }
    return try explaining {
      let connection = try openReader()
      // The state is that of the first statement which reads, not that of BEGIN.
      try connection.connection.execute("BEGIN")
      _ = try connection.connection.firstValue("SELECT 1 FROM Z_METADATA")
      let pool = ConnectionPool(
        writer: connection, readersMax: 0, timeout: timeout,
        open: { throw SQLiteStoreError.closed })
      state.keep(pool)
      return SQLiteObjectStore(pinned: self, pool)
    }
  }
}
