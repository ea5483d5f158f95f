import MomentumMigration
import MomentumPropertyList
import MomentumSQL
import MomentumSQLite

/// Changes and verifies a database: the copy of a store, or the store itself.
struct MigrationRun {
  let prepared: PreparedMigration
  let work: PlannedWork
  let verification: MigrationOptions.Verification
  let faults: FaultPoint
  let meter: ProgressMeter

  /// Runs the work, then writes the metadata of the new version. The caller must have opened the
  /// transaction.
  func change(_ connection: Connection) throws {
    let runner = StepRunner(
      connection, faults: faults, meter: meter, bytesPerRow: prepared.bytesPerRow)
    try work.run(runner, prepared.input)
    try meter.begin(.migrating, "metadata and version hashes", weight: 4096)
    // Change only this column: the row's UUID column may be NULL in a store that another tool made,
    // and must stay as it is.
    let metadata = prepared.metadata.migrated(to: prepared.input.target)
    try runner.execute(
      "UPDATE Z_METADATA SET Z_PLIST = \(bind: .blob(BinaryPropertyListWriter.write(metadata.propertyList)))"
    )
    // Delete the cache: it has the old model, which Core Data would take for the store's model.
    // Core Data writes a new one when it opens the store (observed: the cache follows the model in
    // every store of the corpus).
    let hasCache = try connection.firstValue(
      "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'Z_MODELCACHE'")
    if hasCache != nil { try runner.execute("DELETE FROM Z_MODELCACHE") }
  }

  /// The result of verifying the changed database.
  struct Result {
    /// What was verified, one phrase for each fact.
    var verified: [String]
    var bytesFree: Int64
  }

  /// Verifies the database. Throws one error with all problems.
  func verify(
    _ connection: Connection, _ counts: SourceCounts, fileBytes: Int64
  ) throws -> Result {
    let verified = try verifier(connection, counts).verify(fileBytes: fileBytes)
    let free = try SourceReader.number(
      "SELECT freelist_count * page_size FROM pragma_freelist_count, pragma_page_size",
      connection, faults)
    return Result(verified: verified, bytesFree: free ?? 0)
  }

  private func verifier(_ connection: Connection, _ counts: SourceCounts) -> ResultVerifier {
    ResultVerifier(
      connection: connection, prepared: prepared, plan: work.plan, counts: counts,
      verification: verification, faults: faults, meter: meter)
  }

  /// The bytes that the migration writes, by which progress is measured.
  func expectedBytes(fileBytes: Int64, isCopied: Bool) -> Int64 {
    work.plan.steps.reduce(isCopied ? fileBytes : 0) {
      $0 + StepRunner.weight(of: $1, bytesPerRow: prepared.bytesPerRow)
    } + 4096 + ResultVerifier.weight(fileBytes: fileBytes, verification)
  }
}
