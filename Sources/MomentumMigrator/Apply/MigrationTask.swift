import Foundation
import MomentumCompiler
import MomentumMigration
import MomentumRuntime
import MomentumSQL
import MomentumSQLite
import MomentumStore

/// One preview, migration or rehearsal of a store, with the values that its parts share.
struct MigrationTask {
  let request: MigrationRequest
  let method: MigrationMethod
  let options: MigrationOptions
  let faults: FaultPoint
  let meter: ProgressMeter
  private let started = ContinuousClock.now

  init(
    _ request: MigrationRequest, method: MigrationMethod, options: MigrationOptions,
    meter: ProgressMeter
  ) {
    self.request = request
    self.method = method
    self.options = options
    faults = FaultPoint(options)
    self.meter = meter
  }

  // MARK: - Preview

  func preview(runsChecks: Bool) throws -> MigrationPreview {
    try faults.willCall(.open, request.store)
    let connection = try ReadOnlyStore.open(request.store)
    return try meter.watching(connection) {
      let prepared = try prepare(connection, predicts: true)
      var preview = MigrationPreview(prepared: prepared)
      guard runsChecks, let work = prepared.work else { return preview }
      let checks = RowChecks(source: SourceReader(connection, faults), input: prepared.input)
      preview.failures = try checks.failures(of: work.plan, meter)
      return preview
    }
  }

  private func prepare(
    _ connection: Connection, predicts: Bool = false
  ) throws -> PreparedMigration {
    try meter.begin(.checking, "read the store", weight: 0)
    try faults.willCall(.read, request.store)
    return try PreparedMigration.make(
      connection, request, method, style: options.style, predicts: predicts)
  }

  private func makeRun(_ prepared: PreparedMigration, _ work: PlannedWork) -> MigrationRun {
    MigrationRun(
      prepared: prepared, work: work, verification: options.verification, faults: faults,
      meter: meter)
  }

  // MARK: - Migrating

  func migrate() throws -> MigrationOutcome {
    let files = try StoreFiles(request.store)
    let locked: LockedStore
    do throws(MigrationError) {
      locked = try LockedStore(files, options: options, faults: faults)
    } catch {
      // A store that is already current needs no lock, and may be in use or read-only.
      if isCurrent() { return outcome(.alreadyCurrent) }
      throw error
    }
    return try withExtendedLifetime(locked) {
      try locked.removeLeftovers()
      let prepared = try meter.watching(locked.connection) {
        try prepare(locked.connection)
      }
      guard let work = prepared.work else { return outcome(.alreadyCurrent) }
      let (warnings, counts) = try examine(locked.connection, work.plan, prepared)
      let run = makeRun(prepared, work)
      var result = outcome(.migrated, plan: work.plan)
      result.warnings = warnings
      result.bytesBefore = locked.status.size
      let found: MigrationRun.Result
      if options.isInPlace {
        found = try migrateInPlace(locked, run, counts)
      } else {
        (found, result.backup) = try migrateCopy(locked, run, counts)
      }
      (result.verified, result.bytesFree) = (found.verified, found.bytesFree)
      result.bytesAfter = FileStatus(files.real)?.size ?? 0
      return timed(result)
    }
  }

  private func isCurrent() -> Bool {
    do {
      let reader = try StoreReader(path: request.store)
      let metadata = try reader.metadata()
      guard !metadata.entityHashes.isEmpty, request.target.mismatches(metadata).isEmpty else {
        return false
      }
      try StoreChecks(connection: reader.connection, path: request.store)
        .checkTables(of: request.target.laidOut(asIn: reader.connection, metadata))
      return true
    } catch {
      // Ignore this error and return `false`: the caller then throws the error that kept the store
      // from being locked, which says more.
      return false
    }
  }

  /// Runs the plan's checks, and computes the invariants of the source for the later comparison.
  private func examine(
    _ connection: Connection, _ plan: MigrationPlan, _ prepared: PreparedMigration
  ) throws -> (warnings: [FailedCheck], counts: SourceCounts) {
    try meter.watching(connection) {
      let source = SourceReader(connection, faults)
      return (try check(plan, prepared, source), try SourceCounts(of: plan, source))
    }
  }

