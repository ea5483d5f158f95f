internal import CSQLite
internal import Foundation

/// Opens a store for reading so that neither its file nor the files beside it change.
///
/// - No side file, rollback journal in the header: an ordinary read-only connection.
/// - No side file, write-ahead log in the header: `immutable`, since SQLite would create `-wal` and
///   `-shm`. No other process can be writing: a writer of such a database has a `-wal`.
/// - A `-wal` or `-journal` exists: the last commit may be only there, and reading it in place
///   needs a writable `-shm` or rolls the journal back. So a copy of the file and its log is opened
///   in a temporary folder, which takes as much disk as the store while the connection lives.
///
/// Documented: <https://sqlite.org/wal.html#readonly>, <https://sqlite.org/uri.html>.
package enum ReadOnlyStore {
  package static func open(
    _ path: String, options: ConnectionOptions = ConnectionOptions()
  ) throws(SQLiteError) -> Connection {
    try DatabaseFile.check(path, .readOnly)
    // SQLite looks for the side files beside the file that a symbolic link leads to.
    let real = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    if existingLogs(real).isEmpty {
      return try StoreHeader(path: real, shownAs: path).usesLog
        ? openImmutable(real, path, options)
        : Connection(
          name: real, flags: SQLITE_OPEN_READONLY, path: path, options: options)
    }
    return try openCopy(real, path, options)
  }

  private static func existingLogs(_ path: String) -> [String] {
    ["-wal", "-journal"].filter { access(path + $0, F_OK) == 0 }
  }

  private static func openImmutable(
    _ real: String, _ path: String, _ options: ConnectionOptions
  ) throws(SQLiteError) -> Connection {
    let safe = CharacterSet(charactersIn: "/-._~").union(.alphanumerics.intersection(.asciiOnly))
    let name = real.addingPercentEncoding(withAllowedCharacters: safe) ?? real
    return try Connection(
      name: "file://\(name)?mode=ro&immutable=1",
      flags: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, path: path, options: options)
  }

  private static func openCopy(
    _ real: String, _ path: String, _ options: ConnectionOptions
  ) throws(SQLiteError) -> Connection {
    let folder = try TemporaryFolder()
    let copy = folder.path + "/store.sqlite"
    try copyWhileStill(real, to: copy, shownAs: path)
    return try Connection(
      name: copy, flags: SQLITE_OPEN_READWRITE, path: path, options: options, companion: folder)
  }

  /// The statuses of the file and its logs. If they are equal before and after a copy, nothing was
  /// written meanwhile.
  private static func statuses(_ path: String) -> [FileStatus?] {
    ["", "-wal", "-journal"].map { FileStatus(path + $0) }
  }

  /// Copies the file and its logs again until none of them changed meanwhile: a checkpoint between
  /// two copies moves pages from the log to the file, and the copy would lose these pages.
  private static func copyWhileStill(
    _ real: String, to copy: String, shownAs path: String
  ) throws(SQLiteError) {
    for _ in 0..<5 {
      let before = statuses(real)
      for suffix in [""] + DatabaseFile.sideSuffixes {
        unlink(copy + suffix)
      }
      do {
        for suffix in [""] + existingLogs(real) {
          try FileManager.default.copyItem(atPath: real + suffix, toPath: copy + suffix)
          chmod(copy + suffix, 0o600)
        }
      } catch {
        // If a log was removed before it could be copied, the files changed: try again.
        guard statuses(real) != before else {
          throw SQLiteError(
            .copy, code: .cannotOpen, message: error.localizedDescription, path: path)
        }
        continue
      }
      if statuses(real) == before { return }
    }
    throw SQLiteError(
      .copy, code: .busy, message: "another process keeps writing to the store", path: path)
  }
}

/// The bytes of the header that tell whether the database uses a write-ahead log.
///
/// They are read from the file, because an immutable connection answers `PRAGMA journal_mode` with
/// `delete` even if the database uses such a log.
/// Documented: <https://sqlite.org/fileformat.html#file_format_version_numbers>.
struct StoreHeader {
  let usesLog: Bool

  init(path: String, shownAs shown: String) throws(SQLiteError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw SQLiteError(.open, code: .permission, path: shown)
    }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 20)
    let count = read(descriptor, &bytes, bytes.count)
    // A shorter file is not a database; SQLite reports that itself.
    usesLog = count == bytes.count && (bytes[18] == 2 || bytes[19] == 2)
  }
}

extension CharacterSet {
  static var asciiOnly: CharacterSet {
    CharacterSet(charactersIn: Unicode.Scalar(0)...Unicode.Scalar(0x7F))
  }
}
