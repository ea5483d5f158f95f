package import MomentumMigration

/// A check of a plan with the rows of a store that fail it.
///
/// ```swift
/// let preview = try StoreMigrator().preflight(store: "app.sqlite", among: versions, to: current)
/// for failure in preview.failures { print(failure.count, failure.firstRows.map(\.key)) }
/// ```
public struct FailedCheck: Sendable, Hashable {
  package var check: MigrationPlan.Precondition
  /// The entity, or the entity and its property: `Venue.rating`.
  public var place: String { check.place }
  /// What is wrong with the rows, in one sentence without their number.
  public var problem: String { check.problem }
  /// The number of rows that fail the check.
  public var count: Int64
  /// The first failing rows, ascending by entity name and `Z_PK`.
  public var firstRows: [Row]

  /// A row that fails the check.
  public struct Row: Sendable, Hashable {
    /// The name of the row's entity in the old model.
    public var entity: String
    /// The row's primary key, `Z_PK`.
    public var key: Int64

    package init(entity: String, key: Int64) {
      self.entity = entity
      self.key = key
    }
  }

  package init(check: MigrationPlan.Precondition, count: Int64, firstRows: [Row]) {
    self.check = check
    self.count = count
    self.firstRows = firstRows
  }
}
