internal import MomentumQuery
internal import MomentumSQL
internal import MomentumSQLite
internal import MomentumStore

extension GraphWriter {
  /// Runs changes in a transaction, or in a savepoint of the open one. Whatever is thrown takes them back.
  func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try checkIsUsable()
    return try log == nil ? outermost(body) : savepoint(body)
  }

  /// Before each change: a store that refuses it, or a transaction that SQLite has ended by itself.
  func checkIsUsable() throws {
    guard !connection.isReadOnly else {
      throw StoreFailure(.store, "'\(connection.path)' was opened read-only and cannot be changed")
    }
    // After some errors, such as a full disk, SQLite has rolled back already. What comes after must not
    // commit statement by statement.
    guard (log != nil) == connection.isInTransaction else {
      throw StoreFailure(
        .store,
        log == nil
          ? "another transaction is open on the connection of '\(connection.path)'"
          : "the transaction on '\(connection.path)' was rolled back by an earlier error")
    }
  }

  private func outermost<Result>(_ body: () throws -> Result) throws -> Result {
    try run("BEGIN IMMEDIATE")
    log = ChangeLog()
    defer { log = nil }
    do {
      let result = try body()
      try checkIsUsable()
      try checkRelationships()
      try writeHighestKeys()
      try run("COMMIT")
      return result
    } catch {
      rollBack()
      throw error
    }
  }

  /// A transaction for a change that is whole by itself where one is open already.
  func transactionForOne<Result>(_ body: () throws -> Result) throws -> Result {
    try checkIsUsable()
    return try log == nil ? outermost(body) : body()
  }

  private func savepoint<Result>(_ body: () throws -> Result) throws -> Result {
    let mark = log?.mark
    try run("SAVEPOINT change")
    do {
      let result = try body()
      try checkIsUsable()
      try run("RELEASE change")
      return result
    } catch {
      if connection.isInTransaction {
        // Where this fails the whole transaction has to go: half a change may not be committed.
        do {
          try connection.execute("ROLLBACK TO change")
          try connection.execute("RELEASE change")
        } catch { rollBack() }
      }
      if let mark { log?.goBack(to: mark) }
      throw error
    }
  }

  /// Where the statement fails as well, the journal stands and the next opening rolls back: nothing is
  /// left to report beyond the error that led here.
  private func rollBack() {
    guard connection.isInTransaction else { return }
    do { try connection.execute("ROLLBACK") } catch {}
  }

  // MARK: - Keys

  /// The next `Z_PK` of a table. `Z_MAX` is read once in a transaction, which nobody else can write to.
  func nextKey(_ plan: RowPlan) throws -> Int64 {
    let known: ChangeLog.Keys
    if let keys = log?.keys[plan.root] {
      known = keys
    } else {
      let row = try firstRow(
        SQLFragment(printed: StoreStatements.highestKey.sql.text),
        [.integer(Int64(schema[plan.root].number))])
      guard case .integer(let highest)? = row?.first, highest >= 0 else {
        throw StoreError.notAStore(path: connection.path, missing: "Z_PRIMARYKEY.Z_MAX")
      }
      known = ChangeLog.Keys(highestBefore: highest, highest: highest)
    }
    guard known.highest < Int64.max else {
      throw StoreFailure(.store, "entity '\(plan.name)' has no more keys to give")
    }
    log?.keys[plan.root] = ChangeLog.Keys(
      highestBefore: known.highestBefore, highest: known.highest + 1)
    return known.highest + 1
  }

  /// `UPDATE OR FAIL Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ? AND Z_MAX = ?`
  private func writeHighestKeys() throws {
    guard let log else { return }
    for (root, keys) in log.keys.sorted(by: { $0.key < $1.key })
    where keys.highest > keys.highestBefore {
      try run(
        SQLFragment(printed: StoreStatements.allocateKeys.sql.text),
        [
          .integer(keys.highest), .integer(Int64(schema[root].number)),
          .integer(keys.highestBefore),
        ])
    }
  }
}
