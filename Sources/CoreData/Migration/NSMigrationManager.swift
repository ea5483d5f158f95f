import MomentumMigrator
import MomentumObjects

/// Migrates a store from one model to another, by a mapping model.
///
/// A SQLite store whose mapping model has no policies is migrated by SQL; any other store by objects,
/// in three passes over the entity mappings.
///
/// `@unchecked`: both models are only read; what other threads may ask for while a store is migrated
/// is locked. The rest is used by the thread that migrates, and by its policies.
open class NSMigrationManager: NSObject, @unchecked Sendable {
  public let sourceModel: NSManagedObjectModel
  public let destinationModel: NSManagedObjectModel
  /// Whether a SQLite store may be migrated by SQL. With `false`, it is migrated by objects.
  open var usesStoreSpecificMigrationManager = true
  /// Values of the program, for its policies.
  open var userInfo: [AnyHashable: Any]?
  private let state = Locked(State())
  private var migration: Running?

  private struct State {
    var progress: Float = 0
    var cancellation: (any Error)?
  }

  /// What a migration by objects has.
  private struct Running {
    let mappingModel: NSMappingModel
    let source: MigrationStack
    let destination: MigrationStack
    var associations = MigrationAssociations()
    var current: NSEntityMapping?
  }

  public init(sourceModel: NSManagedObjectModel, destinationModel: NSManagedObjectModel) {
    self.sourceModel = sourceModel
    self.destinationModel = destinationModel
  }

  // MARK: - State

  /// The part of the migration that is done, from 0 to 1.
  open var migrationProgress: Float { state.withLock { $0.progress } }

  /// Ends the migration that is running, or the next one, which then throws this error.
  ///
  /// Source: documented (NSMigrationManager, cancelMigrationWithError(_:)); observed (tests of
  /// CoreDataPlus): the error that is thrown has the domain and the code of the one that was given.
  open func cancelMigrationWithError(_ error: any Error) {
    state.withLock { $0.cancellation = error }
  }

  func checkCancelled() throws {
    if let cause = state.withLock(\.cancellation) { throw cause }
  }

  func begin(_ mapping: NSEntityMapping, progress: Float) {
    migration?.current = mapping
    state.withLock { $0.progress = progress }
  }

  open func reset() {
    state.withLock { $0 = State() }
    migration = nil
  }

  private func running(_ name: String) -> Running {
    guard let migration else {
      CoreDataException.raise(
        "NSInternalInconsistencyException",
        "\(name) exists only while a store is migrated by objects.")
    }
    return migration
  }

  // MARK: - For policies

  open var mappingModel: NSMappingModel { running("mappingModel").mappingModel }
  /// A context of the old store, whose objects are to be read only.
  open var sourceContext: NSManagedObjectContext { running("sourceContext").source.context }
  /// A context of the new store. It is saved after the last pass.
  open var destinationContext: NSManagedObjectContext {
    running("destinationContext").destination.context
  }
  open var currentEntityMapping: NSEntityMapping {
    running("currentEntityMapping").current ?? NSEntityMapping()
  }

  open func sourceEntity(for mEntity: NSEntityMapping) -> NSEntityDescription? {
    mEntity.sourceEntityName.flatMap { sourceModel.entitiesByName[$0] }
  }

  open func destinationEntity(for mEntity: NSEntityMapping) -> NSEntityDescription? {
    mEntity.destinationEntityName.flatMap { destinationModel.entitiesByName[$0] }
  }

  /// Notes that an object was made from another one.
  open func associate(
    sourceInstance: NSManagedObject, withDestinationInstance destinationInstance: NSManagedObject,
    for entityMapping: NSEntityMapping
  ) {
    migration?.associations.add(sourceInstance, destinationInstance, entityMapping.name)
  }

  /// The objects that a mapping has made from some objects; from all with `nil`.
  open func destinationInstances(
    forEntityMappingName mappingName: String, sourceInstances: [NSManagedObject]?
  ) -> [NSManagedObject] {
    migration?.associations.destinations(mappingName, of: sourceInstances) ?? []
  }

  /// The objects from which a mapping has made some objects; all with `nil`.
  open func sourceInstances(
    forEntityMappingName mappingName: String, destinationInstances: [NSManagedObject]?
  ) -> [NSManagedObject] {
    migration?.associations.sources(mappingName, of: destinationInstances) ?? []
  }

  /// The result of a method of a subclass that a value expression calls: `FUNCTION($manager, "find:", …)`.
  ///
  /// Only Linux calls this; a Mac calls the method itself. `momentum adapt` writes it. Throws unless
  /// it is overridden: the name of the method may be from a file.
  open func value(ofMethod method: Selector, arguments: [Any?]) throws -> Any? {
    throw MigrationExpressions.unknown(method, of: self)
  }

