package import MomentumMigration

/// The result of a migration.
///
/// ```swift
/// let outcome = try migrator.migrate(store: "app.sqlite", among: versions, to: current)
/// if outcome.result == .migrated { print(outcome.seconds, outcome.backup ?? "no backup") }
/// ```
public struct MigrationOutcome: Sendable, Hashable {
  /// The ways in which a migration can end.
  public enum Result: String, Sendable, Hashable, CaseIterable {
    /// The store already has the target's hashes; nothing was done.
    case alreadyCurrent = "already-current"
    /// The store now has the target's version.
    case migrated
    /// A copy was migrated, verified and deleted.
    case rehearsed
  }

  /// The way in which the migration ended.
  public var result: Result
  /// The plan that was carried out; `nil` if the store was already current. Its steps have numbers
  /// of rows but not of bytes, which only a preview counts.
  package var plan: MigrationPlan?
  /// The failed checks that do not stop the migration.
  public var warnings: [FailedCheck] = []
  /// What was verified, one phrase for each fact.
  public var verified: [String] = []
  /// The path of the old file; `nil` if none was kept.
  public var backup: String?
  /// The size of the store's file before the migration, in bytes.
  public var bytesBefore: Int64 = 0
  /// The size of the store's file after the migration, in bytes.
  public var bytesAfter: Int64 = 0
  /// The bytes in unused pages, contained in ``bytesAfter``; a VACUUM would give them back.
  package var bytesFree: Int64 = 0
  /// The time that the migration took, in seconds.
  public var seconds: Double = 0

  package init(result: Result, plan: MigrationPlan? = nil) {
    self.result = result
    self.plan = plan
  }
}
