// The only file of this module that changes the file system. It uses POSIX calls, because
// Foundation's functions follow links: a link in the output folder would lead a write anywhere.
import Foundation

/// Reads and changes the file system. Tests can make any single change fail.
struct Disk: Sendable {
  enum Change: String, Sendable, Hashable {
    case makeFolder = "make the folder"
    case write
    case replace
    case remove
  }

  enum Kind: Sendable, Hashable {
    case nothing
    case file
    case folder
    case link
    /// A pipe, a socket or a device.
    case other
  }

  /// Called before each change; if it throws, the change fails with this error.
  var willChange: @Sendable (Change, String) throws(OutputFailure) -> Void = { _, _ in }

  /// The present time in nanoseconds, by the same clock that sets the dates of files.
  var now: @Sendable () -> Int64 = {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return FileMark.nanoseconds(time)
  }

  /// The kind of the entry at a path; links are not followed.
  func kind(of path: String) throws(OutputFailure) -> Kind {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      if errno == ENOENT { return .nothing }
      throw failure("look at", path)
    }
    return Disk.kind(status)
  }

  private static func kind(_ status: stat) -> Kind {
    switch status.st_mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .folder
    case S_IFLNK: .link
    default: .other
    }
  }

  /// The size and dates of a file, without following links; `nil` if there is no file.
  ///
  /// - Parameter isOurs: False for a file that belongs to a person: it may be a link, and only its
  ///   existence is part of the mark.
  func mark(of path: String, isOurs: Bool) throws(OutputFailure) -> FileMark? {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      if errno == ENOENT { return nil }
      throw failure("look at", path)
    }
    switch Disk.kind(status) {
    case .file: return FileMark(isOurs ? status : stat())
    case .link: return isOurs ? nil : FileMark(stat())
    case .nothing, .folder, .other: return nil
    }
  }

  /// The bytes of a regular file; `nil` if there is no entry.
  func read(_ path: String) throws(OutputFailure) -> [UInt8]? {
    // With O_NONBLOCK, opening a pipe does not wait until another process writes to it.
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw errno == ELOOP
        ? OutputFailure(cannot: "read", path, "it is a symbolic link") : failure("read", path)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure("read", path) }
    guard Disk.kind(status) == .file else {
      throw OutputFailure(cannot: "read", path, "it is not a file")
    }
    guard status.st_size <= Disk.sizeMax else {
      throw OutputFailure(cannot: "read", path, "it has more than \(Disk.sizeMax >> 20) MB")
    }
    // The buffer has one byte more than the file, so that the first read also finds the end.
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size) + 1)
    var count = 0
    while true {
      if count == bytes.count { bytes += [UInt8](repeating: 0, count: bytes.count) }
      let read = bytes.withUnsafeMutableBytes { buffer in
        Foundation.read(
          descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
      }
      if read < 0, errno == EINTR { continue }
      guard read >= 0 else { throw failure("read", path) }
      if read == 0 { break }
      count += read
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  /// The size in bytes of the largest file that is read; no generated file is as large.
  private static let sizeMax = 1 << 30

  /// The names in a folder.
  func names(in folder: String) throws(OutputFailure) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      throw OutputFailure(cannot: "list", folder, "permission denied, or it is gone")
    }
  }

  // MARK: - Changes

  /// Makes one folder, if it does not exist.
  func makeFolder(_ path: String) throws(OutputFailure) {
    try willChange(.makeFolder, path)
    guard mkdir(path, 0o777) == 0 || errno == EEXIST else {
      throw failure(Change.makeFolder.rawValue, path)
    }
  }

  /// Writes a new file; an existing file of that name is an error.
  func write(_ bytes: [UInt8], to path: String) throws(OutputFailure) {
    try willChange(.write, path)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw failure("write", path) }
    var unwritten = bytes[...]
    while !unwritten.isEmpty {
      let count = unwritten.withUnsafeBytes {
        Foundation.write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let reason = failure("write", path)
        close(descriptor)
        unlink(path)
        throw reason
      }
      unwritten = unwritten.dropFirst(count)
    }
    guard close(descriptor) == 0 else {
      let reason = failure("write", path)
      unlink(path)
      throw reason
    }
  }

  /// Replaces a file by another in one step: if the process dies, the path has the old file or the
  /// new one.
  func replace(_ path: String, by new: String) throws(OutputFailure) {
    try willChange(.replace, path)
    guard rename(new, path) == 0 else { throw failure("write", path) }
  }

  /// Removes a file, if it exists.
  func remove(_ path: String) throws(OutputFailure) {
    try willChange(.remove, path)
    guard unlink(path) == 0 || errno == ENOENT else { throw failure("remove", path) }
  }

  // MARK: - Taking turns

  /// Locks a folder for one run. Returns the descriptor for `release`; `nil` if the file system
  /// does not support such locks.
  ///
  /// - Parameter patienceSeconds: How long to wait for another run to end.
  func claim(_ folder: String, patienceSeconds: Double) throws(OutputFailure) -> Int32? {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure("open", folder) }
    var waited = 0.0
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else {
        close(descriptor)
        return nil
      }
      guard waited < patienceSeconds else {
        close(descriptor)
        throw OutputFailure(
          cannot: "write to", folder, "another run has been writing to it for a while")
      }
      usleep(20_000)
      waited += 0.02
    }
    return descriptor
  }

  /// Unlocks the folder, so that the next run can go on.
  func release(_ descriptor: Int32?) {
    if let descriptor { close(descriptor) }
  }

  private func failure(_ verb: String, _ path: String) -> OutputFailure {
    OutputFailure(cannot: verb, path, String(cString: strerror(errno)).lowercasedStart)
  }
}

extension String {
  fileprivate var lowercasedStart: String { prefix(1).lowercased() + dropFirst() }
}
