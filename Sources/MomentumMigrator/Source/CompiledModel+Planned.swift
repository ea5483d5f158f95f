import MomentumCompiler
import MomentumMigration

extension CompiledModel {
  /// The model as a planner takes it.
  var planned: PlannedModel { PlannedModel(model: model, schema: schema, framework: framework) }
}
