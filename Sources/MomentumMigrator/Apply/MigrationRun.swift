import MomentumMigration
import MomentumPropertyList
import MomentumRuntime
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
    // Replace the copy of the model: Core Data would take the old model for the store's (observed:
    // the copy follows the model in every store of the corpus). If there is no copy of the new
    // model, Core Data writes one when it opens the store.
    guard try connection.hasTable("Z_MODELCACHE") else { return }
    try runner.execute("DELETE FROM Z_MODELCACHE")
    if let packed = prepared.input.target.modelCopy.packed {
      try runner.execute("INSERT INTO Z_MODELCACHE(Z_CONTENT) VALUES(\(bind: .blob(packed)))")
    }
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
