internal import MomentumCompiler
internal import MomentumPropertyList
internal import MomentumRuntime
internal import MomentumSQLite
internal import MomentumStore

extension SQLiteObjectStore {
  /// Writes a transaction without changes into the persistent history, with the digest of the old
  /// model in its author.
  ///
  /// Source: observed in a store of a public project, after a lightweight migration (SR-249).
  func noteMigration(from metadata: StoreInformation) throws {
    guard compiled.schema.history != nil, !isReadOnly else { return }
    let digest = metadata["NSStoreModelVersionHashesDigest"]?.string ?? ""
    try explaining {
      try pool.write { connection in
        guard var writer = HistoryWriter(connection: connection.connection, compiled: compiled)
        else { return }
        writer.author =
          "com.apple.coredata.schemamigrator: lightweight migration from model with digest "
          + "{ \(digest) }"
        try connection.connection.transaction(.exclusive) { try writer.writeEmpty() }
      }
    }
  }
}
