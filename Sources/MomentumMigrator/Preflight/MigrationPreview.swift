package import MomentumMigration

/// A description of the migration of a store, before it runs.
///
/// ```swift
/// let preview = try StoreMigrator().preflight(store: "app.sqlite", among: versions, to: current)
/// print(preview.text ?? "nothing to do", preview.failures)
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
  /// The steps of the plan and its checks in words; `nil` for a store that already has the target's
  /// hashes.
  public var text: String? { plan?.text() }
}
