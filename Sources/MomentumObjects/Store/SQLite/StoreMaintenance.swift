internal import Foundation
internal import MomentumQuery
internal import MomentumSQL
internal import MomentumSQLite

// What Core Data calls PostSaveMaintenance: after a save, a file with many free pages is made
// shorter, and a long write-ahead log is cut (SR-109).

/// Decides whether maintenance is due, and how much of it.
///
/// The two lines of the log are observed (36 free pages, of which 7 are given back). The thresholds
/// are assumed: a tenth of all pages and at least 32 are free, or the log has 1 MB. A fifth of the
/// free pages goes: the next saves need some again.
struct StoreMaintenance: Equatable {
  static let freePagesMin: Int64 = 32
  static let logBytesMin: Int64 = 1 << 20

  /// The number of free pages; `pagesToFree` is the number of them to give back to the file system.
  var freePages: Int64 = 0
  var pagesToFree: Int64 = 0
  var truncatesLog = false

  init(pages: Int64, freePages: Int64, logBytes: Int64) {
    self.freePages = freePages
    if freePages >= Self.freePagesMin, freePages >= pages / 10 { pagesToFree = freePages / 5 }
    truncatesLog = logBytes >= Self.logBytesMin
  }

  var isDue: Bool { pagesToFree > 0 || truncatesLog }
}

extension SQLiteObjectStore {
  /// Looks whether maintenance is due after a save, and lets it run later.
  ///
  /// The save is committed: if these statements fail, it is no less complete, so their errors are
  /// ignored.
  func maintenance(after connection: StoreConnection) {
    do {
      let counts = try StoreStatements.afterSave.map { statement -> Int64 in
        guard case .integer(let count)? = try connection.pragma(statement.sql.text).first?.first
        else { return 0 }
        return count
      }
      guard counts.count == 2, let path else { return }
      let due = StoreMaintenance(
        pages: counts[0], freePages: counts[1], logBytes: fileSize(path + "-wal"))
      guard due.isDue, state.beginMaintenance() else { return }
    } catch { return }
    schedule { [weak self] in self?.maintain() }
  }

  private func schedule(_ work: @escaping @Sendable () -> Void) {
    if let schedule = hooks.schedule { return schedule(work) }
    DispatchQueue.global(qos: .utility).async(execute: work)
  }

  /// Does what is due now, which may be less than at the save. An error, or another process that
  /// uses the file, leaves it to the next save.
  private func maintain() {
    defer { state.endMaintenance() }
    do {
      try pool.write { connection in
        guard let path else { return }
        func value(_ sql: SQLFragment) throws -> Int64 {
          let value = try connection.connection.firstValue(sql)
          if case .integer(let number)? = value { return number }
          return 0
        }
        let timeout = Int(max(0, min(self.timeout * 1000, Double(Int32.max))))
        try connection.connection.execute("PRAGMA busy_timeout = 0")
        defer { restore(timeout, connection) }
        let due = StoreMaintenance(
          pages: try value("PRAGMA page_count"), freePages: try value("PRAGMA freelist_count"),
          logBytes: fileSize(path + "-wal"))
        if due.pagesToFree > 0 {
          hooks.observe?(.vacuuming(freePages: due.freePages, freed: due.pagesToFree))
          let sql = "pragma incremental_vacuum(\(due.pagesToFree))"
          try connection.run(sql)
        }
        if due.truncatesLog {
          hooks.observe?(.truncatingLog)
          try connection.run("pragma wal_checkpoint(TRUNCATE)")
        }
      }
    } catch {}
  }

  /// If this fails, the connection waits for no lock: a save then reports that the store is locked.
  private func restore(_ milliseconds: Int, _ connection: StoreConnection) {
    do {
      try connection.connection.execute("PRAGMA busy_timeout = \(number: milliseconds)")
    } catch {}
  }
}

/// The size of a file; 0 if there is none.
private func fileSize(_ path: String) -> Int64 {
  var status = stat()
  return stat(path, &status) == 0 ? Int64(status.st_size) : 0
}
