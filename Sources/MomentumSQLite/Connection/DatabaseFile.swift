internal import CSQLite
internal import Foundation

/// Checks a database's file before SQLite opens it, since SQLite's own messages are less clear.
enum DatabaseFile {
  /// The files SQLite keeps beside a database while it works.
  static let sideSuffixes = ["-wal", "-shm", "-journal"]

  static func check(
    _ path: String, _ access: Connection.Access, newFileMode: UInt16 = 0o644
  ) throws(SQLiteError) {
    guard !path.isEmpty, !path.utf8.contains(0) else { throw failure(path, .noSuchFile) }
    switch access {
    case .readOnly: try checkExisting(path, mode: R_OK)
    case .readWrite: try checkExisting(path, mode: R_OK | W_OK)
    case .createExclusively: try create(path, mode: newFileMode)
    }
  }

  private static func checkExisting(_ path: String, mode: Int32) throws(SQLiteError) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw failure(path, errno == EACCES ? .noPermission : .noSuchFile)
    }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw failure(path, .isDirectory) }
    // Reading a pipe or a device could block or never end.
    guard status.st_mode & S_IFMT == S_IFREG else { throw failure(path, .notADatabase) }
    guard access(path, mode) == 0 else { throw failure(path, .noPermission) }
    // SQLite opens an empty file as an empty database, although a caller never means that, and a
    // file of one byte too (`unixFileSize` of its sources).
    guard status.st_size > 1 else { throw failure(path, .emptyFile) }
  }

  private static func create(_ path: String, mode: UInt16) throws(SQLiteError) {
    let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, mode_t(mode))
    guard descriptor >= 0 else {
      switch errno {
      case EEXIST: throw failure(path, .fileExists)
      case EACCES, EPERM, EROFS: throw failure(path, .noPermission)
      case ENOSPC, EDQUOT: throw failure(path, .full)
      case ENOENT, ENOTDIR: throw failure(path, .noSuchFile)
      case let number:
        throw SQLiteError(
          .open, code: .cannotOpen, message: String(cString: strerror(number)), path: path)
      }
    }
    close(descriptor)
  }

  private static func failure(_ path: String, _ reason: SQLiteError.Reason) -> SQLiteError {
    let code: SQLiteCode =
      switch reason {
      case .notADatabase, .emptyFile: .notADatabase
      case .noPermission: .permission
      case .full: .full
      case _: .cannotOpen
      }
    return SQLiteError(.open, code: code, reason: reason, path: path)
  }
}
