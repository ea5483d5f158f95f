internal import Foundation
internal import MomentumSQL
package import MomentumStore

/// Makes new stores.
package struct StoreWriter: Sendable {
  package var options: ConnectionOptions

  package init(options: ConnectionOptions = ConnectionOptions()) { self.options = options }

  /// Makes a store with empty tables; nothing may exist at the path.
  ///
  /// The store is written to a hidden file in the same folder, in one transaction; the last step
  /// gives the file its name and fails if the name is taken. So the store exists whole or not at
  /// all; a crash may leave the hidden file `.momentum-<UUID>.new`.
  ///
  /// The new store has a rollback journal, not a write-ahead log: a store with a write-ahead log
  /// could be read only with write access to its folder. Core Data switches to a write-ahead log
  /// when it opens the store.
  ///
  /// - Parameters:
  ///   - statements: Every `CREATE` in order, including the tables `Z_PRIMARYKEY`, `Z_METADATA`
  ///     and, for `modelCache`, `Z_MODELCACHE`.
  ///   - modelCache: The bytes of `Z_MODELCACHE.Z_CONTENT`; `nil` writes no row.
  package func create(
    path: String, schema: StoreSchema, statements: [String], metadata: StoreMetadata,
    modelCache: [UInt8]? = nil
  ) throws(StoreError) {
    try asStoreError {
      try Self.checkPlace(path)
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
      let temporary = folder + "/.momentum-\(UUID().uuidString).new"
      do {
        try fill(temporary, schema, statements, metadata, modelCache)
        try NewFile.publish(temporary, as: path)
      } catch let error as SQLiteError where error.path == temporary {
        NewFile.remove(temporary)
        var named = error
        named.path = path
        throw named
      } catch {
        NewFile.remove(temporary)
        throw error
      }
    }
  }

  /// Throws if a store cannot be made at a path, because a file or one of its side files exists.
  package static func checkPlace(_ path: String) throws {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw SQLiteError(.open, code: .cannotOpen, reason: .noSuchFile, path: path)
    }
    if NewFile.exists(path) {
      throw SQLiteError(.open, code: .cannotOpen, reason: .fileExists, path: path)
    }
    for suffix in DatabaseFile.sideSuffixes where NewFile.exists(path + suffix) {
      throw StoreError.sideFileExists(path: path + suffix)
    }
  }

  private func fill(
    _ path: String, _ schema: StoreSchema, _ statements: [String], _ metadata: StoreMetadata,
    _ modelCache: [UInt8]?
  ) throws {
    let connection = try Connection(path: path, access: .createExclusively, options: options)
    try connection.execute("PRAGMA page_size = 4096")
    try connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
    // Nobody knows the temporary file yet, so it does not have to survive a crash.
    try connection.execute("PRAGMA journal_mode = MEMORY")
    try Self.fill(connection, schema, statements, metadata, modelCache)
  }

  /// Makes the tables of a store in an empty database, in one transaction.
  package static func fill(
    _ connection: Connection, _ schema: StoreSchema, _ statements: [String],
    _ metadata: StoreMetadata, _ modelCache: [UInt8]? = nil
  ) throws {
    try connection.transaction(.exclusive) {
      for statement in statements { try connection.execute(sql: statement) }
      let insert = try connection.prepare(
        "INSERT INTO Z_PRIMARYKEY(Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES(?, ?, ?, 0)")
      for entity in schema.primaryKeyRows {
        try insert.bind([
          .integer(Int64(entity.number)), .text(entity.name), .integer(Int64(entity.parentNumber)),
        ])
        _ = try insert.step()
      }
      try metadata.write(to: connection)
      if let modelCache {
        try connection.execute(
          "INSERT INTO Z_MODELCACHE(Z_CONTENT) VALUES(?)", [.blob(modelCache)])
      }
    }
  }
}
