import MomentumMigrator
import MomentumObjects

extension NSPersistentStoreCoordinator {
  /// Runs a request for a context.
  ///
  /// - Returns: For a fetch request its objects, identities or dictionaries as an array, or their number;
  ///   for another request its result, such as `NSBatchDeleteResult`.
  public func execute(
    _ request: NSPersistentStoreRequest, with context: NSManagedObjectContext
  ) throws -> Any {
    guard let fetch = request as? AnyFetchRequest else { return try context.execute(request) }
    return try context.results(of: fetch)
  }

  /// The identity that a text stands for, the text of `uriRepresentation()`.
  public func managedObjectID(for uriString: String) -> NSManagedObjectID? {
    URL(string: uriString).flatMap { managedObjectID(forURIRepresentation: $0) }
  }

  // A migration always ends before the store is open.

  /// Does nothing: no migration is deferred.
  public func finishDeferredLightweightMigration() throws {}
  /// Does nothing: no migration is deferred.
  public func finishDeferredLightweightMigrationTask() throws {}

  /// The model that a SQLite store keeps (SR-48). Throws error 134060 if it keeps none.
  public class func cachedModelForPersistentStore(
    at url: URL, options: [AnyHashable: Any]? = nil
  ) throws -> NSManagedObjectModel {
    let found = try CoreDataException.reporting {
      do throws(MigrationError) {
        return try MigrationSource.cachedModel(ofStore: url.path)
      } catch {
        throw ObjectError.ofMigration(error, path: url.path)
      }
    }
    guard let found else {
      throw NSError(
        domain: NSCocoaErrorDomain, code: NSCoreDataError,
        userInfo: [
          NSLocalizedDescriptionKey: "The store keeps no model.", NSFilePathErrorKey: url.path,
        ])
    }
    return NSManagedObjectModel(found)
  }
}
