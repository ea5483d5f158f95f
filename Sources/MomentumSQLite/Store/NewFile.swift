internal import Foundation

/// Gives a finished file its name without ever replacing another one.
enum NewFile {
  /// Whether there is anything of the name, a dangling symbolic link too.
  static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  static func remove(_ path: String) {
    for suffix in [""] + DatabaseFile.sideSuffixes { unlink(path + suffix) }
  }

  static func publish(_ temporary: String, as path: String) throws(SQLiteError) {
    try synchronize(temporary, shownAs: path)
    if link(temporary, path) == 0 {
      unlink(temporary)
    } else if [ENOTSUP, EOPNOTSUPP, EPERM, ENOSYS, EMLINK].contains(errno) {
      // A file system without hard links: the name is taken first, then filled in one step.
      try claim(path)
      guard rename(temporary, path) == 0 else {
        let error = failure(path)
        unlink(path)
        throw error
      }
    } else {
      throw failure(path)
    }
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    // Not every file system can do it for a folder, and the store is there already.
    do { try synchronize(folder, shownAs: path) } catch {}
  }

  private static func claim(_ path: String) throws(SQLiteError) {
    let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw failure(path) }
    close(descriptor)
  }

  private static func synchronize(
    _ path: String, shownAs shown: String
  ) throws(SQLiteError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(shown) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw failure(shown) }
  }

  private static func failure(_ path: String) -> SQLiteError {
    let number = errno
    return SQLiteError(
      .open, code: .cannotOpen, reason: number == EEXIST ? .fileExists : nil,
      message: String(cString: strerror(number)), path: path)
  }
}
