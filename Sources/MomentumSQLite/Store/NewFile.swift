internal import Foundation

/// Gives a finished file its final name without replacing a file that has this name.
package enum NewFile {
  /// Whether a file of this name exists; a dangling symbolic link counts too.
  package static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Removes a file without a byte, and files of SQLite beside it.
  package static func removeIfEmpty(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size == 0
    else { return }
    remove(path)
  }

  static func remove(_ path: String) {
    for suffix in [""] + DatabaseFile.sideSuffixes { unlink(path + suffix) }
  }

  /// Gives the file at `temporary` the name `path`; throws if a file has this name.
  ///
  /// - Parameters:
  ///   - hardLink: Makes a second name for a file; returns 0, or the `errno` of a failure.
  ///   - synchronize: Writes a file or a folder to the disk.
  package static func publish(
    _ temporary: String, as path: String, hardLink: (String, String) -> Int32 = hardLink,
    synchronize: (_ path: String, _ shown: String) throws(SQLiteError) -> Void = synchronize
  ) throws(SQLiteError) {
    try synchronize(temporary, path)
    let number = hardLink(temporary, path)
    if number == 0 {
      unlink(temporary)
    } else if [ENOTSUP, EOPNOTSUPP, EPERM, ENOSYS, EMLINK].contains(number) {
      // A file system without hard links: create an empty file of the name first, so that no other
      // process takes the name, then rename the finished file over it.
      try claim(path)
      guard rename(temporary, path) == 0 else {
        let error = failure(path, errno)
        unlink(path)
        throw error
      }
    } else {
      throw failure(path, number)
    }
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    // Not every file system can synchronize a folder, and the store already has its name: ignore
    // the error.
    do { try synchronize(folder, path) } catch {}
  }

  package static func hardLink(_ old: String, _ new: String) -> Int32 {
    link(old, new) == 0 ? 0 : errno
  }

  private static func claim(_ path: String) throws(SQLiteError) {
    let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw failure(path, errno) }
    close(descriptor)
  }

  package static func synchronize(_ path: String, _ shown: String) throws(SQLiteError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(shown, errno) }
    defer { close(descriptor) }
    #if canImport(Darwin)
      // Documented by fsync(2) of macOS: only `F_FULLFSYNC` reaches the disk itself.
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
    #endif
    guard fsync(descriptor) == 0 else { throw failure(shown, errno) }
  }

  private static func failure(_ path: String, _ number: Int32) -> SQLiteError {
    SQLiteError(
      .open, code: .cannotOpen, reason: number == EEXIST ? .fileExists : nil,
      message: String(cString: strerror(number)), path: path)
  }
}
