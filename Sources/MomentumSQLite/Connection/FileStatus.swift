internal import Foundation

/// The status of a file, which tells whether the file is still the same and who owns it.
package struct FileStatus: Sendable, Hashable {
  package var device: UInt64
  package var inode: UInt64
  package var size: Int64
  package var seconds: Int
  package var nanoseconds: Int
  package var mode: UInt32
  package var user: UInt32
  package var group: UInt32

  /// Reads the status of the file at `path`, of a symbolic link that of the link itself; `nil` if no
  /// such file exists.
  package init?(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
    size = Int64(status.st_size)
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    seconds = Int(time.tv_sec)
    nanoseconds = Int(time.tv_nsec)
    mode = UInt32(status.st_mode)
    user = status.st_uid
    group = status.st_gid
  }

  package func isSameFile(as other: FileStatus) -> Bool {
    device == other.device && inode == other.inode
  }

  package static func exists(_ path: String) -> Bool { FileStatus(path) != nil }
}
