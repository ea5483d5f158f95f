internal import MomentumSQLite

extension SQLiteObjectStore {
  package var wantsEmptySaves: Bool { state.unwrittenMetadata != nil }

  /// Writes all changes in one transaction: `BEGIN EXCLUSIVE`, deleted join rows, deleted rows, new
  /// rows, changed rows, new join rows, the history, `COMMIT`.
  ///
  /// A save without changes writes only changed metadata.
  package func save(_ changes: StoreChanges) throws {
    let metadata = state.unwrittenMetadata
    guard !changes.isEmpty || metadata != nil else { return }
    guard !isReadOnly else { throw SQLiteStoreError.readOnly(path: path) }
    try explaining {
      try pool.write { connection in
        try SaveRun(self, connection, changes, metadata).run()
        maintenance(after: connection)
      }
    }
    if let metadata { state.didWrite(metadata) }
  }
}
