internal import CSQLite

// Functions on the file that a connection has open.

extension Connection {
  /// Whether the path no longer leads to the open file: the file was renamed or removed.
  ///
  /// Documented: <https://sqlite.org/c3ref/c_fcntl_begin_atomic_write.html#sqlitefcntlhasmoved>.
  package var hasMoved: Bool {
    var moved: Int32 = 0
    let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved)
    return code == SQLITE_OK && moved != 0
  }

  /// Sets whether a log stays beside the database, unchanged, when the last connection closes.
  ///
  /// Documented: <https://sqlite.org/c3ref/c_dbconfig_defensive.html#sqlitedbconfignockptonclose>.
  package func keepsLogOnClose(_ keeps: Bool) {
    // The call fails only for an unknown option, and this option is older than any SQLite we link.
    _ = momentum_sqlite_keep_log_on_close(handle, keeps ? 1 : 0)
  }
}
