internal import Foundation
internal import MomentumCompiler
internal import MomentumModel
internal import MomentumQuery
internal import MomentumRuntime
internal import MomentumSQL
internal import MomentumSQLite
internal import MomentumStore

/// Opens a SQLite store, and first makes it if the file does not exist.
struct StoreOpening {
  /// An open store.
  struct Opened {
    var connection: StoreConnection
    var stored: ModelInStore
    var metadata: StoreMetadata
    /// Whether the store has a write-ahead log, so that connections can read while one writes.
    var usesLog: Bool
    var isReadOnly: Bool
    /// Why the store is read-only although the options do not ask for it.
    var warning: String?
  }

  let path: String?
  /// The name of a database in memory that several stores of the process share.
  let sharedName: String?
  let compiled: CompiledModel
  /// The entities of the configuration; `nil` for all entities.
  let members: [EntityID]?
  let options: SQLiteStoreOptions

  func open() throws -> Opened {
    for name in options.pragmas.keys where !Self.isWord(name) {
      throw SQLiteStoreError.pragma(name)
    }
    if let path, !options.isReadOnly { try createIfMissing(path) }
    let connection = try StoreConnection(makeConnection(), options.hooks)
    if path == nil { try fillMemory(connection) }
    if let path { options.hooks.observe?(.connecting(path: path)) }
    try prepare(connection)
    if !options.isReadOnly, try connection.isEmpty { try fill(connection.connection) }
    var metadata = try StoreMetadata.read(from: connection.connection)
    if !options.ignoresVersions { try checkHashes(metadata) }
    var stored = try compiled.inStore(connection.connection, metadata)
    if options.tracksHistory, !options.isReadOnly, stored.model.schema.history == nil {
      try addHistory(connection, &metadata)
      stored = try compiled.inStore(connection.connection, metadata)
    }
    let isForced =
      !options.isReadOnly && !options.tracksHistory && stored.model.schema.history != nil
      && compiled.schema.history == nil
    if options.isReadOnly || isForced {
      try stored.checkForReading(path ?? ":memory:")
    } else {
      try stored.checkForWriting(path ?? ":memory:")
      // Not announced: they are no statements of Core Data.
      for trigger in stored.model.schema.tables.lazy.flatMap(\.connectionTriggers) {
        _ = try connection.connection.execute(sql: trigger.temporarySQL.text)
      }
    }
    try maintain(connection)
    return Opened(
      connection: connection, stored: stored, metadata: metadata,
      usesLog: try connection.connection.firstValue("PRAGMA journal_mode") == .text("wal"),
      isReadOnly: options.isReadOnly || isForced, warning: isForced ? forcedText : nil)
  }

  /// The line of the log for a store with a history that is opened without `tracksHistory`, so that
  /// it becomes read-only. Source: observed in reports of four projects.
  private var forcedText: String {
    "Store opened without NSPersistentHistoryTrackingKey but previously had been opened with NSPersistentHistoryTrackingKey - Forcing into Read Only mode store at '\(path ?? ":memory:")'"
  }

  /// Opens one more connection, for reading beside the first one.
  func openReader(_ path: String) throws -> StoreConnection {
    let connection = try Connection(path: path, access: .readWrite, options: connectionOptions)
    // Do not call the hooks: a hook that reads from the store would need this connection.
    try connection.execute("PRAGMA recursive_triggers = 1")
    for sql in pragmas { try connection.execute(sql: sql) }
    return StoreConnection(connection, options.hooks)
  }

  // MARK: - Making

  private var connectionOptions: ConnectionOptions {
    let milliseconds = max(0, min(options.timeout * 1000, Double(Int32.max)))
    return ConnectionOptions(
      busyTimeoutMilliseconds: Int32(milliseconds.isNaN ? 0 : milliseconds),
      localeIdentifier: options.localeIdentifier, now: options.now)
  }

  private func makeConnection() throws -> Connection {
    guard let path else {
      return try sharedName.map { try .inMemory(sharedAs: $0, options: connectionOptions) }
        ?? .inMemory(options: connectionOptions)
    }
    return options.isReadOnly
      ? try ReadOnlyStore.open(path, options: connectionOptions)
      : try Connection(path: path, access: .readWrite, options: connectionOptions)
  }

  /// The model in the layout of a new store.
  private func newModel(framework: Int?) -> CompiledModel {
    guard options.tracksHistory else { return compiled }
    return CompiledModel(
      CheckedModel(
        syntax: compiled.syntax, model: compiled.model, storedRequests: compiled.storedRequests),
      frameworkVersion: framework, keepsHistory: true)
  }

  private func newMetadata(_ model: CompiledModel) -> StoreMetadata {
    var metadata = model.newMetadata()
    if let members {
      let names = Set(members.map { compiled.model[$0].name })
      metadata.entityHashes = metadata.entityHashes.filter { names.contains($0.key) }
    }
    return metadata
  }

  private func createIfMissing(_ path: String) throws {
    var status = stat()
    let exists = stat(path, &status) == 0
    // Destroying a store leaves an empty file; it becomes a new store.
    if exists, status.st_mode & S_IFMT == S_IFREG, status.st_size == 0 { unlink(path) }
    guard !exists || status.st_size == 0 else { return }
    let model = newModel(framework: compiled.framework.number)
    do throws(StoreError) {
      try StoreWriter().create(
        path: path, schema: model.schema,
        statements: model.schema.creationStatements(framework: model.framework),
        metadata: newMetadata(model), modelCache: model.newModelCache)
    } catch {
      // If another process has made the store meanwhile, open that store.
      guard case .sqlite(let cause) = error, cause.reason == .fileExists else { throw error }
    }
  }

