import MomentumSQL
import MomentumSQLite

/// A copy of a store that is migrated and verified under a temporary name.
///
/// After a crash the copy is deleted, so it need not survive one. It is written without a journal,
/// which saves the space and time of the journal.
struct CopiedStore {
  /// The pages that one call copies: 4 MB with the usual page size.
  private static let pagesPerCall: Int32 = 1024

  let path: String
  let run: MigrationRun

  /// - Parameter keepsLog: Whether the copy's header must ask for a write-ahead log, as the
  ///   source's header does.
  func make(
    from source: Connection, counts: SourceCounts, keepsLog: Bool, fileBytes: Int64
  ) throws -> MigrationRun.Result {
    try fill(from: source, fileBytes: fileBytes)
    do {
      return try verify(counts: counts, keepsLog: keepsLog, fileBytes: fileBytes)
    } catch MigrationError.verification(let problems) {
      if let damage = try IntegrityCheck(source, run.verification).problems().first {
        throw MigrationError.damaged(source.path, damage)
      }
      throw MigrationError.verification(problems)
    }
  }

  private func fill(from source: Connection, fileBytes: Int64) throws {
    var options = ConnectionOptions()
    options.locksExclusively = true
    // Until the copy gets the store's permissions, only its owner may read it: the store may be
    // private.
    options.newFileMode = 0o600
    try run.faults.willCall(.create, path)
    let connection = try Connection(path: path, access: .createExclusively, options: options)
    try execute("PRAGMA synchronous = OFF", on: connection)
    try execute("PRAGMA journal_mode = OFF", on: connection)
    try copyPages(from: source, to: connection, fileBytes: fileBytes)
    // The pages include the source's header, which may ask for a write-ahead log again.
    try run.faults.willCall(.statement, "PRAGMA journal_mode = OFF")
    guard try connection.firstValue("PRAGMA journal_mode = OFF") == .text("off") else {
      throw MigrationError.file(path: path, message: "the copy cannot be changed without a journal")
    }
    try execute("PRAGMA cache_size = -\(number: LockedStore.cacheKilobytes)", on: connection)
    try execute(LockedStore.leavesFreedPages, on: connection)
    try run.meter.watching(connection) {
      try execute("BEGIN EXCLUSIVE", on: connection)
      try run.change(connection)
      try execute("COMMIT", on: connection)
    }
  }

  private func execute(_ sql: SQLFragment, on connection: Connection) throws {
    try run.faults.willCall(.statement, sql.text)
    try connection.execute(sql)
  }

  private func copyPages(
    from source: Connection, to target: Connection, fileBytes: Int64
  ) throws {
    try run.meter.begin(.copying, "copy", weight: fileBytes)
    let copy = try PageCopy(from: source, to: target)
    while true {
      try run.faults.willCall(.copyPages, path)
      guard try copy.copy(pages: CopiedStore.pagesPerCall) else { return }
      try run.meter.advance(to: copy.fractionDone)
    }
  }

  /// Verifies the copy through a new connection: the one that wrote it could answer from its cache.
  private func verify(
    counts: SourceCounts, keepsLog: Bool, fileBytes: Int64
  ) throws -> MigrationRun.Result {
    var options = ConnectionOptions()
    options.locksExclusively = true
    try run.faults.willCall(.open, path)
    let connection = try Connection(path: path, access: .readWrite, options: options)
    try execute(
      "PRAGMA cache_size = -\(number: LockedStore.readingCacheKilobytes)", on: connection)
    let result = try run.meter.watching(connection) {
      try run.verify(connection, counts, fileBytes: fileBytes)
    }
    if keepsLog {
      try run.faults.willCall(.statement, "PRAGMA journal_mode = WAL")
      guard try connection.firstValue("PRAGMA journal_mode = WAL") == .text("wal") else {
        throw MigrationError.file(path: path, message: "the copy cannot have a write-ahead log")
      }
    }
    return result
  }
}
