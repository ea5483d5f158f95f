import MomentumCompiler
import MomentumDiff
import MomentumMigration
import MomentumStore

/// The models and the tables that a plan is made from.
struct PlanningInput: Sendable {
  /// As the store's own framework lays them out.
  var source: CompiledModel
  var target: CompiledModel
  /// What the store really has, its rows counted; their bytes too where a plan is only to be shown.
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
