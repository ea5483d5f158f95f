public import MomentumMigration

/// How a store is migrated.
public struct MigrationOptions: Sendable {
  /// How the result is looked at before it counts.
  public enum Verification: String, Sendable, Hashable, CaseIterable {
    /// `PRAGMA quick_check` instead of `integrity_check`: pages and rows, not whether indexes agree with
    /// them. All other verification is the same.
    case quick
    /// `PRAGMA integrity_check`: reads the whole file, indexes too (2.8 s per million rows).
    case full
  }

  /// How the result is to look.
  public var style: MigrationPlan.Style
  /// Works on the file itself, in one transaction, instead of on a copy that takes its place.
  ///
  /// Needs no room for a copy, and keeps no backup.
  public var isInPlace: Bool
  /// Whether the old file stays beside the new one as `STORE.bak`. It costs no room while both exist.
  public var keepsBackup: Bool
  public var verification: Verification
  /// How long to wait for another process that has the store open.
  public var busyTimeoutMilliseconds: Int32

  /// Asked before each call that opens, reads or changes the store or a file beside it.
  ///
  /// What it throws is what the call then fails with, without having been made. For tests, which make the
  /// n-th call fail or end the process there.
  package var beforeCall: (@Sendable (MigrationCall) throws(MigrationError) -> Void)?

  public init(
    style: MigrationPlan.Style = .fresh, isInPlace: Bool = false, keepsBackup: Bool = true,
    verification: Verification = .full, busyTimeoutMilliseconds: Int32 = 5000
  ) {
    self.style = style
    self.isInPlace = isInPlace
    self.keepsBackup = keepsBackup
    self.verification = verification
    self.busyTimeoutMilliseconds = busyTimeoutMilliseconds
  }
}

/// A call to SQLite or to the file system that a migration is about to make.
package struct MigrationCall: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Opens a database, or takes its locks.
    case open
    /// A statement, or several, that read.
    case read
    /// A statement that changes the copy, or the store in place; `BEGIN` and `COMMIT` too.
    case statement
    /// Some pages of the copy.
    case copyPages
    /// Moves the old store's log into its file.
    case checkpoint
    /// Makes an empty file.
    case create
    /// `fchown` or `fchmod`.
    case setAttributes
    /// `fsync` of a file or a folder.
    case synchronize
    case link
    case rename
    case remove
  }

  package var kind: Kind
  /// The statement, or the path of the file; for people.
  package var subject: String
  /// 1 for the first call of a migration.
  package var number: Int
}
