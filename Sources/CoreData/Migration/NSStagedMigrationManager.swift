// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

import MomentumCompiler
import MomentumMigrator
import MomentumObjects

public let NSPersistentStoreStagedMigrationManagerOptionKey =
  "NSPersistentStoreStagedMigrationManagerOptionKey"

/// A version of a model, by its checksum.
///
/// `@unchecked`: the parts are fixed when the reference is made, and the model is only read.
/// `NSObject` is not marked `Sendable`.
open class NSManagedObjectModelReference: NSObject, @unchecked Sendable {
  open var resolvedModel: NSManagedObjectModel { model }
  public let versionChecksum: String
  private let model: NSManagedObjectModel

  public init(model: NSManagedObjectModel, versionChecksum: String) {
    self.model = model
    self.versionChecksum = versionChecksum
  }

  /// Stops the program if the file is no model.
  public convenience init(fileURL: URL, versionChecksum: String) {
    guard let model = NSManagedObjectModel(contentsOf: fileURL) else {
      CoreDataException.raise(
        "NSInvalidArgumentException", "there is no model at '\(fileURL.path)'.")
    }
    self.init(model: model, versionChecksum: versionChecksum)
  }

  /// The model with a name in a bundle, or the version with this name of such a model. Stops the program
  /// if there is none.
  public convenience init(name modelName: String, in bundle: Bundle?, versionChecksum: String) {
    let found = ModelFiles.urls(in: bundle.map { [$0] }).first { url in
      url.deletingPathExtension().lastPathComponent == modelName
    }
    guard let found else {
      CoreDataException.raise(
        "NSInvalidArgumentException", "there is no model named '\(modelName)'.")
    }
    self.init(fileURL: found, versionChecksum: versionChecksum)
  }

  /// The version with these hashes among the models of a bundle. Stops the program if there is none.
  public convenience init(
    entityVersionHashes versionHash: [AnyHashable: Any], in bundle: Bundle?, versionChecksum: String
  ) {
    let wanted = versionHash as? [String: Data]
    let versions = ModelFiles.urls(in: bundle.map { [$0] }).lazy
      .flatMap { ModelFiles.versions(at: $0) }
      .map { NSManagedObjectModel($0) }
    guard let found = versions.first(where: { $0.entityVersionHashesByName == wanted }) else {
      CoreDataException.raise(
        "NSInvalidArgumentException", "no model has the hashes \(versionHash).")
    }
    self.init(model: found, versionChecksum: versionChecksum)
  }
}

/// A part of a staged migration.
open class NSMigrationStage: NSObject {
  /// A name for logs.
  open var label: String?

  public override init() { super.init() }
}

/// A stage over versions that Core Data's inferred migrations lead through.
open class NSLightweightMigrationStage: NSMigrationStage {
  public let versionChecksums: [String]

  public init(_ versionChecksums: [String]) {
    self.versionChecksums = versionChecksums
    super.init()
  }
}

/// A stage from one version to another, with work of the program before and after.
open class NSCustomMigrationStage: NSMigrationStage {
  public typealias Handler = (NSStagedMigrationManager, NSCustomMigrationStage) throws -> Void

  public let currentModel: NSManagedObjectModelReference
  public let nextModel: NSManagedObjectModelReference
  /// Work with the container of the manager, whose store has the current version.
  open var willMigrateHandler: Handler?
  /// Work with the container of the manager, whose store has the next version.
  open var didMigrateHandler: Handler?

  public init(
    migratingFrom currentModel: NSManagedObjectModelReference,
    to nextModel: NSManagedObjectModelReference
  ) {
    self.currentModel = currentModel
    self.nextModel = nextModel
    super.init()
  }
}

/// Migrates a store in stages while it is opened. Pass it as an option of the store's description.
open class NSStagedMigrationManager: NSObject {
  public let stages: [NSMigrationStage]
  /// The container with the store, while a handler runs.
  open private(set) var container: NSPersistentContainer?

  public init(_ stages: [NSMigrationStage]) { self.stages = stages }

  /// Runs the stages that a store has not passed yet. The last step, from the last stage's version to
  /// the model of the coordinator, is left to the opening of the store.
  ///
  /// Each stage ends with a store of its version, so a stage that fails can be tried again.
  func migrate(_ url: URL) throws {
    guard FileManager.default.fileExists(atPath: url.path) else { return }
    var version = try Self.version(of: url)
    for stage in stages {
      guard let stage = stage as? NSCustomMigrationStage,
        let next = try move(url, version, through: stage)
      else { continue }
      version = next
    }
  }

  /// The hashes of the store's version.
  private static func version(of url: URL) throws -> [String: Data] {
    let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
      ofType: NSSQLiteStoreType, at: url)
    return metadata[NSStoreModelVersionHashesKey] as? [String: Data] ?? [:]
  }

  /// Runs a stage if the store can begin it; `nil` if the store has passed it.
  private func move(
    _ url: URL, _ version: [String: Data], through stage: NSCustomMigrationStage
  ) throws -> [String: Data]? {
    let (current, next) = (stage.currentModel.resolvedModel, stage.nextModel.resolvedModel)
    guard version != next.entityVersionHashesByName else { return nil }
    if version != current.entityVersionHashesByName {
      guard isBefore(version, stage) else { return nil }
      try Self.infer(url, to: current)
    }
    if let handler = stage.willMigrateHandler {
      try run(url, current) { try handler(self, stage) }
    }
    try Self.infer(url, to: next)
    if let handler = stage.didMigrateHandler {
      try run(url, next) { try handler(self, stage) }
    }
    return next.entityVersionHashesByName
  }

  /// Whether a lightweight stage before this one, with the checksum of the store, leads to it.
  private func isBefore(_ version: [String: Data], _ stage: NSCustomMigrationStage) -> Bool {
    let model = ModelRegistry.shared.models.first { $0.entityVersionHashesByName == version }
    guard let checksum = model?.versionChecksum,
      let place = stages.firstIndex(where: { $0 === stage })
    else { return false }
    return stages[..<place].contains { earlier in
      (earlier as? NSLightweightMigrationStage)?.versionChecksums.contains(checksum) ?? false
    }
  }

  private static func infer(_ url: URL, to model: NSManagedObjectModel) throws {
    try CoreDataException.reporting {
      do throws(MigrationError) {
        _ = try StoreMigrator(options: MigrationOptions(keepsBackup: false)).migrate(
          store: url.path, among: model.versions, to: model.compiled)
      } catch {
        throw ObjectError.ofMigration(error, path: url.path)
      }
    }
  }

  /// Opens the store for a handler, and closes it afterwards.
  private func run(_ url: URL, _ model: NSManagedObjectModel, _ body: () throws -> Void) throws {
    let made = NSPersistentContainer(name: "Stage", managedObjectModel: model)
    let coordinator = made.persistentStoreCoordinator
    let store = try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: url)
    container = made
    defer { container = nil }
    do { try body() } catch {
      try coordinator.remove(store)
      throw error
    }
    try coordinator.remove(store)
  }
}
