internal import CSQLite

/// A result code of SQLite; the extended code if SQLite returned one.
///
/// Documented: <https://sqlite.org/rescode.html>.
package struct SQLiteCode: RawRepresentable, Sendable, Hashable {
  /// The extended code, for example 2067 for a violated UNIQUE constraint.
  package var rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// The low byte: 19 for every violated constraint.
  package var primary: SQLiteCode { SQLiteCode(rawValue: rawValue & 0xFF) }

  /// Whether the codes are equal, or `pattern` is the primary code of `code`.
  package static func ~= (pattern: SQLiteCode, code: SQLiteCode) -> Bool {
    code == pattern || code.primary == pattern
  }

  package static let error = SQLiteCode(rawValue: SQLITE_ERROR)
  package static let permission = SQLiteCode(rawValue: SQLITE_PERM)
  package static let busy = SQLiteCode(rawValue: SQLITE_BUSY)
  package static let locked = SQLiteCode(rawValue: SQLITE_LOCKED)
  package static let readOnly = SQLiteCode(rawValue: SQLITE_READONLY)
  package static let interrupted = SQLiteCode(rawValue: SQLITE_INTERRUPT)
  package static let inputOutput = SQLiteCode(rawValue: SQLITE_IOERR)
  /// Written data may not have reached the disk. Written as a number, since Swift does not import
  /// the macro.
  package static let notSynchronized = SQLiteCode(rawValue: SQLITE_IOERR | 4 << 8)
  /// A journal was removed, and its removal may not have reached the disk.
  package static let folderNotSynchronized = SQLiteCode(rawValue: SQLITE_IOERR | 5 << 8)
  package static let corrupt = SQLiteCode(rawValue: SQLITE_CORRUPT)
  package static let full = SQLiteCode(rawValue: SQLITE_FULL)
  package static let cannotOpen = SQLiteCode(rawValue: SQLITE_CANTOPEN)
  package static let constraint = SQLiteCode(rawValue: SQLITE_CONSTRAINT)
  package static let misuse = SQLiteCode(rawValue: SQLITE_MISUSE)
  package static let tooBig = SQLiteCode(rawValue: SQLITE_TOOBIG)
  package static let range = SQLiteCode(rawValue: SQLITE_RANGE)
  package static let notADatabase = SQLiteCode(rawValue: SQLITE_NOTADB)
}
