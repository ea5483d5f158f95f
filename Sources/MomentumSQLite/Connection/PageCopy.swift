internal import CSQLite

/// Copies a database page by page into another one and replaces the content of the other.
///
/// The content of the source's log is copied too. The source's own connection must not be in a
/// write transaction; if another connection writes to the source, the copy starts again.
/// Documented: <https://sqlite.org/c3ref/backup_finish.html>.
package final class PageCopy {
  private let source: Connection
  private let target: Connection
  private var handle: OpaquePointer?

  package init(from source: Connection, to target: Connection) throws(SQLiteError) {
    guard
      let handle = sqlite3_backup_init(target.handle, "main", source.handle, "main")
    else { throw target.error(.copy, sqlite3_errcode(target.handle)) }
    self.handle = handle
    self.source = source
    self.target = target
  }

  deinit { finish() }

  /// The number of all pages; 0 before the first step.
  package var pageCount: Int { handle.map { Int(sqlite3_backup_pagecount($0)) } ?? 0 }
  package var remainingCount: Int { handle.map { Int(sqlite3_backup_remaining($0)) } ?? 0 }
  /// The copied part of all pages, from 0 to 1; 0 before the first step.
  package var fractionDone: Double {
    Double(pageCount - remainingCount) / Double(max(1, pageCount))
  }

  /// Copies the next pages.
  ///
  /// - Returns: Whether pages remain.
  package func copy(pages: Int32) throws(SQLiteError) -> Bool {
    guard let handle else { return false }
    let code = sqlite3_backup_step(handle, pages)
    switch code {
    case SQLITE_OK: return true
    case SQLITE_DONE:
      finish()
      return false
    case let failed:
      finish()
      throw error(failed)
    }
  }

  private func error(_ code: Int32) -> SQLiteError {
    SQLiteError(
      .copy, code: SQLiteCode(rawValue: code), message: String(cString: sqlite3_errstr(code)),
      path: target.path)
  }

  /// Ends the copy. The code that SQLite returns is that of the step that failed, which `copy` throws.
  private func finish() {
    guard let handle else { return }
    self.handle = nil
    sqlite3_backup_finish(handle)
  }
}
