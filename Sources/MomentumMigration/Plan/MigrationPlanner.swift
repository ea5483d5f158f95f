public import MomentumDiff
import MomentumModel
public import MomentumStore

/// Plans the migration that Core Data would infer: no mapping model, everything by names and identifiers.
///
/// Assumed where nobody has seen Core Data do it: which link survives where a to-many becomes a to-one (that to
/// the lowest key; where both sides are to-one, in the order of keys each whose two objects are still free),
/// that links survive when an inverse is added, and what becomes of persistent history (its entity numbers
/// follow, changes of removed entities go).
public struct MigrationPlanner: Sendable {
  private let old: PlannedModel
  private let new: PlannedModel
  private let catalog: StoreCatalog
  private let style: MigrationPlan.Style
  private let diff: ModelDiff?

  /// - Parameters:
  ///   - old: The model of the store, laid out for the framework that wrote it.
  ///   - catalog: What the store really has.
  ///   - diff: Says which change made a step necessary; the plan is the same without it.
  public init(
    old: PlannedModel, new: PlannedModel, catalog: StoreCatalog, style: MigrationPlan.Style,
    diff: ModelDiff? = nil
  ) {
    self.old = old
    self.new = new
    self.catalog = catalog
    self.style = style
    self.diff = diff
  }

  /// The steps, checks and invariants. Near linear in the models and the catalogue.
  public func plan() throws(PlanFailure) -> MigrationPlan {
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
