import Foundation
import MomentumSQLite

/// The calls to the file system. A test can make each of them fail.
///
/// No call here opens a database that SQLite has open: closing any descriptor of a file releases
/// all locks that the process has on it (documented: https://sqlite.org/howtocorrupt.html, 2.2).
struct FileCalls {
  let faults: FaultPoint

  /// Removes a file. A file that does not exist is no error.
  func remove(_ path: String) throws(MigrationError) {
    guard FileStatus.exists(path) else { return }
    try faults.willCall(.remove, path)
    guard unlink(path) == 0 || errno == ENOENT else { throw .failed(path, errno) }
  }

  /// Renames a file in one step. A file that had the new name is replaced in the same step.
  func rename(_ old: String, to new: String) throws(MigrationError) {
    try faults.willCall(.rename, new)
    guard Foundation.rename(old, new) == 0 else { throw .failed(new, errno) }
  }

  /// Gives a file a second name.
  ///
  /// - Returns: `false` if the file system does not support hard links.
  func link(_ old: String, to new: String) throws(MigrationError) -> Bool {
    try faults.willCall(.link, new)
    guard Foundation.link(old, new) != 0 else { return true }
    let number = errno
    guard [ENOTSUP, EOPNOTSUPP, EPERM, ENOSYS, EMLINK, EXDEV].contains(number) else {
      throw .failed(new, number)
    }
    return false
  }

  /// Writes a file or folder to the disk before any later write.
  func synchronize(_ path: String) throws(MigrationError) {
    try faults.willCall(.synchronize, path)
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .failed(path, errno) }
    defer { close(descriptor) }
    #if canImport(Darwin)
      // Documented by fsync(2) of macOS: only this call writes through the cache of the disk.
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
    #endif
    guard fsync(descriptor) == 0 else { throw .failed(path, errno) }
  }

  /// Gives a new file the owner and permissions of the old one.
  func setAttributes(_ path: String, like old: FileStatus) throws(MigrationError) {
    try faults.willCall(.setAttributes, path)
    guard let new = FileStatus(path) else { throw .failed(path, ENOENT) }
    if (new.user, new.group) != (old.user, old.group) {
      guard chown(path, old.user, old.group) == 0 else {
        throw .file(
          path: path,
          message: "the file's owner cannot be kept; a migration in place keeps it")
      }
    }
    guard chmod(path, mode_t(truncatingIfNeeded: old.mode & 0o7777)) == 0 else {
      throw .failed(path, errno)
    }
  }
}

extension MigrationError {
  static func failed(_ path: String, _ number: Int32) -> MigrationError {
    .file(path: path, message: String(cString: strerror(number)))
  }
}
