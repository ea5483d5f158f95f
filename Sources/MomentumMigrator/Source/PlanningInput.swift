import MomentumCompiler
import MomentumDiff
import MomentumMigration
import MomentumStore

/// The models and tables that a plan is made from.
struct PlanningInput: Sendable {
  /// The model of the store, as the store's own framework lays it out.
  var source: CompiledModel
  var target: CompiledModel
  /// The tables of the store with their numbers of rows, and with bytes if a preview needs them.
  var catalog: StoreCatalog

  /// The plan by Core Data's rules of inference.
  func inferredPlan(style: MigrationPlan.Style) throws(MigrationError) -> MigrationPlan {
    let diff = ModelDiffer.diff(DiffedModel(source.model), DiffedModel(target.model))
    let planner = MigrationPlanner(
      old: source.planned, new: target.planned, catalog: catalog, style: style, diff: diff)
    do throws(PlanFailure) {
      return try planner.plan()
    } catch {
      throw .notInferrable(reasons: error.reasons.map { "\($0.place): \($0.text)" })
    }
  }
}
