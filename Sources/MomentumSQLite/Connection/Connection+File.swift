internal import CSQLite

// The state of the file that a connection has open.

extension Connection {
  /// Whether the name no longer leads to the file that is open: it was renamed or removed.
  ///
  /// Documented: <https://sqlite.org/c3ref/c_fcntl_begin_atomic_write.html#sqlitefcntlhasmoved>.
  package var hasMoved: Bool {
    var moved: Int32 = 0
    let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved)
    return code == SQLITE_OK && moved != 0
  }

  /// Whether a log stays beside the database, unchanged, when the last connection closes.
  ///
  /// Documented: <https://sqlite.org/c3ref/c_dbconfig_defensive.html#sqlitedbconfignockptonclose>.
  package func keepsLogOnClose(_ keeps: Bool) {
    // Fails for an unknown option alone, and this one is older than any SQLite we run with.
    _ = momentum_sqlite_keep_log_on_close(handle, keeps ? 1 : 0)
  }
}
