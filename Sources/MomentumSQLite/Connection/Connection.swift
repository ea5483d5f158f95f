internal import CSQLite
internal import Foundation
package import MomentumSQL

/// An open database.
///
/// Has identity and one owner: not `Sendable`, so the compiler keeps it in one isolation at a time.
/// Core Data's functions and collations are registered on every connection: without them SQLite
/// refuses to write to a store with derived attributes. Statements keep their connection alive.
package final class Connection {
  /// How the file is opened: for reading, for writing, or as a new file.
  package enum Access: Sendable, Hashable {
    /// The file must exist. The caller ensures that SQLite does not have to create a side file:
    /// `ReadOnlyStore`.
    case readOnly
    /// The file must exist.
    case readWrite
    /// The file must not exist; opening fails if another process creates it first.
    case createExclusively
  }

  package let path: String
  package let options: ConnectionOptions
  /// Lets another task stop the running statement.
  package let interrupter: Interrupter

  let handle: OpaquePointer
  let arraySlots = ArraySlots()
  /// Stored because SQLite keeps an unretained pointer to the handler.
  var progressHandler: ProgressHandler?
  /// The temporary folder with the copy that is open, see `ReadOnlyStore`; it is removed after the
  /// connection has closed. `nil` if the database itself is open.
  private let companion: TemporaryFolder?

  package convenience init(
    path: String, access: Access, options: ConnectionOptions = ConnectionOptions()
  ) throws(SQLiteError) {
    try DatabaseFile.check(path, access, newFileMode: options.newFileMode)
    let flags =
      switch access {
      case .readOnly: SQLITE_OPEN_READONLY
      case .readWrite, .createExclusively: SQLITE_OPEN_READWRITE
      }
    // SQLite would read a bare name such as `:memory:` or `file:…` in a special way: make it a
    // path.
    let name = path.hasPrefix("/") ? path : "./" + path
    try self.init(name: name, flags: flags, path: path, options: options)
  }

  /// Opens an empty database in memory; it is deleted when the connection closes.
  package static func inMemory(
    options: ConnectionOptions = ConnectionOptions()
  ) throws(SQLiteError) -> Connection {
    try Connection(
      name: ":memory:", flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, path: ":memory:",
      options: options)
  }

  /// Opens a database in memory that all connections of the process with the same name share. It is
  /// deleted when the last of them closes.
  ///
  /// Source: documented (SQLite, `memdb` VFS, from 3.36 on; older versions share nothing).
  package static func inMemory(
    sharedAs name: String, options: ConnectionOptions = ConnectionOptions()
  ) throws(SQLiteError) -> Connection {
    let safe = CharacterSet(charactersIn: "-._~").union(.alphanumerics.intersection(.asciiOnly))
    let escaped = name.addingPercentEncoding(withAllowedCharacters: safe) ?? name
    return try Connection(
      name: "file:/\(escaped)?vfs=memdb",
      flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_URI, path: ":memory:",
      options: options)
  }

  /// Opens a name exactly as SQLite reads it; `path` is only for messages.
  init(
    name: String, flags: Int32, path: String, options: ConnectionOptions,
    companion: TemporaryFolder? = nil
  ) throws(SQLiteError) {
    var opened: OpaquePointer?
    // NOMUTEX: a connection has one owner, so SQLite does not have to lock for each column that is
    // read.
    let code = sqlite3_open_v2(name, &opened, flags | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let opened else {
      let message = opened.map { String(cString: sqlite3_errmsg($0)) }
      let full = opened.map { sqlite3_extended_errcode($0) } ?? code
      sqlite3_close_v2(opened)
      throw SQLiteError(
        .open, code: SQLiteCode(rawValue: full), message: message, path: path)
    }
    handle = opened
    interrupter = Interrupter(opened)
    self.path = path
    self.options = options
    self.companion = companion
    try configure()
  }

  deinit {
    interrupter.close()
    sqlite3_close_v2(handle)
  }

  /// Whether the file cannot be written: it was opened for reading, or the open database is a copy.
  package var isReadOnly: Bool {
    companion != nil || sqlite3_db_readonly(handle, "main") == 1
  }

  private func configure() throws(SQLiteError) {
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_busy_timeout(handle, options.busyTimeoutMilliseconds)
    try FunctionRegistry.register(on: self)
    let code = ArrayModule.register(arraySlots, on: handle)
    guard code == SQLITE_OK else { throw error(.register, code) }
    do {
      // SQLite advises these settings for files of unknown origin:
      // https://sqlite.org/security.html.
      try execute("PRAGMA trusted_schema = OFF")
      try execute("PRAGMA cell_size_check = ON")
      if options.locksExclusively { try execute("PRAGMA locking_mode = EXCLUSIVE") }
      // SQLite opens lazily; this statement reads the header.
      try execute("PRAGMA schema_version")
    } catch {
      throw SQLiteError(
        .open, code: error.code, reason: error.reason,
        message: error.reason == .notADatabase ? nil : error.message, path: path)
    }
  }
}

extension Connection {
  /// Prepares a statement and binds the values that the fragment has for its placeholders.
  ///
  ///     let statement = try connection.prepare("SELECT Z_PK FROM \(name: table)")
  package func prepare(_ sql: SQLFragment) throws(SQLiteError) -> Statement {
    let statement = try prepare(sql: sql.text)
    let values = sql.bindings
    if !values.isEmpty { try statement.bind(values) }
    return statement
  }

  /// Prepares a statement whose text `SQLPrinter` has made or that was read from the database.
  package func prepare(sql: String) throws(SQLiteError) -> Statement {
    try Statement(sql, on: self)
  }

  /// Prepares a statement and binds its values and its lists of keys, which it reads as virtual
  /// tables.
  ///
  /// The lists belong to the statement: other statements may use the same table names with other
  /// values, even if their steps alternate.
  package func prepare(
    _ sql: SQLText, parameters: [String: SQLValue] = [:]
  ) throws(StoreError) -> Statement {
    try asStoreError {
      guard !sql.isTooLong else {
        throw StoreError.statementTooLong(bytesMax: SQLPrinter.bytesMax)
      }
      let values = try sql.bindings.map { binding in
        switch binding {
        case .value(let value): return value
        case .parameter(let name):
          guard let value = parameters[name] else { throw StoreError.unboundParameter(name) }
          return value
        }
      }
      let statement = try Statement(sql.text, arrays: bound(sql.arrays), on: self)
      try statement.bind(values)
      return statement
    }
  }

  /// Runs one statement to its end and ignores its rows.
  ///
  /// - Parameter values: For the placeholders that the caller wrote as `?`, in their order.
  /// - Returns: The number of rows that were inserted, updated or deleted, without those of
  ///   triggers.
  @discardableResult
  package func execute(
    _ sql: SQLFragment, _ values: [SQLValue] = []
  ) throws(SQLiteError) -> Int {
    try execute(sql: sql.text, sql.bindings + values)
  }

  /// Runs a statement whose text `SQLPrinter` has made or that was read from the database.
  @discardableResult
  package func execute(sql: String, _ values: [SQLValue] = []) throws(SQLiteError) -> Int {
    let statement = try prepare(sql: sql)
    try statement.bind(values)
    while try statement.step() {}
    return statement.isReadOnly ? 0 : changedRowCount
  }

  /// The rows that the last INSERT, UPDATE or DELETE has changed, without those of triggers.
  package var changedRowCount: Int { Int(sqlite3_changes64(handle)) }

  /// The key of the row that was inserted last; an INSERT that updates or ignores a row does not
  /// change it. Set it to 0 before the statement to find out whether a row was inserted.
  package var lastInsertedKey: Int64 {
    get { sqlite3_last_insert_rowid(handle) }
    set { sqlite3_set_last_insert_rowid(handle, newValue) }
  }

  /// The first column of the first row; `nil` if there is no row.
  package func firstValue(
    _ sql: SQLFragment, _ values: [SQLValue] = []
  ) throws(SQLiteError) -> SQLValue? {
    try firstValue(sql: sql.text, sql.bindings + values)
  }

  /// The first column of the first row of a statement whose text `SQLPrinter` has made; `nil` if
  /// there is no row.
  package func firstValue(
    sql: String, _ values: [SQLValue] = []
  ) throws(SQLiteError) -> SQLValue? {
    let statement = try prepare(sql: sql)
    try statement.bind(values)
    return try statement.step() ? statement.value(at: 0) : nil
  }

  func error(
    _ operation: SQLiteError.Operation, _ code: Int32, sql: String? = nil
  ) -> SQLiteError {
    // The connection keeps the extended code of its last call only. If the low byte differs from
    // `code`, the extended code belongs to another call.
    let extended = sqlite3_extended_errcode(handle)
    let isLast = extended & 0xFF == code & 0xFF
    return SQLiteError(
      operation, code: SQLiteCode(rawValue: isLast ? extended : code),
      message: isLast
        ? String(cString: sqlite3_errmsg(handle)) : String(cString: sqlite3_errstr(code)),
      sql: sql)
  }
}
