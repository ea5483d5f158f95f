public import MomentumMigration

/// How a store is migrated.
///
/// ```swift
/// let options = MigrationOptions(isInPlace: true, verification: .quick)
/// let outcome = try StoreMigrator(options: options)
///   .migrate(store: "app.sqlite", among: versions, to: current)
/// ```
public struct MigrationOptions: Sendable {
  /// How the result is verified before it replaces the store.
  public enum Verification: String, Sendable, Hashable, CaseIterable {
    /// `PRAGMA quick_check` instead of `integrity_check`: it reads pages and rows, but does not
    /// compare them with the indexes. All other verification is the same.
    case quick
    /// `PRAGMA integrity_check`: reads the whole file, indexes too (2.8 s per million rows).
    case full
  }

  /// The form of the migrated store.
  public var style: MigrationPlan.Style
  /// Whether the file itself is migrated, in one transaction, instead of a copy that replaces it.
  ///
  /// This needs no space for a copy, and keeps no backup.
  public var isInPlace: Bool
  /// Whether the old file is kept beside the new one as `STORE.bak`.
  public var keepsBackup: Bool
  /// How the result is verified.
  public var verification: Verification
  /// How long to wait, in milliseconds, for another process that has the store open.
  public var busyTimeoutMilliseconds: Int32

  /// Called before each call that opens, reads or changes the store or a file beside it.
  ///
  /// If it throws, the announced call is not made and fails with that error. For tests, which make
  /// the n-th call fail or end the process there.
  package var beforeCall: (@Sendable (MigrationCall) throws(MigrationError) -> Void)?

  /// Makes options; by default a copy is migrated, verified in full, and the old file is kept.
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
    /// A statement that changes the copy, or the store in place; also `BEGIN` and `COMMIT`.
    case statement
    /// Copies some pages.
    case copyPages
    /// Moves the old store's log into its file.
    case checkpoint
    /// Creates an empty file.
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
  /// The statement, or the path of the file; for messages.
  package var subject: String
  /// The number of the call in the migration, from 1.
  package var number: Int
}
