import MomentumObjects

/// The migration of a SQLite store by a mapping model with policies, while the store is opened. A
/// mapping model without policies is left to the opening itself.
struct PolicyMigration {
  let model: NSManagedObjectModel
  let url: URL

  /// Migrates the store if it has another version of the model and such a mapping model leads from
  /// there to the model.
  func run() throws {
    let hasPolicies = ModelFiles.mappings(in: nil).contains { NSMappingModel($0).needsObjects }
    guard hasPolicies, FileManager.default.fileExists(atPath: url.path) else { return }
    let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
      ofType: NSSQLiteStoreType, at: url)
    guard !model.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata),
      let source = model.versions.lazy.map({ NSManagedObjectModel($0) }).first(where: {
        $0.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata)
      }),
      let mapping = NSMappingModel(from: nil, forSourceModel: source, destinationModel: model),
      mapping.needsObjects
    else { return }
    let made = url.deletingLastPathComponent().appendingPathComponent(
      ".\(url.lastPathComponent).migrating")
    for suffix in ["", "-wal", "-shm"]
    where FileManager.default.fileExists(
      atPath: made.path + suffix)
    {
      try FileManager.default.removeItem(atPath: made.path + suffix)
    }
    try NSMigrationManager(sourceModel: source, destinationModel: model).migrateStore(
      from: url, sourceType: NSSQLiteStoreType, with: mapping, toDestinationURL: made,
      destinationType: NSSQLiteStoreType)
    defer {
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: made.path + suffix)
      }
    }
    try CoreDataException.reporting {
      try NSPersistentStoreCoordinator.detached(model.modelPlan)
        .replace(.sqlite(url.path), with: .sqlite(made.path))
    }
  }
}
