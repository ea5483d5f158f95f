import MomentumCompiler
import MomentumModel
import MomentumRuntime
import MomentumVersionHash

extension ModelPlan {
  /// Whether a store with some metadata can be opened with a configuration of the model: each of its
  /// entities has the hash that the metadata has, and the metadata has no other entity (SR-77).
  ///
  /// - Parameter name: `nil` for all entities.
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
