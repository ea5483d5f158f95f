internal import MomentumCompiler
internal import MomentumQuery
internal import MomentumSQL
internal import MomentumSQLite
internal import MomentumStore

extension SQLiteObjectStore {
  private var keepsHistory: Bool { compiled.schema.history != nil }

  package func lastTransaction() throws -> Int64? {
    guard keepsHistory else { return nil }
    return try read { try HistoryReader(store: self, connection: $0).lastNumber() }
  }

  /// The transactions, oldest first. All statements see one state of the store.
  package func history(_ fetch: StoreHistoryFetch) throws -> [HistoryTransaction] {
    guard keepsHistory else { return [] }
    return try read { connection in
      let reader = HistoryReader(store: self, connection: connection)
      guard !connection.connection.isInTransaction else { return try reader.transactions(fetch) }
      try connection.connection.execute("BEGIN")
      defer { connection.endReading() }
      return try reader.transactions(fetch)
    }
  }

  /// Deletes transactions with their changes. Texts in the table of strings stay, even unused ones.
  package func deleteHistory(before end: StoreHistoryEnd) throws {
    guard keepsHistory else { return }
    guard !isReadOnly else { throw SQLiteStoreError.readOnly(path: path) }
    let (condition, value): (SQLFragment, SQLValue) =
      switch end {
      case .number(let number): ("Z_PK < ?", .integer(number))
      case .date(let seconds): ("ZTIMESTAMP < ?", .real(seconds))
      }
    let changes: SQLFragment =
      "DELETE FROM ACHANGE WHERE ZTRANSACTIONID IN "
      + "(SELECT Z_PK FROM ATRANSACTION WHERE \(sql: condition))"
    let transactions: SQLFragment = "DELETE FROM ATRANSACTION WHERE \(sql: condition)"
    try explaining {
      try pool.write { connection in
        try connection.run(StoreStatements.begin.sql.text)
        do {
          try connection.run(changes.text, [value])
          try connection.run(transactions.text, [value])
          try connection.run(StoreStatements.commit.sql.text)
        } catch {
          connection.rollBack()
          throw error
        }
      }
    }
  }
}

extension StoreConnection {
  /// Ends a transaction that has only read. An error can be ignored: nothing was written, and the
  /// next statement on the connection will fail too.
  fileprivate func endReading() {
    do { try connection.execute("COMMIT") } catch {}
  }
}
