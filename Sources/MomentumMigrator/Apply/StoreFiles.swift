import Foundation

/// The names of a store's file, and of the files that SQLite or a migration puts beside it.
struct StoreFiles: Sendable, Hashable {
  /// The path that the caller gave, for messages.
  let shown: String
  /// The path without symbolic links. SQLite puts the log beside the real file, and so does a
  /// migration.
  let real: String

  init(_ path: String) throws(MigrationError) {
    shown = path
    guard !path.isEmpty, !path.utf8.contains(0), let resolved = realpath(path, nil) else {
      let reason = path.isEmpty || path.utf8.contains(0) ? ENOENT : errno
      throw .file(path: path, message: String(cString: strerror(reason)))
    }
    defer { free(resolved) }
    real = String(cString: resolved)
  }

  var folder: String { String(real[..<(real.lastIndex(of: "/") ?? real.startIndex)]) + "/" }
  private var name: String { real.split(separator: "/").last.map { String($0) } ?? "" }

  /// The copy while it is made. The name is fixed, so that the next run finds a copy that a killed
  /// run left.
  var temporary: String { folder + ".\(name).momentum-new" }
  /// The backup while it is copied, on file systems without hard links.
  var temporaryBackup: String { folder + ".\(name).momentum-bak" }

  /// `STORE.bak`, then `STORE.2.bak` and so on, because no backup is ever overwritten.
  func backup(_ number: Int) -> String { real + (number == 1 ? ".bak" : ".\(number).bak") }

  static let sideSuffixes = ["-wal", "-shm", "-journal"]

  static func withSideFiles(_ path: String) -> [String] {
    sideSuffixes.map { path + $0 } + [path]
  }

  /// The files that a killed run may have left.
  var leftovers: [String] {
    StoreFiles.withSideFiles(temporary) + StoreFiles.withSideFiles(temporaryBackup)
  }
}

/// The status of a file, which tells whether the file is still the same and who owns it.
struct FileStatus: Sendable, Hashable {
  var device: UInt64
  var inode: UInt64
  var size: Int64
  var seconds: Int
  var nanoseconds: Int
  var mode: UInt32
  var user: UInt32
  var group: UInt32

  /// `nil` if no such file exists. For a symbolic link, the status of the link itself.
  init?(_ path: String) {
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

  func isSameFile(as other: FileStatus) -> Bool {
    device == other.device && inode == other.inode
  }

  static func exists(_ path: String) -> Bool { FileStatus(path) != nil }
}
