import Foundation
import MomentumPropertyList
import MomentumSQL
import MomentumSQLite

// Operations on the files of stores that are not open.

extension StoreDescription.Kind {
  /// The metadata in the file of a store. Neither a model nor an open store is needed.
  ///
  /// Throws ``ObjectError`` if there is no such store.
  public func fileMetadata() throws -> [String: MetadataValue] {
    try reporting(.open) { path in
      switch self {
      case .sqlite:
        let connection = try ReadOnlyStore.open(path)
        return try StoreMetadata.read(from: connection).information.metadata
      default: return try StoreFileType.information(path, type: type).metadata
      }
    }
  }

  /// Replaces the app's own keys in the metadata of a SQLite or XML file at once. A coordinator
  /// that has the store open does not see the change until the store is removed and added again.
  ///
  /// Keys that describe the store keep their values.
  public func setFileMetadata(_ metadata: [String: MetadataValue]) throws {
    let information = StoreInformation(metadata: metadata)
    try reporting(.save) { path in
      switch self {
      case .sqlite:
        let connection = try Connection(path: path, access: .readWrite)
        try connection.transaction(.exclusive) {
          let known = try StoreMetadata.read(from: connection)
          try connection.execute(
            "UPDATE Z_METADATA SET Z_PLIST = ?",
            [.blob(StoreMetadata.bytes(of: information, known: known))])
        }
      case .xml:
        var document = try XMLStoreReader.read(try AtomicFile(path: path).read(), path: path)
        document.replaceMetadata(information)
        try AtomicFile(path: path).write(Array(document.text.utf8))
      case .binary, .custom, .memory, .sqliteInMemory:
        throw ObjectError.unsupported("the metadata of a \(type) file", path)
      }
    }
  }

  /// Runs `body` with the path of the file, and converts its errors to ``ObjectError`` with Core
  /// Data's code for the operation. Throws before `body` runs if the store has no file or the file
  /// does not exist.
  func reporting<Result>(
    _ operation: StoreOperation, _ body: (String) throws -> Result
  ) throws -> Result {
    guard let path, path != "/dev/null", access(path, F_OK) == 0 else {
      throw ObjectError.missingStore(path ?? type)
    }
    do { return try body(path) } catch {
      throw ObjectError.reported(error, operation, path: path)
    }
  }
}

extension XMLStoreDocument {
  /// Replaces the app's own keys. Keys that describe the store, such as the hashes of its model,
  /// keep their values: without these the store could not be opened again.
  fileprivate mutating func replaceMetadata(_ information: StoreInformation) {
    var values = information.values
    for key in ["NSStoreType", "NSStoreUUID"] { values[key] = nil }
    for (key, value) in metadata where key.hasPrefix("NSStoreModel") || key.hasPrefix("NSPersis") {
      values[key] = value
    }
    metadata = values
  }
}

extension ObjectError {
  static func unsupported(_ what: String, _ path: String) -> ObjectError {
    ObjectError(
      Code(rawValue: 134_060), "\(what) cannot be changed in the file",
      userInfo: ["NSFilePath": .string(path)])
  }
}

extension StoreCoordinator {
  /// Deletes all rows of a store. A SQLite file stays as an empty one, which becomes a new store
  /// when it is opened; other files are deleted.
  ///
  /// If a coordinator has the store open, remove the store from it first. A SQLite file that does not
  /// exist is made, as an empty one. Throws ``ObjectError`` if its folder does not exist, if the file
  /// is no store, or if other programs use it for longer than `timeout` seconds.
  ///
  /// Observed: a public library destroys stores whose files a migration has removed, and removes the
  /// empty files then. Another one destroys stores in memory, at `/dev/null/NAME`, without an error.
  public static func destroy(_ kind: StoreDescription.Kind, timeout: Double = 240) throws {
    try destroy(kind, timeout: timeout, keepsLog: false)
  }

