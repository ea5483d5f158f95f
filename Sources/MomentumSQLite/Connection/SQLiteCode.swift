internal import CSQLite

/// A result code of SQLite; the extended code if SQLite returned one.
///
/// Documented: <https://sqlite.org/rescode.html>.
public struct SQLiteCode: RawRepresentable, Sendable, Hashable {
  /// The extended code, for example 2067 for a violated UNIQUE constraint.
  public var rawValue: Int32

  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// The low byte: 19 for every violated constraint.
  public var primary: SQLiteCode { SQLiteCode(rawValue: rawValue & 0xFF) }

  /// Whether `code` is `pattern`, or belongs to it where `pattern` is a primary code.
  public static func ~= (pattern: SQLiteCode, code: SQLiteCode) -> Bool {
    code == pattern || code.primary == pattern
  }

  public static let error = SQLiteCode(rawValue: SQLITE_ERROR)
  public static let permission = SQLiteCode(rawValue: SQLITE_PERM)
  public static let busy = SQLiteCode(rawValue: SQLITE_BUSY)
  public static let locked = SQLiteCode(rawValue: SQLITE_LOCKED)
  public static let readOnly = SQLiteCode(rawValue: SQLITE_READONLY)
  public static let interrupted = SQLiteCode(rawValue: SQLITE_INTERRUPT)
  public static let inputOutput = SQLiteCode(rawValue: SQLITE_IOERR)
  /// Written data may not have reached the disk. Written as a number, since Swift does not import
  /// the macro.
  public static let notSynchronized = SQLiteCode(rawValue: SQLITE_IOERR | 4 << 8)
  /// A journal was removed, and its removal may not have reached the disk.
  public static let folderNotSynchronized = SQLiteCode(rawValue: SQLITE_IOERR | 5 << 8)
  public static let corrupt = SQLiteCode(rawValue: SQLITE_CORRUPT)
  public static let full = SQLiteCode(rawValue: SQLITE_FULL)
  public static let cannotOpen = SQLiteCode(rawValue: SQLITE_CANTOPEN)
  public static let constraint = SQLiteCode(rawValue: SQLITE_CONSTRAINT)
  public static let misuse = SQLiteCode(rawValue: SQLITE_MISUSE)
  public static let tooBig = SQLiteCode(rawValue: SQLITE_TOOBIG)
  public static let range = SQLiteCode(rawValue: SQLITE_RANGE)
  public static let notADatabase = SQLiteCode(rawValue: SQLITE_NOTADB)
}
