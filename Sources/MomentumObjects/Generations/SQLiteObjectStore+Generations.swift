internal import MomentumSQL
internal import MomentumSQLite

extension SQLiteObjectStore {
  /// The store in its present state: a connection of its own, inside a transaction that only reads.
  ///
  /// SQLite keeps the pages that the transaction sees in the log, so a checkpoint cannot begin the
  /// log from the front again until the connection is closed.
  /// Documented: <https://sqlite.org/wal.html#avoiding_excessively_large_wal_files>.
  package func pinned() throws -> any ObjectStore {
    guard let openReader else { return self }
    return try explaining {
      let connection = try openReader()
      // The first statement that reads, not BEGIN, chooses the state.
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
