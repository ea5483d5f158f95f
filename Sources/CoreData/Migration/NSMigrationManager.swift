import MomentumMigrator
import MomentumObjects

/// Migrates a store from one model to another, by a mapping model.
///
/// `@unchecked`: both models are only read; progress and cancellation are locked, since another thread
/// may ask for them while a store is migrated.
open class NSMigrationManager: NSObject, @unchecked Sendable {
  public let sourceModel: NSManagedObjectModel
  public let destinationModel: NSManagedObjectModel
  private let state = Locked(State())

  private struct State {
    var progress: Float = 0
    var isCancelled = false
  }

  public init(sourceModel: NSManagedObjectModel, destinationModel: NSManagedObjectModel) {
    self.sourceModel = sourceModel
    self.destinationModel = destinationModel
  }

  /// The part of the migration that is done, from 0 to 1.
  open var migrationProgress: Float { state.withLock { $0.progress } }

  /// Ends the migration that is running; it then throws error 134120.
  open func cancelMigrationWithError(_ error: any Error) {
    state.withLock { $0.isCancelled = true }
  }

  /// Makes a store of the destination model with the objects of a SQLite store.
  open func migrateStore(
    from sourceURL: URL, sourceType sStoreType: String, options sOptions: [AnyHashable: Any]? = nil,
    with mappings: NSMappingModel?, toDestinationURL dURL: URL, destinationType dStoreType: String,
    destinationOptions dOptions: [AnyHashable: Any]? = nil
  ) throws {
    state.withLock { $0 = State() }
    guard sStoreType == NSSQLiteStoreType, dStoreType == NSSQLiteStoreType else {
      throw NSError(
        domain: NSCocoaErrorDomain, code: NSPersistentStoreInvalidTypeError,
        userInfo: [NSLocalizedDescriptionKey: "Only SQLite stores can be migrated."])
    }
    let options = MigrationOptions(keepsBackup: false)
    let migrator = mappings?.file?.migrator(options: options) ?? StoreMigrator(options: options)
    try CoreDataException.reporting {
      let coordinator = NSPersistentStoreCoordinator.detached(sourceModel.modelPlan)
      try coordinator.replace(.sqlite(dURL.path), with: .sqlite(sourceURL.path))
      do throws(MigrationError) {
        _ = try migrator.migrate(
          store: dURL.path, from: sourceModel.compiled, to: destinationModel.compiled,
          progress: { progress in
            self.state.withLock { $0.progress = Float(progress.fraction) }
          },
          isCancelled: { self.state.withLock(\.isCancelled) })
      } catch {
        throw ObjectError.ofMigration(error, path: sourceURL.path)
      }
    }
    state.withLock { $0.progress = 1 }
  }

  open func reset() { state.withLock { $0 = State() } }
}
