internal import Foundation

/// How a connection behaves.
public struct ConnectionOptions: Sendable {
  /// How long a statement waits for another process's lock.
  public var busyTimeoutMilliseconds: Int32

  /// The locale of `NSCollateLocaleSensitive`, `NSCollateFinderlike` and of comparisons that ask for
  /// one. Fixed, so that a result does not hang on the machine it was made on.
  ///
  /// Not `en_US_POSIX`: its order is that of the code points, which no user of an app has.
  public var localeIdentifier: String

  /// Seconds since 2001-01-01 UTC: what `NSCoreDataNow()` gives. The clock unless given.
  public var now: @Sendable () -> Double

  /// Called once for each finished run of a statement.
  public var report: (@Sendable (StatementReport) -> Void)?

  /// Takes the database for itself from the first read on, and keeps it until the connection closes.
  ///
  /// A log is then read without a `-shm` beside it, and fails as busy while any other connection is open.
  /// Documented: <https://sqlite.org/pragma.html#pragma_locking_mode>, <https://sqlite.org/wal.html#noshm>.
  package var locksExclusively = false

  /// The permissions of a file that the connection makes.
  package var newFileMode: UInt16 = 0o644

  public init(
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
public struct StatementReport: Sendable, Hashable {
  /// The text with placeholders.
  public var sql: String
  public var bindingCount: Int
  /// The time spent inside SQLite, without what the caller did between rows.
  public var seconds: Double
  /// The rows that were read; fewer than the statement has where the caller stopped early.
  public var rowCount: Int

  public init(sql: String, bindingCount: Int, seconds: Double, rowCount: Int) {
    self.sql = sql
    self.bindingCount = bindingCount
    self.seconds = seconds
    self.rowCount = rowCount
  }
}
