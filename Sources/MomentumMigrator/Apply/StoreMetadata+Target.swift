import MomentumCompiler
import MomentumModel
import MomentumRuntime
import MomentumSQLite
import MomentumStore
import MomentumVersionHash

extension StoreMetadata {
  /// The metadata after a migration: entries about the model are replaced, all others are kept.
  ///
  /// Source: observed in stores that Core Data itself migrated (frameworks 641 to 1145): same UUID,
  /// same keys of the app, new hashes.
  func migrated(to target: CompiledModel) -> StoreMetadata {
    var result = self
    // Also remove these entries from `others`: an entry with an unexpected type would be there, and
    // would override the new value.
    for key in [
      "NSStoreModelVersionHashes", "NSStoreModelVersionIdentifiers",
      "NSStoreModelVersionHashesDigest", "NSStoreModelVersionChecksumKey",
      "NSStoreModelVersionHashesVersion",
    ] {
      result.others[key] = nil
    }
    let hashes = target.hashes
    result.entityHashes = hashes.byEntity
    result.hashesVersion = 3
    result.modelVersionIdentifiers = target.model.versionIdentifiers
    result.hashesDigest =
      hashesDigest != nil || target.framework.hasHashesDigest ? hashes.digest : nil
    result.modelChecksum =
      modelChecksum != nil || target.framework.hasModelChecksum ? hashes.checksum : nil
    return result
  }
}