  /// - Parameter keepsLog: Whether an empty log and its index stay beside the file.
  package static func destroy(
    _ kind: StoreDescription.Kind, timeout: Double = 240, keepsLog: Bool
  ) throws {
    if case .sqlite(let path) = kind, path != "/dev/null" {
      guard SQLiteObjectStore.sharedName(path) == nil else { return }
      let made = open(path, O_CREAT | O_EXCL | O_CLOEXEC | O_WRONLY, 0o644)
      if made >= 0 {
        close(made)
        return
      }
    }
    try kind.reporting(.save) { path in
      guard case .sqlite = kind else {
        guard unlink(path) == 0 else { throw ObjectError.missingStore(path) }
        return
      }
      let milliseconds = Int32(max(0, min(timeout * 1000, 1_000_000_000)))
      let connection = try Connection(
        path: path, access: .readWrite,
        options: ConnectionOptions(busyTimeoutMilliseconds: milliseconds))
      let dropping = StoreConnection(connection, SQLiteStoreHooks())
      try connection.transaction(.exclusive) { try dropAll(dropping) }
      // Both statements need exclusive access. If they fail, the file is only larger than
      // necessary.
      do {
        try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        try connection.execute("VACUUM")
        if keepsLog {
          try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
          connection.keepsLogOnClose(true)
        }
      } catch {}
      try removeIfPresent(supportFolder(path))
    }
  }

  /// Drops all tables. Virtual tables come first, since dropping them drops their shadow tables
  /// too.
  private static func dropAll(_ connection: StoreConnection) throws {
    let sql = """
      SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' \
      ORDER BY sql LIKE 'CREATE VIRTUAL%' DESC, name LIMIT 1
      """
    while case .text(let name)? = try connection.rows(sql).first?.first {
      let drop: SQLFragment = "DROP TABLE \(name: name)"
      try connection.run(drop.text)
    }
  }

  /// Replaces a store by a copy of another one, external binaries included. A store that is open at
  /// the destination is removed from this coordinator and must be added again.
  ///
  /// If there is no source, this only writes a line to the log, as Core Data does. Throws
  /// ``ObjectError`` if the copy fails; the destination is then unchanged.
  public func replace(
    _ destination: StoreDescription.Kind, with source: StoreDescription.Kind
  ) throws {
    guard let from = source.path, access(from, F_OK) == 0 else {
      log("CoreData: error: Restore error: invalidSource(\"Source URL must exist\")")
      return
    }
    guard let to = destination.path, !isSameFile(from, to) else {
      throw ObjectError.missingStore(destination.path ?? destination.type)
    }
    for store in stores where store.path.map({ isSameFile($0, to) }) ?? false { remove(store) }
    do {
      let temporary = to + ".momentum-new"
      try Self.removeIfPresent(temporary)
      if case .sqlite = source {
        try Self.copy(from, to: temporary)
      } else {
        try FileManager.default.copyItem(atPath: from, toPath: temporary)
      }
      for suffix in ["-wal", "-shm", "-journal"] { unlink(to + suffix) }
      guard Self.rename(temporary, to: to) else { throw ObjectError.missingStore(to) }
      try Self.copySupport(from, to)
    } catch {
      throw ObjectError.reported(error, .save, path: to)
    }
  }

  private static func copy(_ path: String, to target: String) throws {
    let source = try ReadOnlyStore.open(path)
    let copy = try Connection(path: target, access: .createExclusively)
    let pages = try PageCopy(from: source, to: copy)
    while try pages.copy(pages: 1_000) {}
    // The copy has the source's journal mode. With a write-ahead log, a log file would stay beside
    // it.
    try copy.execute("PRAGMA journal_mode = DELETE")
  }

  private static func copySupport(_ path: String, _ target: String) throws {
    let (from, to) = (supportFolder(path), supportFolder(target))
    try removeIfPresent(to)
    guard access(from, F_OK) == 0 else { return }
    try FileManager.default.copyItem(atPath: from, toPath: to)
  }

  private static func removeIfPresent(_ path: String) throws {
    guard access(path, F_OK) == 0 else { return }
    try FileManager.default.removeItem(atPath: path)
  }

  private static func rename(_ path: String, to target: String) -> Bool {
    Foundation.rename(path, target) == 0
  }

  /// The folder of external binaries beside a store: `.shop_SUPPORT` for `shop.sqlite`.
  private static func supportFolder(_ path: String) -> String {
    let file = URL(fileURLWithPath: path)
    let name = file.deletingPathExtension().lastPathComponent
    return file.deletingLastPathComponent().appendingPathComponent(".\(name)_SUPPORT").path
  }
}
