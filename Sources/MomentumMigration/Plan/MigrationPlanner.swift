package import MomentumDiff
import MomentumModel
package import MomentumStore

/// Plans the migration that Core Data would infer: without a mapping model, by names and renaming
/// identifiers.
///
/// Assumed, because Core Data was not observed in these cases:
/// - If a to-many relationship becomes to-one, the link to the lowest key stays.
/// - If both sides become to-one, links are taken in the order of their keys. A link stays if both
///   its objects have no link yet.
/// - If an inverse is added, links stay.
/// - Entity numbers in the persistent history are updated, and changes of removed entities are
///   deleted.
package struct MigrationPlanner: Sendable {
  private let old: PlannedModel
  private let new: PlannedModel
  private let catalog: StoreCatalog
  private let style: MigrationPlan.Style
  private let diff: ModelDiff?

  /// - Parameters:
  ///   - old: The model of the store, laid out for the framework that wrote it.
  ///   - catalog: The tables, columns and other objects that the store has.
  ///   - diff: The changes that are named as causes of steps. Without it, the steps are the same
  ///     but have no causes.
  package init(
    old: PlannedModel, new: PlannedModel, catalog: StoreCatalog, style: MigrationPlan.Style,
    diff: ModelDiff? = nil
  ) {
    self.old = old
    self.new = new
    self.catalog = catalog
    self.style = style
    self.diff = diff
  }

  /// The steps, checks and invariants. Takes time nearly linear in the size of the models and the
  /// catalogue.
  package func plan() throws(PlanFailure) -> MigrationPlan {
    let store = OldStore(old, catalog: catalog)
    let matches = EntityMatches(old: store, new: new)
    let tables = TablePlans(matches, style: style, catalog: catalog)
    let failures = store.failures + matches.failures + tables.failures
    guard failures.isEmpty else {
      throw PlanFailure(
        reasons: unique(failures).sorted { ($0.place, $0.text) < ($1.place, $1.text) })
    }
    var steps = StepBuilder(
      matches: matches, plans: tables, catalog: catalog, style: style, diff: diff)
    steps.build()
    return MigrationPlan(
      style: style, steps: steps.steps,
      checks: CheckBuilder(
        matches: matches, plans: tables, old: old, catalog: catalog, style: style
      ).checks(),
      invariants: InvariantBuilder(matches: matches, plans: tables).invariants(),
      mustBeZero: InvariantBuilder(matches: matches, plans: tables).mustBeZero())
  }
}
