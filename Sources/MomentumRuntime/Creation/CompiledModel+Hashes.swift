public import MomentumCompiler
public import MomentumVersionHash

extension CompiledModel {
  /// The version hashes of the entities and of the whole model. They are computed at each call, so
  /// keep the result.
  public var hashes: ModelHashes { ModelHashes(of: model) }
}