  /// The objects that any mapping has made from some objects.
  func destinations(of sources: [NSManagedObject]) -> [NSManagedObject] {
    migration?.associations.destinations(of: sources) ?? []
  }

  // MARK: - Migrating

  /// Makes a store of the destination model with the objects of a store.
  open func migrateStore(
    from sourceURL: URL, sourceType sStoreType: String, options sOptions: [AnyHashable: Any]? = nil,
    with mappings: NSMappingModel?, toDestinationURL dURL: URL, destinationType dStoreType: String,
    destinationOptions dOptions: [AnyHashable: Any]? = nil
  ) throws {
    defer { state.withLock { $0.cancellation = nil } }
    state.withLock { $0.progress = 0 }
    try checkCancelled()
    let source = NSPersistentStoreDescription(
      type: sStoreType, configuration: nil, url: sourceURL, options: sOptions)
    let destination = NSPersistentStoreDescription(
      type: dStoreType, configuration: nil, url: dURL, options: dOptions)
    let isSQLite = sStoreType == NSSQLiteStoreType && dStoreType == NSSQLiteStoreType
    if isSQLite, usesStoreSpecificMigrationManager, mappings?.needsObjects != true {
      try migrateRows(from: sourceURL, mappings, to: dURL)
    } else {
      let rules =
        try mappings
        ?? NSMappingModel.inferredMappingModel(
          forSourceModel: sourceModel, destinationModel: destinationModel)
      try migrateObjects(from: source, rules, to: destination)
    }
    state.withLock { $0.progress = 1 }
  }

  /// Migrates a copy of a SQLite store by SQL.
  public func migrateStore(
    from sourceURL: URL, type sourceType: NSPersistentStore.StoreType,
    options sourceOptions: [AnyHashable: Any]? = nil, mapping: NSMappingModel,
    to destinationURL: URL, type destinationType: NSPersistentStore.StoreType,
    options destinationOptions: [AnyHashable: Any]? = nil
  ) throws {
    try migrateStore(
      from: sourceURL, sourceType: sourceType.rawValue, options: sourceOptions, with: mapping,
      toDestinationURL: destinationURL, destinationType: destinationType.rawValue,
      destinationOptions: destinationOptions)
  }

  private func migrateRows(from source: URL, _ mappings: NSMappingModel?, to url: URL) throws {
    let options = MigrationOptions(keepsBackup: false)
    let migrator = mappings?.file?.migrator(options: options) ?? StoreMigrator(options: options)
    try CoreDataException.reporting {
      let coordinator = NSPersistentStoreCoordinator.detached(sourceModel.modelPlan)
      try coordinator.replace(.sqlite(url.path), with: .sqlite(source.path))
      do throws(MigrationError) {
        _ = try migrator.migrate(
          store: url.path, from: sourceModel.compiled, to: destinationModel.compiled,
          progress: { progress in
            self.state.withLock { $0.progress = Float(progress.fraction) }
          },
          isCancelled: { self.state.withLock { $0.cancellation != nil } })
      } catch {
        try checkCancelled()
        throw ObjectError.ofMigration(error, path: source.path)
      }
    }
  }

  /// Migrates a store by objects. A new file is removed again if that fails.
  private func migrateObjects(
    from source: NSPersistentStoreDescription, _ rules: NSMappingModel,
    to destination: NSPersistentStoreDescription
  ) throws {
    source.isReadOnly = true
    for store in [source, destination] { store.shouldMigrateStoreAutomatically = false }
    let run = Running(
      mappingModel: rules, source: MigrationStack(sourceModel),
      destination: MigrationStack(destinationModel))
    let path = destination.url?.path ?? ""
    let isNew = !FileManager.default.fileExists(atPath: path)
    migration = run
    do {
      let old = try run.source.coordinator.add(source)
      let new = try run.destination.coordinator.add(destination)
      run.destination.coordinator.setMetadata(
        run.source.coordinator.metadata(for: old).filter { !$0.key.hasPrefix("NS") }, for: new)
      let mappings = rules.mappings(
        from: sourceModel.compiled.model, to: destinationModel.compiled.model)
      try ObjectMigration(self, mappings).run()
      migration = nil
      try run.source.close()
      try run.destination.close()
    } catch {
      migration = nil
      run.source.context.reset()
      run.destination.context.reset()
      if isNew { Self.removeFiles(of: run.destination.coordinator, path) }
      throw error
    }
  }

  /// Removes the files of a store that a failed migration has begun. What cannot be removed stays: the
  /// error of the migration says more than that of a file.
  private static func removeFiles(of coordinator: NSPersistentStoreCoordinator, _ path: String) {
    for store in coordinator.persistentStores { try? coordinator.remove(store) }
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
  }
}
