import MomentumRuntime
import MomentumSQLite

extension DataModel {
  /// Makes an empty store that Core Data can open. An existing file is never overwritten: it is an
  /// error.
  public func createStore(at path: String) throws(DataModelError) {
    do throws(StoreError) { try compiled.createStore(at: path) } catch { throw .store(error) }
  }

  /// Whether Core Data opens the store with this model as it is, without a migration: whether both
  /// have the same entities with the same version hashes. The store is only read.
  public func matches(storeAt path: String) throws(DataModelError) -> Bool {
    do {
      return compiled.mismatches(try StoreReader(path: path).metadata()).isEmpty
    } catch let error as StoreError {
      throw .store(error)
    } catch let error as SQLiteError {
      throw .store(.sqlite(error))
    } catch { throw .store(.metadata(path: path, message: "\(error)")) }
  }
}
