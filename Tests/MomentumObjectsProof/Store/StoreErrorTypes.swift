import MomentumObjects
import MomentumRuntime
import MomentumSQLite

/// The types of errors with which stores answer a damaged file or a failing call.
enum StoreErrorTypes {
  static func contains(_ error: any Error) -> Bool {
    error is SQLiteStoreError || error is MemoryStoreError || error is StoreError
      || error is SQLiteError || error is StoreFailure
  }
}
