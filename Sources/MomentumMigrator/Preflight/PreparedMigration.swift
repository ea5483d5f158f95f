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
  var fileBytes: Int64
  /// `nil` for a store that has the target's hashes.
  var plan: MigrationPlan?

  /// What the store has on the average, indexes included: for progress, where a plan knows no bytes.
  var bytesPerRow: Int64 {
    let rows = input.catalog.tables.reduce(0) { $0 + Double(max(0, $1.rowCount ?? 0)) }
    return Int64(exactly: (Double(fileBytes) / max(1, rows)).rounded()) ?? 0
  }

  /// Reads the store and makes the plan.
  ///
  /// - Parameter predicts: Whether the plan is to know how many bytes its steps write. No statement of a plan
  ///   hangs on them, and to count them is to read the whole file once more (45 ms of 720 for a column that is
  ///   added to 1,000,000 rows).
  static func make(
    _ connection: Connection, store: String, from given: CompiledModel?,
    among versions: [CompiledModel], to target: CompiledModel, _ migrator: StoreMigrator,
    predicts: Bool
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
        source: source, input: input, metadata: metadata, metadataBytes: bytes,
        fileBytes: try fileBytes(connection), plan: nil)
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
      catalog: try StoreCatalog.read(from: connection, counting: true, countingBytes: predicts),
      style: migrator.options.style)
    return PreparedMigration(
      source: source, input: input, metadata: metadata, metadataBytes: bytes,
      fileBytes: try fileBytes(connection), plan: try migrator.plan(input))
  }

  private static func fileBytes(_ connection: Connection) throws -> Int64 {
    let sql = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
    guard case .integer(let bytes)? = try connection.firstValue(sql) else { return 0 }
    return bytes
  }

  func preview() -> StoreMigrator.Preview {
    StoreMigrator.Preview(
      source: source, target: input.target, catalog: input.catalog, metadata: metadata,
      metadataBytes: metadataBytes, plan: plan)
  }
}
