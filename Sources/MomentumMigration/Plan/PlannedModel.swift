public import MomentumModel
public import MomentumStore

/// A model with the tables of a store that it made, or is to make.
public struct PlannedModel: Sendable {
  public let model: ObjectModel
  public let schema: StoreSchema
  public let framework: FrameworkVersion

  public init(model: ObjectModel, schema: StoreSchema, framework: FrameworkVersion) {
    self.model = model
    self.schema = schema
    self.framework = framework
  }
}
