internal import Foundation

/// How a connection behaves.
package struct ConnectionOptions: Sendable {
  /// How long a statement waits for another process's lock.
  package var busyTimeoutMilliseconds: Int32

  /// The locale of `NSCollateLocaleSensitive`, `NSCollateFinderlike` and of comparisons that
  /// request a locale. Fixed, so that a result does not depend on the machine.
  ///
  /// Not `en_US_POSIX`: that locale sorts by code points, which no user of an app has.
  package var localeIdentifier: String

  /// Seconds since 2001-01-01 UTC, the value of `NSCoreDataNow()`. The default is the clock.
  package var now: @Sendable () -> Double

  /// Called after each finished run of a statement.
  package var report: (@Sendable (StatementReport) -> Void)?

  /// Locks the database exclusively from the first read on, until the connection closes.
  ///
  /// A write-ahead log is then read without a `-shm` file; the first read fails with `busy` while
  /// another connection is open.
  /// Documented: <https://sqlite.org/pragma.html#pragma_locking_mode>,
  /// <https://sqlite.org/wal.html#noshm>.
  package var locksExclusively = false

  /// The permissions of a file that the connection creates.
  package var newFileMode: UInt16 = 0o644

  package init(
    busyTimeoutMilliseconds: Int32 = 5000, localeIdentifier: String = "en",
    now: (@Sendable () -> Double)? = nil,
    report: (@Sendable (StatementReport) -> Void)? = nil
  ) {
    self.busyTimeoutMilliseconds = busyTimeoutMilliseconds
    self.localeIdentifier = localeIdentifier
    self.now = now ?? { Date().timeIntervalSinceReferenceDate }
    self.report = report
  }
}

/// One run of a statement, for SQL debugging.
package struct StatementReport: Sendable, Hashable {
  /// The text with placeholders.
  package var sql: String
  package var bindingCount: Int
  /// The time spent inside SQLite, without what the caller did between rows.
  package var seconds: Double
  /// The number of rows that were read; smaller than the result if the caller stopped early.
  package var rowCount: Int

  package init(sql: String, bindingCount: Int, seconds: Double, rowCount: Int) {
    self.sql = sql
    self.bindingCount = bindingCount
    self.seconds = seconds
    self.rowCount = rowCount
  }
}
