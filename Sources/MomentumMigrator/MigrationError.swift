public import MomentumSQLite

/// Why a store was not migrated. The store is as it was.
public enum MigrationError: Error, Sendable, Hashable {
  case store(StoreError)
  /// Neither a version that was given nor the store's own model has the store's hashes.
  case unknownSource(path: String, entities: [String])
  /// No mapping can be inferred, and none was given.
  case notInferrable(reasons: [String])
  /// Rows of the store do not fit the target: the checks that failed.
  case rowsFail([FailedCheck])
  /// The result is not what the target asks for; it was thrown away.
  case verification([String])
  /// The store has changed, or is open elsewhere.
  case busy(path: String)
  case cancelled
  /// A file could not be read, written or renamed.
  case file(path: String, message: String)
}
