import MomentumCompiler
import MomentumMigration

extension CompiledModel {
  /// The model in the form that migration planners take.
  var planned: PlannedModel { PlannedModel(model: model, schema: schema, framework: framework) }
}
