import Foundation
import MomentumObjects

/// The migration of a SQLite store by a mapping model with policies, while the store is opened. A
/// mapping model without policies is left to the opening itself.
struct PolicyMigration {
  let model: NSManagedObjectModel
  let url: URL
  /// Where mapping models are searched; `nil` for the main bundle and the resources beside it.
  var bundles: [Bundle]?

  /// Migrates the store if it has another version of the model and such a mapping model leads from
  /// there to the model.
  func run() throws {
    let hasPolicies = ModelFiles.mappings(in: bundles).contains { NSMappingModel($0).needsObjects }
    guard hasPolicies, hasContent else { return }
    // A store that was destroyed is a database without tables (SR-43). If the metadata cannot be read
    // for another reason, the opening, which comes next and reads them too, reports it.
    guard
      let metadata = try? NSPersistentStoreCoordinator.metadataForPersistentStore(
        ofType: NSSQLiteStoreType, at: url)
    else { return }
    guard !model.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata),
      let source = model.versions.lazy.map({ NSManagedObjectModel($0) }).first(where: {
        $0.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata)
      }),
      let mapping = NSMappingModel(from: bundles, forSourceModel: source, destinationModel: model),
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

  /// Whether there is a file to migrate. A new store is an empty file or none, and one at `/dev/null` is in
  /// memory: neither has metadata.
  private var hasContent: Bool {
    let attributes = try? FileManager.default.attributesOfItem(
      atPath: url.resolvingSymlinksInPath().path)
    return attributes?[.type] as? FileAttributeType == .typeRegular
      && (attributes?[.size] as? Int ?? 0) > 0
  }
}
