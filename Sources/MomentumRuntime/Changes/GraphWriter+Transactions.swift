internal import MomentumQuery
internal import MomentumSQL
internal import MomentumSQLite
internal import MomentumStore

extension GraphWriter {
  /// Runs changes in a transaction, or in a savepoint if one is open. If anything is thrown, they
  /// are rolled back.
  func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try checkIsUsable()
    return try log == nil ? outermost(body) : savepoint(body)
  }

  /// Throws if the store cannot be changed, or if SQLite has ended the transaction by itself.
  /// Called before each change.
  func checkIsUsable() throws {
    guard !connection.isReadOnly else {
      throw StoreFailure(.store, "'\(connection.path)' was opened read-only and cannot be changed")
    }
    // After some errors, such as a full disk, SQLite has already rolled back. Later statements
    // would then commit one by one.
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
    log?.recordsProperties = writesHistory && schema.history != nil
    defer { log = nil }
    do {
      let result = try body()
      try checkIsUsable()
      try checkRelationships()
      try writeHighestKeys()
      try GraphHistory(graph: self).write()
      try run("COMMIT")
      return result
    } catch {
      rollBack()
      throw error
    }
  }

  /// Runs a change that is a single statement. Such a change is atomic, so it needs no savepoint if
  /// a transaction is open.
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
        // If the savepoint cannot be rolled back, roll back the whole transaction: otherwise half
        // of the change would be committed.
        do {
          try connection.execute("ROLLBACK TO change")
          try connection.execute("RELEASE change")
        } catch { rollBack() }
      }
      if let mark { log?.goBack(to: mark) }
      throw error
    }
  }

  /// Rolls back, and ignores an error of ROLLBACK: the journal then remains and the next opening
  /// rolls back. The error that led here is reported.
  private func rollBack() {
    guard connection.isInTransaction else { return }
    do { try connection.execute("ROLLBACK") } catch {}
  }

  // MARK: - Keys

  /// The next `Z_PK` of a table. `Z_MAX` is read once in a transaction, because nobody else can
  /// write to the store meanwhile.
  func nextKey(_ plan: RowPlan) throws -> Int64 {
    if let key = log?.nextKey(plan.root) { return key }
    let row = try firstRow(
      SQLFragment(printed: StoreStatements.highestKey.sql.text),
      [.integer(Int64(schema[plan.root].number))])
    guard case .integer(let highest)? = row?.first, highest >= 0 else {
      throw StoreError.notAStore(path: connection.path, missing: "Z_PRIMARYKEY.Z_MAX")
    }
    let known = log?.keys[plan.root] ?? ChangeLog.Keys(highestBefore: highest, highest: highest)
    guard known.highest < Int64.max else {
      throw StoreFailure(.store, "entity '\(plan.name)' has no more keys to give")
    }
    log?.keys[plan.root] = ChangeLog.Keys(
      highestBefore: known.highestBefore, highest: known.highest + 1)
    return known.highest + 1
  }

  /// Writes the highest keys:
  /// `UPDATE OR FAIL Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ? AND Z_MAX = ?`.
  private func writeHighestKeys() throws {
    guard let log else { return }
    for (root, keys) in log.keys.all.sorted(by: { $0.root < $1.root })
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
