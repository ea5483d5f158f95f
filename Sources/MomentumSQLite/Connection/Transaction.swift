internal import CSQLite
internal import MomentumSQL

/// When a transaction takes its locks.
package enum TransactionKind: String, Sendable, Hashable {
  case deferred = "DEFERRED"
  /// Takes the write lock at once.
  case immediate = "IMMEDIATE"
  /// The kind that Core Data uses to save (observed in its SQL logs).
  case exclusive = "EXCLUSIVE"
}

extension Connection {
  /// Whether a transaction is open.
  package var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Runs `body` in a transaction, which is rolled back if `body` or the commit throws.
  ///
  /// Does not nest: SQLite's error is thrown and the outer transaction stays open.
  @discardableResult
  package func transaction<Result>(
    _ kind: TransactionKind = .immediate, _ body: () throws -> Result
  ) throws -> Result {
    do { try execute("BEGIN \(sql: SQLFragment(printed: kind.rawValue))") } catch {
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
    // After some errors (a full disk, an interrupted COMMIT) SQLite has rolled back already. If
    // ROLLBACK fails, the journal stays and the next opening rolls back, so only the error that led
    // here is reported.
    guard isInTransaction else { return }
    do { try execute("ROLLBACK") } catch {}
  }
}
