public import MomentumModel
public import MomentumStore

/// One side of a migration: a model with the tables that a framework lays out for it.
public struct PlannedModel: Sendable, Hashable {
  public let model: ObjectModel
  public let schema: StoreSchema
  public let framework: FrameworkVersion

  public init(model: ObjectModel, schema: StoreSchema, framework: FrameworkVersion) {
    self.model = model
    self.schema = schema
    self.framework = framework
  }
}
