public import MomentumMigration

/// What has become of a store.
public struct MigrationOutcome: Sendable, Hashable {
  public enum Result: String, Sendable, Hashable, CaseIterable {
    /// The store has the target's hashes already; nothing was done.
    case alreadyCurrent = "already-current"
    case migrated
    /// A copy was migrated, verified and deleted.
    case rehearsed
  }

  public var result: Result
  /// `nil` for a store that was current already. Its steps know their rows and not their bytes, which only a
  /// preview counts.
  public var plan: MigrationPlan?
  /// Checks that rows did not pass and that let the migration succeed.
  public var warnings: [FailedCheck] = []
  /// What was verified: one phrase each.
  public var verified: [String] = []
  /// Where the old file is; `nil` where none was kept.
  public var backup: String?
  public var bytesBefore: Int64 = 0
  public var bytesAfter: Int64 = 0
  /// Bytes of ``bytesAfter`` in pages that nothing uses any more: what a VACUUM would give back.
  public var bytesFree: Int64 = 0
  public var seconds: Double = 0

  public init(result: Result, plan: MigrationPlan? = nil) {
    self.result = result
    self.plan = plan
  }
}