  /// Throws if rows fail a check that stops the migration.
  ///
  /// - Returns: The failed checks that only warn.
  private func check(
    _ plan: MigrationPlan, _ prepared: PreparedMigration, _ source: SourceReader
  ) throws -> [FailedCheck] {
    let checks = RowChecks(source: source, input: prepared.input)
    let failures = try checks.failures(of: plan, meter)
    let fatal = failures.filter { $0.check.consequence == .fails }
    guard fatal.isEmpty else { throw MigrationError.rowsFail(fatal) }
    return failures
  }

  private func migrateCopy(
    _ locked: LockedStore, _ run: MigrationRun, _ counts: SourceCounts
  ) throws -> (found: MigrationRun.Result, backup: String?) {
    do {
      let bytes = run.prepared.fileBytes
      meter.expect(run.expectedBytes(fileBytes: bytes, isCopied: true))
      let copy = CopiedStore(path: locked.files.temporary, run: run)
      let found = try copy.make(
        from: locked.connection, counts: counts, keepsLog: locked.usesLog, fileBytes: bytes)
      let backup = try StoreSwap(locked: locked, faults: faults, meter: meter).run(
        keepsBackup: options.keepsBackup)
      return (found, backup)
    } catch {
      // The next run removes the files that cannot be removed now.
      for path in locked.files.leftovers { unlink(path) }
      throw error
    }
  }

  private func migrateInPlace(
    _ locked: LockedStore, _ run: MigrationRun, _ counts: SourceCounts
  ) throws -> MigrationRun.Result {
    let connection = locked.connection
    do {
      let bytes = run.prepared.fileBytes
      meter.expect(run.expectedBytes(fileBytes: bytes, isCopied: false))
      let found = try run.meter.watching(connection) {
        try run.change(connection)
        return try run.verify(connection, counts, fileBytes: bytes)
      }
      try meter.begin(.finishing, "COMMIT", weight: 0)
      try faults.willCall(.statement, "COMMIT")
      try commit(locked)
      locked.finishInPlace()
      return found
    } catch {
      // After some errors SQLite has already rolled back. If it cannot roll back now, the next
      // opening does.
      if connection.isInTransaction { do { try connection.execute("ROLLBACK") } catch {} }
      throw error
    }
  }

  /// Commits. If SQLite reports that syncing failed, the transaction may be valid all the same:
  /// with a log as soon as its last page is written, with a journal as soon as the journal is
  /// removed. This is thrown as `unsettled`.
  private func commit(_ locked: LockedStore) throws {
    do throws(SQLiteError) {
      try locked.connection.execute("COMMIT")
    } catch {
      guard error.code == (locked.usesLog ? .notSynchronized : .folderNotSynchronized) else {
        throw error
      }
      throw MigrationError.unsettled(path: locked.files.shown, message: "\(error)")
    }
  }

  // MARK: - Rehearsing

  func rehearse() throws -> MigrationOutcome {
    try faults.willCall(.open, request.store)
    let source = try ReadOnlyStore.open(request.store)
    let prepared = try meter.watching(source) { try prepare(source) }
    guard let work = prepared.work else { return outcome(.alreadyCurrent) }
    let run = makeRun(prepared, work)
    var result = outcome(.rehearsed, plan: work.plan)
    let (warnings, counts) = try examine(source, work.plan, prepared)
    result.warnings = warnings
    let bytes = prepared.fileBytes
    meter.expect(run.expectedBytes(fileBytes: bytes, isCopied: true))
    let folder = try TemporaryFolder()
    try withExtendedLifetime(folder) {
      let copy = CopiedStore(path: folder.path + "/rehearsal.sqlite", run: run)
      let found = try copy.make(
        from: source, counts: counts, keepsLog: false, fileBytes: bytes)
      (result.verified, result.bytesFree) = (found.verified, found.bytesFree)
      result.bytesBefore = bytes
      result.bytesAfter = FileStatus(copy.path)?.size ?? 0
    }
    return timed(result)
  }

  // MARK: - Outcomes

  private func outcome(
    _ result: MigrationOutcome.Result, plan: MigrationPlan? = nil
  ) -> MigrationOutcome {
    timed(MigrationOutcome(result: result, plan: plan))
  }

  private func timed(_ outcome: MigrationOutcome) -> MigrationOutcome {
    var outcome = outcome
    let parts = (ContinuousClock.now - started).components
    outcome.seconds = Double(parts.seconds) + Double(parts.attoseconds) * 1e-18
    return outcome
  }
}
