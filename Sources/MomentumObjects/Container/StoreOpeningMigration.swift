import MomentumCompiler
import MomentumMigrator
import MomentumPropertyList
import MomentumRuntime
import MomentumVersionHash

/// The migration of a SQLite store while it is opened: by stages, by a mapping model, or inferred.
struct StoreOpeningMigration {
  let model: ModelPlan
  let versions: [CompiledModel]
  let stages: StagedMigration?
  let mappings: [MappingMigration]
  /// Whether a migration may be inferred if there are no stages and no mapping model fits.
  let infers: Bool
  /// How many seconds to wait for a lock of another process.
  let timeout: Double
  /// Receives the steps in words; it writes them if the switch MigrationDebug is on.
  var log = MigrationLog(level: 0) { _ in }

  /// - Returns: Whether the migration was inferred, as Core Data's lightweight ones are.
  func run(_ path: String, _ metadata: StoreInformation) throws -> Bool {
    log.begin(path, metadata, versions, model.compiled)
    let options = MigrationOptions(
      keepsBackup: false,
      busyTimeoutMilliseconds: Int32(max(0, min(timeout * 1000, 1_000_000_000))))
    let migrator: StoreMigrator
    var isInferred = false
    if let stages {
      try check(stages, path, metadata)
      log.note("uses the stages \(stages.stages.map(\.name).joined(separator: ", "))")
      migrator = stages.migrator(options: options)
    } else if let mapping = mapping(for: path, options) {
      log.note("uses a mapping model, one of \(mappings.count)")
      migrator = mapping
    } else if infers {
      let others = mappings.isEmpty ? "" : "none of \(mappings.count) mapping models fits, so it "
      log.note(others + "infers the mapping")
      migrator = StoreMigrator(options: options)
      isInferred = true
    } else {
      throw ObjectError.noMappingModel(path, metadata)
    }
    do throws(MigrationError) {
      log.end(try migrator.migrate(store: path, among: versions, to: model.compiled))
    } catch {
      log.note("fails: \(error)")
      guard case .unknownSource = error else { throw error }
      throw ObjectError.noSource(path, metadata, "\(error)")
    }
    return isInferred
  }

  /// The first mapping model that leads from the store to the model.
  private func mapping(for path: String, _ options: MigrationOptions) -> StoreMigrator? {
    mappings.lazy.map { $0.migrator(options: options) }.first { migrator in
      do throws(MigrationError) {
        _ = try migrator.plan(store: path, among: versions, to: model.compiled)
        return true
      } catch {
        return false
      }
    }
  }

  /// Throws if the stages do not lead from the store to the model. The code of each of the two
  /// errors is documented. Assumed: a store is newer if its version comes after the model's in the
  /// list of stages.
  private func check(
    _ stages: StagedMigration, _ path: String, _ metadata: StoreInformation
  ) throws {
    let chain = stages.stages.prefix(1).map(\.source) + stages.stages.map(\.target)
    let stored = (metadata["NSStoreModelVersionHashes"]?.dictionary ?? [:])
      .compactMapValues(\.data)
    let source = chain.firstIndex { $0.hashes.byEntity == stored }
    let target = chain.firstIndex { $0.hashes.byEntity == model.compiled.hashes.byEntity }
    guard let source else {
      throw ObjectError.stage(
        134_504, "Cannot use staged migration with an unknown model version.", path)
    }
    guard let target, source <= target else {
      throw ObjectError.stage(
        134_506, "A store file cannot be migrated backwards with staged migration.", path)
    }
  }
}
