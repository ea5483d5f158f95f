import MomentumSQL
import MomentumSQLite

/// A store that nobody else can read or write while this lives.
///
/// - To be copied: the connection has the file for itself without a transaction, since pages are copied
///   outside of one. In a store with a log any other open connection is noticed; with a rollback journal
///   only one that is at work, and SQLite keeps an idle one from writing to the file that was replaced.
/// - In place: a write transaction is open from the beginning to its end.
///
/// After a failure the file and its log are byte by byte as they were.
final class LockedStore {
  let files: StoreFiles
  let connection: Connection
  /// Whether the header asks for a write-ahead log.
  let usesLog: Bool
  /// The file as it was when the lock was taken.
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
      // Closing must not move the log into the file before the migration has succeeded: after a failure
      // the log has to be as its writer left it.
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

  /// The cache of a connection that writes: what keeps memory flat at any size of store.
  static let cacheKilobytes = 32_000
  /// The cache of a connection that reads each page once.
  static let readingCacheKilobytes = 4_000

  /// Overwrites freed pages only where that costs no writing of its own: Debian's SQLite overwrites all of
  /// them, which doubles the log of a rebuild.
  static let leavesFreedPages: SQLFragment = "PRAGMA secure_delete = FAST"

  private static func lock(
    _ connection: Connection, usesLog: Bool, isInPlace: Bool, _ faults: FaultPoint
  ) throws {
    if isInPlace {
      // With the file to itself, SQLite would leave its emptied journal behind.
      if !usesLog {
        try connection.execute("PRAGMA locking_mode = NORMAL")
        // Otherwise the folder is not synced after the journal is removed, and a journal that comes back after the
        // power failed undoes a COMMIT that was reported (documented: https://sqlite.org/pragma.html#pragma_synchronous).
        try connection.execute("PRAGMA synchronous = EXTRA")
      }
      try faults.willCall(.open, "BEGIN EXCLUSIVE")
      try connection.execute("BEGIN EXCLUSIVE")
    } else {
      try faults.willCall(.open, "BEGIN EXCLUSIVE; COMMIT")
      try connection.execute("BEGIN EXCLUSIVE")
      // The lock stays with the connection.
      try connection.execute("COMMIT")
      try connection.execute("PRAGMA query_only = ON")
    }
  }

  private var calls: FileCalls { FileCalls(faults: faults) }

  /// Removes the files that a killed run has left. They cannot be those of a running one: it would have the
  /// lock.
  func removeLeftovers() throws(MigrationError) {
    for path in files.leftovers { try calls.remove(path) }
  }

  /// Throws where somebody has written to the file without SQLite's locks, or has put another file in its place.
  func checkUnchanged() throws(MigrationError) {
    guard !connection.hasMoved, FileStatus(files.real) == status,
      FileStatus(files.real + "-wal") == logStatus
    else { throw .busy(path: files.shown) }
  }

  /// After a COMMIT in place: closing the connection moves the log into the file.
  func finishInPlace() {
    connection.keepsLogOnClose(false)
    // A process that died may have left this file. SQLite neither uses nor removes it while it has the
    // store to itself.
    guard usesLog else { return }
    do { try calls.remove(files.real + "-shm") } catch {}
  }

  /// Leaves all of the store in its one file, with nothing beside it that another file of the name could
  /// be taken to belong to.
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
    // The connection must not remove the log when it closes: by then another may have the name.
    connection.keepsLogOnClose(true)
    let sideFiles = StoreFiles.sideSuffixes.map { files.real + $0 }.filter(FileStatus.exists)
    for path in sideFiles { try calls.remove(path) }
    if !sideFiles.isEmpty { try calls.synchronize(files.folder) }
  }
}

extension MigrationError {
  /// The path as the caller gave it, where SQLite was given the real one.
  func naming(_ files: StoreFiles) -> MigrationError {
    guard case .store(.sqlite(var error)) = self, error.path == files.real else { return self }
    error.path = files.shown
    return .store(.sqlite(error))
  }
}
