import MomentumCompiler
import MomentumModel
import MomentumRuntime
import MomentumVersionHash

extension ModelPlan {
  /// Whether a store with some metadata can be opened with a configuration of the model: the
  /// metadata names exactly the configuration's entities, each with the hash that it has in the
  /// model (SR-77).
  ///
  /// - Parameter name: The name of the configuration; `nil` for all entities.
  package func isConfiguration(
    _ name: String?, compatibleWith metadata: [String: MetadataValue]
  ) throws -> Bool {
    guard case .dictionary(let stored)? = metadata["NSStoreModelVersionHashes"] else {
      return false
    }
    let members = try members(of: name).map { $0.map { model[$0].name } }
    let own = compiled.hashes.byEntity.filter { members?.contains($0.key) ?? true }
    return own.mapValues { MetadataValue.data(Array($0)) } == stored
  }
}
