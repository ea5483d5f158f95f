package import MomentumCompiler
package import MomentumVersionHash

extension CompiledModel {
  /// The version hashes of the entities and of the whole model. They are computed at each call, so
  /// keep the result.
  package var hashes: ModelHashes { ModelHashes(of: model) }
}
