import MomentumSQL
import MomentumSQLite

/// A store that nobody else can read or write while this object exists.
///
/// - If a copy is migrated, the connection locks the file without a transaction, because pages are
///   copied outside of one. With a write-ahead log, any other open connection makes locking fail.
///   With a rollback journal only one that reads or writes does; an idle one cannot write to the
///   replaced file later, since SQLite checks the file.
/// - In place: a write transaction is open from beginning to end.
///
/// After a failure, the file and its log have the same bytes as before.
final class LockedStore {
  let files: StoreFiles
  let connection: Connection
  /// Whether the header asks for a write-ahead log.
  let usesLog: Bool
  /// The status of the file when the lock was taken.
  let status: FileStatus
  private let logStatus: FileStatus?
  private let faults: FaultPoint

  init(
    _ files: StoreFiles, options: MigrationOptions, faults: FaultPoint
  ) throws(MigrationError) {
    self.files = files
    self.faults = faults
    let hadLog = FileStatus.exists(files.real + "-wal")
    do {
      var connectionOptions = ConnectionOptions(
        busyTimeoutMilliseconds: options.busyTimeoutMilliseconds)
      connectionOptions.locksExclusively = true
      try faults.willCall(.open, files.real)
      connection = try Connection(
        path: files.real, access: .readWrite, options: connectionOptions)
      // Closing must not move the log into the file before the migration has succeeded: after a
      // failure the log must be as its writer left it.
      connection.keepsLogOnClose(hadLog)
      usesLog = try connection.firstValue("PRAGMA journal_mode") == .text("wal")
      let cache =
        options.isInPlace ? LockedStore.cacheKilobytes : LockedStore.readingCacheKilobytes
      try connection.execute("PRAGMA cache_size = -\(number: cache)")
      try connection.execute(LockedStore.leavesFreedPages)
      try LockedStore.lock(connection, usesLog: usesLog, isInPlace: options.isInPlace, faults)
    } catch {
      throw MigrationError(error, path: files.shown).naming(files)
    }
    guard !connection.hasMoved, let status = FileStatus(files.real) else {
      throw .busy(path: files.shown)
    }
    self.status = status
    logStatus = FileStatus(files.real + "-wal")
  }

  /// The cache of a connection that writes. A fixed size keeps memory the same for stores of any
  /// size.
  static let cacheKilobytes = 32_000
  /// The cache of a connection that reads each page once.
  static let readingCacheKilobytes = 4_000

  /// Overwrites freed pages only if this needs no extra writing. Debian's SQLite overwrites all
  /// freed pages by default, which doubles the log of a rebuild.
  static let leavesFreedPages: SQLFragment = "PRAGMA secure_delete = FAST"

  private static func lock(
    _ connection: Connection, usesLog: Bool, isInPlace: Bool, _ faults: FaultPoint
  ) throws {
    if isInPlace {
      // In exclusive locking mode, SQLite would leave its emptied journal beside the store.
      if !usesLog {
        try connection.execute("PRAGMA locking_mode = NORMAL")
        // With a weaker setting, the folder is not synced after the journal is removed. If the
        // journal came back after a power failure, it would undo a COMMIT that was reported
        // (documented: https://sqlite.org/pragma.html#pragma_synchronous).
        try connection.execute("PRAGMA synchronous = EXTRA")
      }
      try faults.willCall(.open, "BEGIN EXCLUSIVE")
      try connection.execute("BEGIN EXCLUSIVE")
    } else {
      try faults.willCall(.open, "BEGIN EXCLUSIVE; COMMIT")
      try connection.execute("BEGIN EXCLUSIVE")
      // In exclusive locking mode, the connection keeps the lock after COMMIT.
      try connection.execute("COMMIT")
      try connection.execute("PRAGMA query_only = ON")
    }
  }

  private var calls: FileCalls { FileCalls(faults: faults) }

  /// Removes the files that a killed run left. They cannot belong to a running migration, because
  /// that would have the lock.
  func removeLeftovers() throws(MigrationError) {
    for path in files.leftovers { try calls.remove(path) }
  }

  /// Throws if somebody wrote to the file without SQLite's locks, or put another file in its place.
  func checkUnchanged() throws(MigrationError) {
    guard !connection.hasMoved, FileStatus(files.real) == status,
      FileStatus(files.real + "-wal") == logStatus
    else { throw .busy(path: files.shown) }
  }

  /// Called after a COMMIT in place: closing the connection then moves the log into the file.
  func finishInPlace() {
    connection.keepsLogOnClose(false)
    // A process that died may have left its shared-memory file (`-shm`). SQLite neither uses nor
    // removes that file while it has the store locked exclusively.
    guard usesLog else { return }
    do { try calls.remove(files.real + "-shm") } catch {}
  }

  /// Moves everything into the store's main file and removes the files beside it. Otherwise SQLite
  /// would take an old log or journal for one of the new store, which gets the same name.
  func prepareForReplacement() throws(MigrationError) {
    if usesLog {
      try faults.willCall(.checkpoint, files.real)
      do {
        let busy = try connection.firstValue("PRAGMA wal_checkpoint(TRUNCATE)")
        guard busy == .integer(0) else { throw MigrationError.busy(path: files.shown) }
      } catch {
        throw MigrationError(error, path: files.shown)
      }
    }
    // The connection must not remove the log when it closes: by then the log of the new store may
    // have that name.
    connection.keepsLogOnClose(true)
    let sideFiles = StoreFiles.sideSuffixes.map { files.real + $0 }.filter(FileStatus.exists)
    for path in sideFiles { try calls.remove(path) }
    if !sideFiles.isEmpty { try calls.synchronize(files.folder) }
  }
}

extension MigrationError {
  /// The error with the path that the caller passed, instead of the path without symbolic links,
  /// which SQLite was given.
  func naming(_ files: StoreFiles) -> MigrationError {
    guard case .store(.sqlite(var error)) = self, error.path == files.real else { return self }
    error.path = files.shown
    return .store(.sqlite(error))
  }
}