  /// Makes the tables in an empty database. One in memory gets no copy of the model: nobody else
  /// can open it.
  private func fill(_ connection: Connection) throws {
    let model = newModel(framework: compiled.framework.number)
    try connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
    try StoreWriter.fill(
      connection, model.schema, model.schema.creationStatements(framework: model.framework),
      newMetadata(model), path == nil ? nil : model.newModelCache)
  }

  /// One store makes the tables of a shared database; the others find them.
  private static let making = NSLock()

  private func fillMemory(_ connection: StoreConnection) throws {
    try Self.making.withLock {
      guard try connection.isEmpty else { return }
      try fill(connection.connection)
    }
  }

  /// Adds the tables of persistent history to a store without them.
  private func addHistory(
    _ connection: StoreConnection, _ metadata: inout StoreMetadata
  ) throws {
    let laidOut = try compiled.laidOut(asIn: connection.connection, metadata)
    let model = newModel(framework: laidOut.framework.number)
    let known = Set(laidOut.schema.creationStatements(framework: model.framework))
    var changed = metadata
    changed.tracksHistory = true
    try connection.connection.transaction(.exclusive) {
      for statement in model.schema.creationStatements(framework: model.framework)
      where !known.contains(statement) {
        try connection.run(statement)
      }
      for entity in model.schema.history?.entities ?? [] {
        try connection.run(
          "INSERT INTO Z_PRIMARYKEY(Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES(?, ?, 0, 0)",
          [.integer(Int64(entity.number)), .text(entity.name)])
      }
      try changed.write(to: connection.connection)
    }
    metadata = changed
  }

  // MARK: - Opening

  /// Runs the statements that Core Data runs when it opens a store, then the pragmas of the
  /// options.
  private func prepare(_ connection: StoreConnection) throws {
    let mode = options.pragmas.first { $0.key.lowercased() == "journal_mode" }
    for statement in StoreStatements.opening(framework: compiled.framework) {
      let sql = statement.sql.text
      let isMode = sql.lowercased().hasPrefix("pragma journal_mode")
      // Changing the journal mode writes to the file, so skip the statement for a read-only store.
      // Skip it also if the options name a mode, which their own pragma sets.
      guard !isMode || !options.isReadOnly && mode == nil else { continue }
      if statement == StoreStatements.metadata, try connection.isEmpty { continue }
      if sql.lowercased().hasPrefix("pragma") {
        try connection.pragma(sql)
      } else {
        _ = try connection.rows(sql)
      }
    }
    for sql in pragmas { try connection.pragma(sql) }
    guard !options.pragmas.keys.contains(where: { $0.lowercased() == "synchronous" }) else {
      return
    }
    let usesLog = try connection.connection.firstValue("PRAGMA journal_mode") == .text("wal")
    try connection.connection.execute(
      usesLog ? "PRAGMA synchronous = NORMAL" : "PRAGMA synchronous = FULL")
  }

  /// The pragmas of the options, in the order of their names: `pragma synchronous=FULL`.
  private var pragmas: [String] {
    options.pragmas.sorted { $0.key < $1.key }.map { name, value in
      let isPlain = Self.isWord(value) || Double(value) != nil
      let text = isPlain ? value : "'" + value.replacingOccurrences(of: "'", with: "''") + "'"
      return "pragma \(name)=\(text)"
    }
  }

  private static func isWord(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy {
        switch $0 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
          true
        case _: false
        }
      }
  }

  private func checkHashes(_ metadata: StoreMetadata) throws {
    var mismatches = compiled.mismatches(metadata)
    if let members {
      // The store may lack entities that are not in the configuration.
      let names = Set(members.map { compiled.model[$0].name })
      mismatches = mismatches.filter { names.contains($0.entity) || $0.inStore != nil }
    }
    guard mismatches.isEmpty else {
      throw SQLiteStoreError.incompatible(
        path: path ?? ":memory:", mismatches: mismatches, metadata: metadata.information)
    }
  }

  private func maintain(_ connection: StoreConnection) throws {
    if options.checksIntegrity { try checkIntegrity(connection) }
    guard !options.isReadOnly else { return }
    if options.vacuums { try connection.run("VACUUM") }
    if options.analyzes { try connection.run("ANALYZE") }
  }
}

extension StoreOpening {
  fileprivate func checkIntegrity(_ connection: StoreConnection) throws {
    let rows = try connection.rows("PRAGMA integrity_check(1)")
    guard case .text(let first)? = rows.first?.first, first != "ok" else { return }
    throw StoreError.sqlite(
      SQLiteError(.open, code: .corrupt, message: "the store is damaged: \(first)", path: path))
  }
}

extension StoreConnection {
  /// Whether the database has no tables at all, as after a store was destroyed.
  fileprivate var isEmpty: Bool {
    get throws {
      try connection.firstValue("SELECT 1 FROM sqlite_master WHERE type = 'table'") == nil
    }
  }
}
