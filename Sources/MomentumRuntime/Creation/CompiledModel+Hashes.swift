public import MomentumCompiler
public import MomentumVersionHash

extension CompiledModel {
  /// The version hashes of the entities, and those of the whole model. Made anew each time: keep them.
  public var hashes: ModelHashes { ModelHashes(of: model) }
}
