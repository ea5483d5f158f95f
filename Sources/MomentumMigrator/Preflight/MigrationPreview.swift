package import MomentumMigration

/// What a migration of a store would do.
///
/// ```swift
/// let preview = try StoreMigrator().preflight(store: "app.sqlite", among: versions, to: current)
/// print(preview.script() ?? "no script")
/// print(preview.failures.count, "checks failed")
/// ```
public struct MigrationPreview: Sendable {
  let prepared: PreparedMigration
  /// The checks that rows of the store fail. Empty after
  /// ``StoreMigrator/plan(store:from:among:to:)``, which does not run them.
  public internal(set) var failures: [FailedCheck] = []

  /// The model that the store was made with.
  package var source: MigrationSource { prepared.source }
  /// The plan; `nil` for a store that already has the target's hashes.
  package var plan: MigrationPlan? { prepared.work?.plan }
}
