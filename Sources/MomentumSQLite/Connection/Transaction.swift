internal import CSQLite

/// When a transaction takes its locks.
public enum TransactionKind: String, Sendable, Hashable {
  case deferred = "DEFERRED"
  /// Takes the write lock at once.
  case immediate = "IMMEDIATE"
  /// As Core Data saves (observed in its SQL logs).
  case exclusive = "EXCLUSIVE"
}

extension Connection {
  /// Whether a transaction is open.
  public var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Runs `body` in a transaction that is rolled back where `body` or the commit throws.
  ///
  /// Does not nest: SQLite's error is thrown and the outer transaction stays open.
  @discardableResult
  public func transaction<Result>(
    _ kind: TransactionKind = .immediate, _ body: () throws -> Result
  ) throws -> Result {
    do { try execute("BEGIN \(kind.rawValue)") } catch {
      throw SQLiteError(
        .begin, code: error.code, reason: error.reason, message: error.message, path: path)
    }
    do {
      let result = try body()
      do { try execute("COMMIT") } catch {
        throw SQLiteError(
          .commit, code: error.code, reason: error.reason, message: error.message, path: path)
      }
      return result
    } catch {
      rollBack()
      throw error
    }
  }

  private func rollBack() {
    // After some errors (a full disk, an interrupted COMMIT) SQLite has rolled back already. Where the
    // statement fails the journal stands, and the next opening rolls back: nothing is left to report
    // beyond the error that led here.
    guard isInTransaction else { return }
    do { try execute("ROLLBACK") } catch {}
  }
}
