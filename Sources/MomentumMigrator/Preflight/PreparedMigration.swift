import MomentumCompiler
import MomentumMigration
import MomentumRuntime
import MomentumSQL
import MomentumSQLite
import MomentumStore

/// What a migration is known to do before anything is done.
struct PreparedMigration {
  var source: MigrationSource
  var input: StoreMigrator.PlanningInput
  var metadata: StoreMetadata
  var metadataBytes: [UInt8]
  /// `nil` for a store that has the target's hashes.
  var plan: MigrationPlan?

  /// Reads the store and makes the plan.
  static func make(
    _ connection: Connection, store: String, from given: CompiledModel?,
    among versions: [CompiledModel], to target: CompiledModel, _ migrator: StoreMigrator
  ) throws -> PreparedMigration {
    let metadata = try StoreMetadata.read(from: connection)
    let checks = StoreChecks(connection: connection, path: store)
    try checks.checkEntityNumbers()
    var bytes: [UInt8] = []
    if case .blob(let found)? = try connection.firstValue(
      "SELECT CAST(Z_PLIST AS BLOB) FROM Z_METADATA ORDER BY Z_VERSION LIMIT 1")
    {
      bytes = found
    }
    let target = try target.laidOut(asIn: connection, metadata)
    if !metadata.entityHashes.isEmpty, target.mismatches(metadata).isEmpty {
      try checks.checkTables(of: target)
      let source = MigrationSource(match: .unknown, model: target, nearest: nil, mismatches: [])
      let input = StoreMigrator.PlanningInput(
        source: target, target: target,
        catalog: try StoreCatalog.read(from: connection, counting: false),
        style: migrator.options.style)
      return PreparedMigration(
        source: source, input: input, metadata: metadata, metadataBytes: bytes, plan: nil)
    }
    let source = try MigrationSource.find(
      in: connection, metadata: metadata, among: given.map { [$0] } ?? versions,
      keepsModel: given == nil)
    guard let model = source.model else {
      throw MigrationError.unknownSource(
        path: store, entities: source.mismatches.map(\.entity), ownModel: source.ownModel)
    }
    try checks.checkMetadata(bytes, new: metadata.migrated(to: target))
    let input = StoreMigrator.PlanningInput(
      source: model, target: target,
      catalog: try StoreCatalog.read(from: connection, counting: true),
      style: migrator.options.style)
    return PreparedMigration(
      source: source, input: input, metadata: metadata, metadataBytes: bytes,
      plan: try migrator.plan(input))
  }

  func preview() -> StoreMigrator.Preview {
    StoreMigrator.Preview(
      source: source, target: input.target, catalog: input.catalog, metadata: metadata,
      metadataBytes: metadataBytes, plan: plan)
  }
}
