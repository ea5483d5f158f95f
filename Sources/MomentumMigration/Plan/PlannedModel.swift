package import MomentumModel
package import MomentumStore

/// One side of a migration: a model with the tables that a framework lays out for it.
package struct PlannedModel: Sendable, Hashable {
  package let model: ObjectModel
  package let schema: StoreSchema
  package let framework: FrameworkVersion

  package init(model: ObjectModel, schema: StoreSchema, framework: FrameworkVersion) {
    self.model = model
    self.schema = schema
    self.framework = framework
  }
}
